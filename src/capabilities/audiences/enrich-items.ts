import type { CompanyRecord, PersonRecord } from '../../corpus/records/index.ts'
import { isMalformed, namedPage, slugToken, type NamedPage } from '../../corpus/identify/index.ts'
import type { PriceLine } from '../../operation/index.ts'
import type { ItemOutcome, JobContext } from '../../platform/jobs/index.ts'
import {
  chargedKinds,
  cheapest,
  inBatch,
  listPriceLines,
  reveal,
  standard,
  type ContactKind,
  type ContactRead,
} from '../contacts/index.ts'
import { fetchPages } from '../live/index.ts'
import { readRecords } from './members-page.ts'
import type { AudiencesDeps } from './slice.ts'

/** The input of an enrichment. */
export interface EnrichParams {
  enrichmentId: string
  audienceId: string
  audienceName: string
  /** Version of the members, which later builds do not change. */
  version: number
  liveCompanies: number
  liveProspects: number
  contacts: number
  wanted: ContactKind[]
  isSandbox: boolean
  /** Address that gets a mail when it has ended. */
  userEmail: string | null
}

/** Members that are enriched, stored and charged together. */
export interface EnrichItem {
  step: 'liveCompanies' | 'liveProspects' | 'contacts'
  ids: string[]
}

/** Outcomes by entity id. */
export interface EnrichedItem {
  step: EnrichItem['step']
  /** Entities that were fetched live or delivered with contact details. */
  delivered: string[]
  /** Entities whose source could not be read. */
  unavailable: number
  /** Kinds of contact details that were delivered, and those of them that are charged now. */
  given?: ContactRead[]
  charged?: ContactRead[]
}

type Context = JobContext<EnrichParams, AudiencesDeps>
type Outcome = ItemOutcome<EnrichedItem>

/** Enriches an item. Members that are no longer in the corpus are skipped, free of charge. */
export function enrichItem(context: Context, item: EnrichItem): Promise<Outcome> {
  if (item.step === 'contacts') return revealContacts(context, item.ids)
  return fetchLive(context, item.step, item.ids)
}

async function fetchLive(
  { deps, signal }: Context,
  step: 'liveCompanies' | 'liveProspects',
  ids: readonly string[],
): Promise<Outcome> {
  const pages =
    step === 'liveCompanies' ? await companyPages(deps, ids, signal) : await personPages(deps, ids, signal)
  const fetched = await fetchPages(deps.live, pages, { signal })
  // Members are keyed by their current entity: two may have been merged into one, which is paid for once.
  const live = fetched.flatMap(({ status, record }) =>
    status === 'live' && record !== undefined ? record.id : [],
  )
  const delivered = [...new Set(live)]
  const unavailable = fetched.filter(({ status }) => status === 'unavailable').length
  const output = { step, delivered, unavailable }
  if (delivered.length === 0) return { state: 'empty', output }
  const key = step === 'liveCompanies' ? 'audienceLiveCompany' : 'audienceLiveProspect'
  return { state: 'delivered', output, lines: [{ key, units: delivered.length }] }
}

async function companyPages(
  { search, network }: AudiencesDeps,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<NamedPage[]> {
  const records = await readRecords<CompanyRecord>(search, { of: 'companies', ids, signal })
  return [...records.values()].flatMap(({ pnet_primary_slug, li_org_id }) => {
    const page = namedPage.company(pnet_primary_slug || li_org_id || '', network)
    return isMalformed(page) ? [] : [page]
  })
}

async function personPages(
  { search, network }: AudiencesDeps,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<NamedPage[]> {
  const records = await readRecords<PersonRecord>(search, { of: 'people', ids, signal })
  return [...records.values()].flatMap(({ url, primary_slug }) => {
    const page = namedPage.person(url ?? primary_slug, network)
    return isMalformed(page) ? [] : [page]
  })
}

async function revealContacts(context: Context, ids: readonly string[]): Promise<Outcome> {
  const { params, deps, organizationId, requestId, nowMs, unitPrices, signal } = context
  const { wanted, isSandbox } = params
  const people = await readRecords<PersonRecord>(deps.search, { of: 'people', ids, signal })
  const questions = [...people.values()].map(({ primary_slug, url }) => ({
    question: { by: 'identifier' as const, tokens: [slugToken(primary_slug)] },
    pnetUrl: url ?? primary_slug,
  }))
  const options = { tier: standard.id, wanted, validateEmails: true, outside: inBatch, signal }
  const claimant = isSandbox
    ? undefined
    : { organizationId, requestId, nowMs, signal, records: 'later' as const }
  const { profiles, reads } = await reveal(deps.contacts, {
    people: questions,
    options,
    includeAttempts: false,
    claimant,
  })
  const lines: PriceLine[] = []
  const [free, charged]: [ContactRead[], ContactRead[]] = [[], []]
  for (const [index, profile] of profiles.entries()) {
    const personId = reads[index]?.personId
    if (personId === undefined) continue
    const kinds = chargedKinds(profile)
    const all = [...new Set([...kinds, ...profile.alreadyPaid])]
    if (all.length > 0) free.push({ personId, kinds: all })
    if (kinds.length > 0) charged.push({ personId, kinds })
    lines.push(...listPriceLines(cheapest(standard, { kinds, wanted }, unitPrices)))
  }
  const delivered = free.map(({ personId }) => personId)
  const output: EnrichedItem = { step: 'contacts', delivered, unavailable: 0, given: free, charged }
  return free.length === 0 ? { state: 'empty', output } : { state: 'delivered', output, lines: summed(lines) }
}

function summed(lines: readonly PriceLine[]): PriceLine[] {
  const units = new Map<PriceLine['key'], number>()
  for (const line of lines) units.set(line.key, (units.get(line.key) ?? 0) + line.units)
  return [...units].map(([key, count]) => ({ key, units: count }))
}
