import { z } from 'zod'
import { free, invalidMember, perMinute, withDefault } from '../../../operation/index.ts'
import { and, type Condition, type Facet, type FacetCounts } from '../../../corpus/search/index.ts'
import type { EntityKind, Snapshot } from '../../../corpus/commits/index.ts'
import { joinClauses } from '../ask.ts'
import { facetsByKind, withoutOwn } from '../facet-names.ts'
import { countedSearch } from '../question-schema.ts'
import { questionClauses } from '../search-question.ts'
import { operation, tag, type SearchDeps } from '../slice.ts'
import { findFacetWithholding, minRows, withholding } from '../withholding.ts'

/** Facets of one call: what a page with all its filters shows. */
const maxFacets = 20

const list = (of: ReadonlyMap<string, Facet>) => [...of.keys()].map((name) => `\`${name}\``).join(', ')

export const searchFacets = operation({
  id: 'searchFacets',
  route: 'POST /v1/search/facets',
  tag,
  summary: 'Count a search by the values of parameters',
  tasks: ['breakdown of results by country, industry or size, histogram, distribution'],
  describe: `Counts the rows of any search by each value of some parameters, exactly: the histogram behind a choice of filters. Companies by ${list(facetsByKind.companies)}; people by ${list(facetsByKind.people)}; job postings by ${list(facetsByKind.postings)}. A row may count for several values. Titles and skills are counted whole, and a search for one finds longer ones, too; places by metro area; \`companyParams.…\` by what the present employers are, and \`currentCompanies\` by their names. Of fewer than ${minRows} rows there are values of wide classes alone (country, level, function, industry, size …); of people named one by one there are none. Free.`,
  input: z.object({
    search: countedSearch,
    facets: z.array(z.string().min(1)).min(1).max(maxFacets).describe('Names of parameters to count by.'),
    top: withDefault(z.number().int().min(1).max(1000), 20).describe('Maximum values of a facet.'),
    excludeOwn: withDefault(z.boolean(), false).describe(
      'Counts each facet as if its own parameter were not in the search, so that its other values are shown as well; parameters within a group stay.',
    ),
  }),
  output: z.object({
    type: z.enum(['companies', 'people', 'postings']),
    matching: z.number().int().describe('Rows of the search.'),
    facets: z.array(
      z.object({
        facet: z.string(),
        withholding,
        numValues: z
          .number()
          .int()
          .describe('Distinct values among the rows, shown or not; 0 where withheld.'),
        values: z
          .array(
            z.object({
              value: z
                .unknown()
                .describe(
                  'As the parameter takes it: an entry of its list (an employer for currentCompanies, a word for skills), or all of it for ranges, days and places.',
                ),
              label: z.string().optional().describe('What to show, where the value is no word.'),
              count: z.number().int().describe('Rows with this value; a row may have several values.'),
            }),
          )
          .describe('The most frequent first.'),
      }),
    ),
  }),
  price: free('Facets are free.'),
  limit: perMinute(240),
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
    const [snapshot, employers] = await Promise.all(
      [kind, 'companies' as const].map((each) => deps.search.snapshots.newest(each)),
    )
    const whole = joinClauses(clauses)
    const within = { snapshot: snapshot as Snapshot, employers, signal: call.signal }
    const today = Math.floor(call.nowMs / 86_400_000)
    const ofWhole = deps.search.count(kind, { ...within, condition: whole })
    // A facet without its own parameter is of more rows, which are counted where the whole has too few.
    const countRows = async (condition: Condition): Promise<number> => {
      const numRows = await ofWhole
      if (condition === whole || numRows >= minRows) return numRows
      return deps.search.count(kind, { ...within, condition })
    }
    // Facets of the same rows are counted together.
    const groups = Map.groupBy(facets, ({ name }) => (input.excludeOwn && withoutOwn(clauses, name)) || whole)
    const [matching, ...counted] = await Promise.all([
      ofWhole,
      ...[...groups].map(async ([condition, some]) => {
        const numRows = await countRows(condition)
        const open = some.filter(({ name }) => findFacetWithholding(search, name, numRows) === null)
        const of = { facets: open, within: { ...within, condition }, today, top }
        const values = open.length === 0 ? [] : await countFacets(deps, kind, of)
        return some.map(
          ({ name }) =>
            values.find(({ facet }) => facet === name) ?? {
              facet: name,
              withholding: findFacetWithholding(search, name, numRows),
              numValues: 0,
              values: [],
            },
        )
      }),
    ])
    const byName = new Map(counted.flat().map((each) => [each.facet, each]))
    return { type: kind, matching, facets: facets.flatMap(({ name }) => byName.get(name) ?? []) }
  },
})

interface NamedFacet {
  name: string
  facet: Facet
}

interface Within {
  condition: Condition
  snapshot: Snapshot
  employers: Snapshot | undefined
  signal: AbortSignal
}

async function countFacets(
  deps: SearchDeps,
  kind: EntityKind,
  {
    facets,
    within,
    today,
    top,
  }: { facets: readonly NamedFacet[]; within: Within; today: number; top: number },
) {
  // A value that holds by the day may push another one out of those that are shown.
  const hasDays = facets.some(({ facet }) => facet.byDay !== undefined)
  const request = {
    ...within,
    facets: facets.map(({ facet }) => facet),
    top: hasDays ? Math.max(top, maxValuesByDay) : top,
  }
  const [counts, byDay] = await Promise.all([
    deps.search.facets(kind, request),
    Promise.all(facets.map(({ facet }) => countByDay(deps, kind, { facet, within, today }))),
  ])
  return facets.map(({ name, facet }, index) => {
    const ofFacet = counts[index] ?? { counts: [], distinct: 0 }
    return {
      facet: name,
      withholding: null,
      ...listValues(facet, { ofFacet, byDay: byDay[index] ?? [], top }),
    }
  })
}

/** Values of a facet some of which hold by the day are read to the last: they are few. */
const maxValuesByDay = 100

interface Value {
  value: unknown
  label?: string
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
    within: Within
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
  {
    ofFacet: { counts, distinct },
    byDay,
    top,
  }: { ofFacet: FacetCounts; byDay: readonly Value[]; top: number },
) {
  const tokenValues = counts.map(({ token, count }): Value => ({
    value: facet.readValue(token),
    ...(facet.readLabel && { label: facet.readLabel(token) }),
    count,
  }))
  if (facet.byDay === undefined) return { numValues: distinct, values: tokenValues.slice(0, top) }
  const others = tokenValues.filter(({ value }) => byDay.every((each) => each.value !== value))
  const values = [...others, ...byDay.filter(({ count }) => count > 0)].toSorted(
    (one, other) => other.count - one.count || (String(one.value) < String(other.value) ? -1 : 1),
  )
  return { numValues: values.length, values: values.slice(0, top) }
}
