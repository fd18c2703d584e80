import { z } from 'zod'
import { free, perMinute } from '../../../operation/index.ts'
import { buildAdded, buildLicence, datasetName, licenceView } from '../schema.ts'
import { operation, tag } from '../slice.ts'

const sourceView = z.object({
  name: datasetName.describe('The source, as provenance names it.'),
  title: z.string(),
  publisher: z.string(),
  homepage: z.string(),
  licence: licenceView,
  publishedAt: z.string().nullable().describe('Day of the publication that was loaded last.'),
  lookedAt: z.string().nullable().describe('When the publisher was asked last.'),
  records: z.record(z.string(), z.int()).describe('Records it speaks of, by kind.'),
})

export const getDataSources = operation({
  id: 'getDataSources',
  route: 'GET /v1/data-sources',
  tag,
  summary: 'List the open data sets that records are from',
  tasks: ['where the data are from', 'licences and attributions of the data'],
  describe:
    'Lists the open data sets of this installation with publisher, licence, the sentence of attribution, their age and how many records they speak of. Provenance names them by `name`.',
  input: z.object({}),
  output: z.object({ sources: z.array(sourceView) }),
  price: free('Lists of sources are free.'),
  limit: perMinute(60),
  examples: [{ name: 'All sources', input: {} }],
  effect: 'reads',
  async handle({ deps: { datasets } }) {
    const added = (await datasets.list()).filter(({ state }) => state !== 'leaving')
    const sources = await Promise.all(
      added.map(async (dataset) => {
        const { publishedAt, lookedAt, records } = buildAdded(dataset, await datasets.publications(dataset))
        const { title, publisher, homepage, licence } = dataset.entry
        const about = { name: dataset.name, title, publisher, homepage, licence: buildLicence(licence) }
        return { ...about, publishedAt, lookedAt, records }
      }),
    )
    return { sources }
  },
})
