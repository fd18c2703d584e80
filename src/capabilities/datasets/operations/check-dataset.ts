import { z } from 'zod'
import { checkForm, findShipped, readAdded, type Dataset } from '../../../corpus/datasets/index.ts'
import { Failure, free, perMinute } from '../../../operation/index.ts'
import { datasetName } from '../schema.ts'
import { operation, tag, type DatasetsDeps } from '../slice.ts'

export const checkDataset = operation({
  id: 'checkDataset',
  route: 'POST /v1/datasets/check',
  tag,
  summary: 'Look whether a publisher still serves a data set',
  describe:
    'Reads the first megabyte of each address of a data set and says whether it still is what its entry expects. For the operator of the installation.',
  input: z.object({ name: datasetName }),
  output: z.object({
    addresses: z.array(
      z.object({
        address: z.string(),
        state: z.enum(['expected', 'changed', 'unreachable']),
        detail: z.string(),
      }),
    ),
  }),
  price: free(),
  limit: perMinute(10),
  access: 'operator',
  timeoutMs: 120_000,
  fails: ['not-found'],
  examples: [{ name: 'Research organisations', input: { name: 'ror' } }],
  effect: 'reads',
  async handle({ input: { name }, deps }) {
    const dataset = await findDataset(deps, name)
    if (dataset === undefined) return new Failure('not-found')
    const { full, delta } = dataset.entry
    const addresses = []
    for (const form of delta === undefined ? [full] : [full, delta])
      addresses.push(...(await checkForm(deps, form)))
    return { addresses }
  },
})

async function findDataset({ datasets }: DatasetsDeps, name: string): Promise<Dataset | undefined> {
  const added = await datasets.find(name)
  // The folder of an operator may have been moved since.
  if (added !== undefined) return readAdded(added).catch(() => undefined)
  return (await findShipped(name)).find((each) => each.name === name)
}
