import { stored, type Call, type PriceKey } from '../../operation/index.ts'
import type { CompanyRecord, PersonRecord } from '../../corpus/records/index.ts'
import { hashQuestion } from '../../corpus/search/index.ts'
import { answerRows, companiesAsked, type Rows } from './ask.ts'
import { mergeSources, type Origin } from './merge-sources.ts'
import { askOutside, type SourceReport } from './outside-search.ts'
import { prepareDetails, excludedLists, peopleCondition } from './people-question.ts'
import type { SearchQuestion } from './question-schema.ts'
import { searchPaths } from './search-question.ts'
import type { SearchDeps } from './slice.ts'

export interface EverywhereAsked {
  search: SearchQuestion
  pageSize: number
  /** Maximum additional records of outside sources on a first page. */
  maxOutsideResults: number
  cursor: string | undefined
  /** What a record costs. */
  priceKey: PriceKey
}

export interface FoundEverywhere {
  companies: { company: CompanyRecord; provenance: Origin[] }[]
  profiles: { profile: PersonRecord; provenance: Origin[] }[]
  /** The records as JSON, in order. */
  bodies: string[]
  sources: SourceReport[]
  nextCursor: string | null
}

/** Asks the corpus for a page and, with the first, every outside source, and merges what they find by identity. */
export async function searchEverywhere(
  deps: SearchDeps,
  call: Call,
  input: EverywhereAsked,
): Promise<FoundEverywhere> {
  const { search, priceKey: key } = input
  const rows = await corpusRows(deps, call, input)
  const room = input.cursor === undefined ? input.maxOutsideResults : 0
  const limit = call.credit.affords(key, room, [{ key, units: rows.ids.length }])
  const options = { limit, signal: call.signal, nowMs: call.nowMs, suppressed: deps.suppressed }
  const outside = limit === 0 ? { items: [], attempts: [] } : await askOutside(deps.sources, search, options)
  const merged = await mergeSources({ deps, call, kind: search.type, rows }, outside.items, limit)
  const bodies = merged.map(({ body }) => body)
  const detailed =
    search.type === 'people' ? await prepareDetails(deps, call, search.searchParams)?.(bodies) : undefined
  const companies = merged.map(({ body, provenance }) => ({
    company: stored<CompanyRecord>(body),
    provenance,
  }))
  const profiles = merged.map(({ body, provenance }, index) => ({
    profile: (detailed?.[index] as PersonRecord | undefined) ?? stored<PersonRecord>(body),
    provenance,
  }))
  return {
    companies: search.type === 'companies' ? companies : [],
    profiles: search.type === 'people' ? profiles : [],
    bodies,
    sources: outside.attempts,
    nextCursor: rows.nextCursor,
  }
}

function corpusRows(deps: SearchDeps, call: Call, input: EverywhereAsked): Promise<Rows> {
  const { search, pageSize, cursor, priceKey } = input
  const page = { cursor, pageSize, priceKey, question: hashQuestion(['multi-source', search]) }
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
    lists: { companies: { ids, path: 'search.companyExclusionListIDs' } },
    ...page,
    condition: (moment) => companiesAsked(deps, call, { params, path: searchPaths.searchParams, moment }),
  })
}
