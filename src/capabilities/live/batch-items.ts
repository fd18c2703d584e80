import type { CompanyRecord, PersonRecord } from '../../corpus/records/index.ts'
import type { NetworkHosts } from '../../lib/network-url.ts'
import type { UnitPrices } from '../../operation/index.ts'
import type { ItemOutcome, JobContext } from '../../platform/jobs/index.ts'
import { fetchPages, type FetchedPage } from './fetch-pages.ts'
import { nothingFound, type LiveStatus } from '../../sources/index.ts'
import { isMalformed, namedPage, type NamedPage } from '../../corpus/identify/index.ts'
import { buildLiveCompany, type LiveCompany } from './live-company.ts'
import { pageKey } from './page-price.ts'
import type { LiveDeps } from './slice.ts'

export const batchTypes = ['PROFILE', 'COMPANY'] as const
export type BatchType = (typeof batchTypes)[number]

export interface BatchParams {
  type: BatchType
  malformed: number
  /** References of the client by item, including those of duplicates; omitted if there are none. */
  references?: Record<string, string[]>
}

export const itemStatuses = ['COMPLETED', 'NOT_FOUND', 'FAILED', 'MALFORMED'] as const

/** Members of the poll for one identifier, in addition to the identifier. */
export interface BatchResult {
  status: (typeof itemStatuses)[number]
  profile?: PersonRecord
  company?: LiveCompany
  message?: string
  live: boolean
  liveStatus: LiveStatus | null
  observedAt: string | null
  source: string | null
}

const chooseReader = (type: BatchType) => namedPage[type === 'PROFILE' ? 'person' : 'company']

/**
 * The identifiers of a batch as its items: each page once, however it is written. Those that cannot name a page come
 * first, so that the count of failed items separates them from pages that could not be fetched at any moment.
 */
export function batchItems(
  {
    type,
    identifiers,
    references = [],
  }: { type: BatchType; identifiers: readonly string[]; references?: readonly (string | undefined)[] },
  network: NetworkHosts,
): { items: string[]; malformed: number; duplicates: number; referencesOf: Record<string, string[]> } {
  /** The item of a page. */
  const byIdentity = new Map<string, string>()
  const referencesOf = Object.create(null) as Record<string, string[]>
  const [wrong, right]: [string[], string[]] = [[], []]
  for (const [index, text] of identifiers.entries()) {
    const page = chooseReader(type)(text, network)
    const isWrong = isMalformed(page)
    const key = isWrong ? `text ${text.trim()}` : page.key
    const item = byIdentity.get(key) ?? text
    const reference = references[index]
    if (reference !== undefined) (referencesOf[item] ??= []).push(reference)
    if (byIdentity.has(key)) continue
    byIdentity.set(key, text)
    if (isWrong) wrong.push(text)
    else right.push(text)
  }
  return {
    items: [...wrong, ...right],
    malformed: wrong.length,
    duplicates: identifiers.length - wrong.length - right.length,
    referencesOf,
  }
}

/** Fetches the pages of some items together. */
export async function fetchItems(
  { params, deps, signal, unitPrices }: JobContext<BatchParams, LiveDeps>,
  identifiers: readonly string[],
): Promise<ItemOutcome<BatchResult>[]> {
  const pages = identifiers.map((text) => chooseReader(params.type)(text, deps.network))
  const named = pages.filter((page): page is NamedPage => !isMalformed(page))
  const fetched = await fetchPages(deps, named, { signal })
  const charged = new Set<string>()
  return pages.map((page) => {
    if (!isMalformed(page)) {
      const one = fetched.shift() as FetchedPage
      const outcome = buildOutcome(one, { type: params.type, unitPrices }, deps)
      const id = one.record?.id ?? ''
      // Somebody under two identifiers, which nothing but the corpus can tell.
      if (outcome.state !== 'delivered' || charged.has(id)) return { ...outcome, lines: [] }
      if (outcome.lines?.length) charged.add(id)
      return outcome
    }
    const none = { live: false, liveStatus: null, observedAt: null, source: null }
    return { state: 'failed', output: { status: 'MALFORMED', message: page.expected, ...none } }
  })
}

function buildOutcome(
  { status, record }: FetchedPage,
  { type, unitPrices }: { type: BatchType; unitPrices: UnitPrices },
  { network }: LiveDeps,
): ItemOutcome<BatchResult> {
  const fresh = {
    live: status === 'live',
    liveStatus: status,
    observedAt: record?.observedAt ?? null,
    source: record?.source ?? null,
  }
  if (record === undefined) {
    const message = nothingFound(type === 'PROFILE' ? 'profile' : 'company', status)
    return status === 'unavailable'
      ? { state: 'failed', output: { status: 'FAILED', message, ...fresh } }
      : { state: 'empty', output: { status: 'NOT_FOUND', message, ...fresh } }
  }
  const recorded: unknown = JSON.parse(record.body)
  const content =
    type === 'PROFILE'
      ? { profile: recorded as PersonRecord }
      : { company: buildLiveCompany(recorded as CompanyRecord, network) }
  const key = pageKey(type === 'PROFILE' ? 'person' : 'company', status, unitPrices)
  return {
    state: 'delivered',
    output: { status: 'COMPLETED', ...content, ...fresh },
    lines: key === undefined ? [] : [{ key, units: 1 }],
  }
}
