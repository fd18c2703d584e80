import { z } from 'zod'
import { listedPrice, perMinute, stored, withDefault, type Call } from '../../../operation/index.ts'
import {
  companyRecord,
  personRecord,
  type CompanyRecord,
  type PersonRecord,
} from '../../../corpus/records/index.ts'
import { questionOf } from '../../../corpus/search/index.ts'
import { answerRows, companiesAsked, type Rows } from '../ask.ts'
import { mergeSources } from '../merge-sources.ts'
import { askOutside } from '../outside-search.ts'
import { detailsOf, excludedLists, peopleCondition } from '../people-question.ts'
import { cursor, nextCursor, pageSize } from '../schema.ts'
import { searchQuestion, type SearchQuestion } from '../question-schema.ts'
import { searchPaths } from '../search-question.ts'
import { operation, tag, type SearchDeps } from '../slice.ts'

const provenance = z
  .array(
    z.object({
      source: z.string().describe('`corpus`, or the id of an outside source.'),
      observedAt: z.string().nullable().describe('When it was true there, ISO 8601.'),
    }),
  )
  .describe('Where the record comes from; the first has precedence, the others add what it lacks.')

/** The price of what a question finds. */
const priceKeyOf = ({ type }: SearchQuestion) =>
  type === 'companies' ? ('companySearchResult' as const) : ('peopleSearchResult' as const)

export const multiSourceSearch = operation({
  id: 'multiSourceSearch',
  route: 'POST /v1/multi-source/search',
  tag,
  summary: 'Search the corpus and every configured source',
  describe: `Asks the corpus and all configured outside sources the same question and merges what they find by identity, with the provenance of each record. The corpus is paged as in companySearch and peopleSearch; outside sources are asked with the first page, and what the corpus does not find itself follows its rows. A source that fails or takes longer than 10 seconds leaves the rest as it is; \`sources\` says how each went. ${listedPrice('companySearchResult')} for each company returned, ${listedPrice('peopleSearchResult')} for each person.`,
  input: z.object({
    search: searchQuestion,
    pageSize,
    maxOutsideResults: withDefault(z.number().int().min(0).max(100), 25).describe(
      'Most records of outside sources that a first page holds besides.',
    ),
    cursor,
  }),
  output: z.object({
    companies: z.array(z.object({ company: companyRecord, provenance })),
    profiles: z.array(z.object({ profile: personRecord, provenance })),
    sources: z.array(
      z.object({
        source: z.string(),
        status: z.enum(['ok', 'failed', 'late']),
        found: z.number().int(),
        rejected: z.number().int().describe('Records that were not of the format or name nobody.'),
      }),
    ),
    nextCursor,
  }),
  price: (p) =>
    p.perItem(
      {
        key: 'companySearchResult',
        most: ({ search, ...input }) => (search.type === 'companies' ? mostOf(input) : 0),
        count: (output) => output.companies.length,
      },
      {
        key: 'peopleSearchResult',
        most: ({ search, ...input }) => (search.type === 'people' ? mostOf(input) : 0),
        count: (output) => output.profiles.length,
      },
    ),
  limit: perMinute(60),
  timeoutMs: 30_000,
  fails: ['invalid-cursor', 'cursor-expired'],
  examples: [
    {
      name: 'Climate companies in Germany, wherever they are known',
      input: {
        search: {
          type: 'companies',
          searchParams: {
            headquartersCountryCode: { anyOf: ['DEU'] },
            keywords: { containsAny: ['climate'] },
          },
        },
        pageSize: 10,
      },
    },
  ],
  effect: 'spends',
  async handle({ input, call, deps }) {
    const { search } = input
    const key = priceKeyOf(search)
    const rows = await corpusRows(deps, call, input)
    const room = input.cursor === undefined ? input.maxOutsideResults : 0
    const limit = call.credit.affords(key, room, [{ key, units: rows.ids.length }])
    const asked = { limit, signal: call.signal, nowMs: call.nowMs, suppressed: deps.suppressed }
    const outside = limit === 0 ? { items: [], attempts: [] } : await askOutside(deps.sources, search, asked)
    const merged = await mergeSources({ deps, call, kind: search.type, rows }, outside.items, limit)
    const bodies = merged.map(({ body }) => body)
    const detailed =
      search.type === 'people' ? await detailsOf(deps, call, search.searchParams)?.(bodies) : undefined
    const companies = merged.map(({ body, provenance }) => ({
      company: stored<CompanyRecord>(body),
      provenance,
    }))
    const profiles = merged.map(({ body, provenance }, index) => ({
      profile: detailed?.[index] ?? stored<PersonRecord>(body),
      provenance,
    }))
    return {
      companies: search.type === 'companies' ? companies : [],
      profiles: search.type === 'people' ? profiles : [],
      sources: outside.attempts,
      nextCursor: rows.nextCursor,
    }
  },
})

/** Records a call may return. */
const mostOf = (input: { pageSize: number; maxOutsideResults: number; cursor?: string | undefined }) =>
  input.pageSize + (input.cursor === undefined ? input.maxOutsideResults : 0)

function corpusRows(
  deps: SearchDeps,
  call: Call,
  input: { search: SearchQuestion; pageSize: number; cursor?: string | undefined },
): Promise<Rows> {
  const { search, pageSize, cursor } = input
  const page = {
    cursor,
    pageSize,
    priceKey: priceKeyOf(search),
    question: questionOf(['multi-source', search]),
  }
  if (search.type === 'people') {
    const lists = excludedLists(search, 'search.')
    const ask = { ...search, paths: searchPaths }
    return answerRows(deps, call, {
      kind: 'people',
      lists,
      ...page,
      condition: (moment) => peopleCondition(deps, call, ask, moment),
    })
  }
  const { searchParams: params, companyExclusionListIDs: ids } = search
  return answerRows(deps, call, {
    kind: 'companies',
    lists: {
      companies: {
        ids,
        path: 'search.companyExclusionListIDs',
      },
    },
    ...page,
    condition: (moment) =>
      companiesAsked(deps, call, {
        params,
        path: searchPaths.searchParams,
        moment,
      }),
  })
}
