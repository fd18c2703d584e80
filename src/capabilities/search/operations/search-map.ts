import { z } from 'zod'
import { free, perMinute, withDefault } from '../../../operation/index.ts'
import { companyFilters } from '../../../corpus/search/index.ts'
import { joinClauses } from '../ask.ts'
import { countedSearch } from '../question-schema.ts'
import { questionClauses } from '../search-question.ts'
import { operation, tag } from '../slice.ts'
import { findWithholding, minRows, withholding } from '../withholding.ts'

/** More would be no map but a list of places. */
const maxCells = 2_000
/** Finer cells would tell where one person lives. */
const minDegrees = 0.5
const maxCountries = 250
const countries = companyFilters.headquartersCountryCode.facet

export const searchMap = operation({
  id: 'searchMap',
  route: 'POST /v1/search/map',
  tag,
  summary: 'Count a search by country and by cell of a map',
  tasks: ['where on a map are the results', 'heat map of companies, people or job postings'],
  describe: `Counts the rows of any search by country and by the cells of a grid of degrees, exactly: what a map of the results shows. Rows without coordinates are in no cell. Of fewer than ${minRows} rows, and of people or companies named one by one, it tells the number alone. Free.`,
  input: z.object({
    search: countedSearch,
    cellDegrees: withDefault(z.number().min(minDegrees).max(90), 5).describe(
      'Side of a cell in degrees. The grid begins at 90° south, 180° west.',
    ),
    limit: withDefault(z.number().int().min(1).max(maxCells), 500).describe('Cells answered at most.'),
  }),
  output: z.object({
    type: z.enum(['companies', 'people', 'postings']),
    matching: z.number().int().describe('Rows of the search.'),
    withholding,
    placed: z.number().int().describe('Rows of the search that have coordinates.'),
    countries: z
      .array(z.object({ countryCode: z.string(), count: z.number().int() }))
      .describe('The most frequent first.'),
    numCells: z.number().int().describe('Cells that hold a row, listed or not.'),
    cells: z
      .array(
        z.object({
          latitude: z.number().describe('Of the south-west corner.'),
          longitude: z.number().describe('Of the south-west corner.'),
          count: z.number().int(),
        }),
      )
      .describe('The most frequent first.'),
  }),
  price: free('Counts are free.'),
  limit: perMinute(120),
  examples: [
    {
      name: 'Where directors are, in cells of ten degrees',
      input: {
        search: { type: 'people', searchParams: { seniority: { anyOf: ['Director'] } } },
        cellDegrees: 10,
        limit: 20,
      },
    },
  ],
  effect: 'reads',
  async handle({ input: { search, cellDegrees, limit }, call, deps }) {
    const { kind, clauses } = await questionClauses(deps, call, search)
    const snapshot = await deps.search.snapshots.newest(kind)
    const within = { condition: joinClauses(clauses), snapshot, signal: call.signal }
    const matching = await deps.search.count(kind, within)
    const reason = findWithholding(search, matching)
    const none = { placed: 0, countries: [], numCells: 0, cells: [] }
    if (reason !== null) return { type: kind, matching, withholding: reason, ...none }
    const [byCountry, map] = await Promise.all([
      deps.search.facets(kind, { ...within, facets: [countries], top: maxCountries }),
      deps.search.cells(kind, { ...within, degrees: cellDegrees, most: limit }),
    ])
    return {
      type: kind,
      matching,
      withholding: null,
      placed: map.placed,
      countries: (byCountry[0]?.counts ?? []).map(({ token, count }) => ({
        countryCode: String(countries.readValue(token)),
        count,
      })),
      numCells: map.numCells,
      cells: map.cells,
    }
  },
})
