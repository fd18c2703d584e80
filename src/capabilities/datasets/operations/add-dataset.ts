import { z } from 'zod'
import {
  checkChoice,
  DatasetRefused,
  findShipped,
  InvalidDataset,
  requirePermission,
} from '../../../corpus/datasets/index.ts'
import { Failure, free, invalidMember, optional, perMinute, withDefault } from '../../../operation/index.ts'
import { noteRequest } from '../note-request.ts'
import { datasetName, stateAnswer } from '../schema.ts'
import { operation, tag } from '../slice.ts'

export const addDataset = operation({
  id: 'addDataset',
  route: 'POST /v1/datasets/add',
  tag,
  summary: 'Add an open data set to the corpus',
  describe:
    'Adds a data set of the catalogue: its newest publication is fetched and loaded in the background, and later ones by its rhythm. A data set with personal data needs `personalData: true`; a licence that is share-alike or forbids commercial use is refused unless the installation allows it. Progress is in `listDatasets`. For the operator of the installation.',
  input: z.object({
    name: datasetName,
    personalData: withDefault(z.boolean(), false).describe('The notice of the data set was read.'),
    maxRows: optional(z.int().min(1).max(1_000_000_000)).describe('Reads no more rows than this.'),
    countries: optional(
      z
        .array(z.string().regex(/^[A-Z]{3}$/))
        .min(1)
        .max(250),
    ).describe('Reads rows of these countries alone: alpha-3 codes.'),
  }),
  output: stateAnswer,
  price: free(),
  limit: perMinute(60),
  access: 'operator',
  fails: ['not-found'],
  examples: [{ name: 'Research organisations', input: { name: 'ror' } }],
  effect: 'changes',
  repeatable: true,
  async handle({ input, call, deps }) {
    const { name, personalData, maxRows, countries } = input
    const dataset = (await findShipped(name)).find((each) => each.name === name)
    if (dataset === undefined) return new Failure('not-found')
    const choice = { ...(maxRows && { limit: maxRows }), ...(countries && { countries }) }
    try {
      requirePermission(dataset, { marked: deps.allowsMarked, personalData })
      checkChoice(dataset, choice)
    } catch (error) {
      if (error instanceof InvalidDataset) throw invalidMember('countries', error.message, 'not_allowed')
      if (!(error instanceof DatasetRefused)) throw error
      const isPersonal = dataset.entry.personal_data !== false && !personalData
      throw invalidMember(isPersonal ? 'personalData' : 'name', error.message, 'not_allowed')
    }
    await deps.datasets.want({
      name,
      folder: null,
      entry: dataset.entry,
      choice,
      state: 'wanted',
      addedAt: new Date(deps.clock.now()),
    })
    await noteRequest(deps, call, { action: 'dataset.added', name })
    return { name, state: 'wanted' as const }
  },
})
