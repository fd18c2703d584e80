import { z } from 'zod'
import { readCatalogue } from '../../../corpus/datasets/index.ts'
import { free, perMinute } from '../../../operation/index.ts'
import { addedView, buildAdded, buildLicence, datasetName, licenceView } from '../schema.ts'
import { operation, tag } from '../slice.ts'

const bounds = z.object({ least: z.int(), most: z.int() })

const datasetView = z.object({
  name: datasetName,
  title: z.string(),
  publisher: z.string(),
  homepage: z.string(),
  licence: licenceView,
  rhythm: z.string(),
  brings: z.string().nullable(),
  notice: z.string().nullable().describe('Of personal data: what has to be known before they are added.'),
  rows: bounds.nullable().describe('Rows that a publication has.'),
  bytes: bounds.nullable(),
  added: addedView.nullable().describe('Null where it was not added.'),
})

export const listDatasets = operation({
  id: 'listDatasets',
  route: 'GET /v1/datasets',
  tag,
  summary: 'List the data sets that can be added and those that were',
  describe:
    'Lists the catalogue of open data sets with what each brings, its licence and size, and the state of those that were added. For the operator of the installation; `almanac data` does the same on the machine.',
  input: z.object({}),
  output: z.object({ datasets: z.array(datasetView) }),
  price: free(),
  limit: perMinute(60),
  access: 'operator',
  examples: [{ name: 'The catalogue', input: {} }],
  effect: 'reads',
  async handle({ deps: { datasets } }) {
    const added = await datasets.list()
    const states = new Map(
      await Promise.all(
        added.map(async (each) => [each.name, buildAdded(each, await datasets.publications(each))] as const),
      ),
    )
    const catalogue = await readCatalogue()
    const own = added.filter(({ name }) => !catalogue.some((each) => each.name === name))
    return {
      datasets: [
        ...catalogue.map(({ name, entry }) => ({
          ...buildAbout(name, entry),
          brings: entry.brings,
          notice: entry.personal_data === false ? null : entry.personal_data.notice,
          rows: entry.full.rows,
          bytes: entry.full.bytes,
          added: states.get(name) ?? null,
        })),
        ...own.map(({ name, entry }) => ({
          ...buildAbout(name, entry),
          brings: null,
          notice: null,
          rows: null,
          bytes: null,
          added: states.get(name) ?? null,
        })),
      ],
    }
  },
})

type About = Awaited<ReturnType<typeof readCatalogue>>[number]['entry']

const buildAbout = (
  name: string,
  {
    title,
    publisher,
    homepage,
    licence,
    rhythm,
  }: Pick<About, 'title' | 'publisher' | 'homepage' | 'licence' | 'rhythm'>,
) => ({ name, title, publisher, homepage, licence: buildLicence(licence), rhythm })
