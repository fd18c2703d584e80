import { z } from 'zod'
import { free, invalidMember, perMinute, withDefault } from '../../../operation/index.ts'
import {
  and,
  companyFilters,
  postingFilters,
  profileFilters,
  type Condition,
  type Facet,
  type FacetCounts,
  type FilterSet,
} from '../../../corpus/search/index.ts'
import type { EntityKind, Snapshot } from '../../../corpus/commits/index.ts'
import { joinClauses } from '../ask.ts'
import { countedSearch } from '../question-schema.ts'
import { questionClauses } from '../search-question.ts'
import { operation, tag, type SearchDeps } from '../slice.ts'

/** Filters that rows can be counted by, by the filter's name. */
const listFacets = (filters: FilterSet): Map<string, Facet> =>
  new Map(
    Object.entries(filters).flatMap(([name, { facet }]) => (facet === undefined ? [] : [[name, facet]])),
  )

const facetsByKind = {
  companies: listFacets(companyFilters),
  people: listFacets(profileFilters),
  postings: listFacets(postingFilters),
}
const list = (of: Map<string, Facet>) => [...of.keys()].map((name) => `\`${name}\``).join(', ')

export const searchFacets = operation({
  id: 'searchFacets',
  route: 'POST /v1/search/facets',
  tag,
  summary: 'Count a search by the values of parameters',
  tasks: ['breakdown of results by country, industry or size, histogram, distribution'],
  describe: `Counts the rows of any search by each value of some parameters, exactly: the histogram behind a choice of filters. Companies by ${list(facetsByKind.companies)}; people by ${list(facetsByKind.people)}; job postings by ${list(facetsByKind.postings)}. Free.`,
  input: z.object({
    search: countedSearch,
    facets: z.array(z.string().min(1)).min(1).max(10).describe('Names of parameters to count by.'),
    top: withDefault(z.number().int().min(1).max(1000), 20).describe('Maximum values of a facet.'),
  }),
  output: z.object({
    type: z.enum(['companies', 'people', 'postings']),
    matching: z.number().int().describe('Rows of the search.'),
    facets: z.array(
      z.object({
        facet: z.string(),
        numValues: z.number().int().describe('Distinct values among the rows, shown or not.'),
        values: z
          .array(
            z.object({
              value: z.unknown().describe('As the parameter takes it: a string, or the bounds of a range.'),
              count: z.number().int().describe('Rows with this value; a row may have several values.'),
            }),
          )
          .describe('The most frequent first.'),
      }),
    ),
  }),
  price: free('Facets are free.'),
  limit: perMinute(60),
  examples: [
    {
      name: 'Where software companies are, and how large',
      input: {
        search: { type: 'companies', searchParams: { industriesV2: { anyOf: ['Software'] } } },
        facets: ['headquartersCountryCode', 'employeeCountV2'],
        top: 10,
      },
    },
    {
      name: 'Where people live',
      input: { search: { type: 'people' }, facets: ['country3LetterCode'], top: 5 },
    },
  ],
  effect: 'reads',
  async handle({ input, call, deps }) {
    const { search, top } = input
    const facets = [...new Set(input.facets)].map((name) => {
      const facet = facetsByKind[search.type].get(name)
      if (facet !== undefined) return { name, facet }
      const message = `Expected one of ${[...facetsByKind[search.type].keys()].join(', ')}.`
      throw invalidMember(`facets[${input.facets.indexOf(name)}]`, message, 'unknown_facet')
    })
    const { kind, clauses } = await questionClauses(deps, call, search)
    const snapshot = await deps.search.snapshots.newest(kind)
    const within = { condition: joinClauses(clauses), snapshot, signal: call.signal }
    const kinds = facets.map(({ facet }) => facet.kind)
    // A value that holds by the day may push another one out of those that are shown.
    const topRead = Math.max(
      top,
      ...facets.map(({ facet }) => (facet.byDay === undefined ? 0 : maxValuesByDay)),
    )
    const today = Math.floor(call.nowMs / 86_400_000)
    const [matching, counts, byDay] = await Promise.all([
      deps.search.count(kind, within),
      deps.search.facets(kind, { ...within, kinds, top: topRead }),
      Promise.all(facets.map(({ facet }) => countByDay(deps, kind, { facet, within, today }))),
    ])
    return {
      type: kind,
      matching,
      facets: facets.map(({ name, facet }, index) => ({
        facet: name,
        ...listValues(facet, { found: counts, byDay: byDay[index] ?? [], top }),
      })),
    }
  },
})

/** Values of a facet some of which hold by the day are read to the last: they are few. */
const maxValuesByDay = 100

interface Value {
  value: unknown
  count: number
}

/** Rows with each value that holds on some days only. */
function countByDay(
  { search }: SearchDeps,
  kind: EntityKind,
  {
    facet: { byDay },
    within,
    today,
  }: {
    facet: Facet
    within: { condition: Condition; snapshot: Snapshot; signal: AbortSignal }
    today: number
  },
): Promise<Value[]> {
  if (byDay === undefined) return Promise.resolve([])
  return Promise.all(
    byDay.values.map(async (value) => {
      const condition = and([within.condition, byDay.has(value, today)])
      return { value, count: await search.count(kind, { ...within, condition }) }
    }),
  )
}

function listValues(
  facet: Facet,
  { found: { counts, distinct }, byDay, top }: { found: FacetCounts; byDay: readonly Value[]; top: number },
) {
  const tokenValues = counts
    .filter((each) => each.kind === facet.kind)
    .map(({ token, count }): Value => ({ value: facet.readValue(token), count }))
  if (facet.byDay === undefined)
    return { numValues: distinct.get(facet.kind) ?? 0, values: tokenValues.slice(0, top) }
  const others = tokenValues.filter(({ value }) => byDay.every((each) => each.value !== value))
  const values = [...others, ...byDay.filter(({ count }) => count > 0)].toSorted(
    (one, other) => other.count - one.count || (String(one.value) < String(other.value) ? -1 : 1),
  )
  return { numValues: values.length, values: values.slice(0, top) }
}
