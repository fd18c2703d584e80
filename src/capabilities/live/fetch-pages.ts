import { limitConcurrency } from '../../lib/limit-concurrency.ts'
import { normalizeSlug } from '../../lib/network-url.ts'
import { storable } from '../../lib/storable-text.ts'
import type { FoundRecord } from '../../corpus/search/index.ts'
import { exactToken } from '../../corpus/search-index/index.ts'
import type { NativeCompany, NativePerson } from '../../corpus/records/index.ts'
import type { LiveStatus } from './freshness.ts'
import type { NamedPage } from './identify.ts'
import type { LiveAnswer } from './live-source.ts'
import type { LiveDeps } from './slice.ts'

/** A profile or company as the corpus has it after the live source was asked. */
export interface FetchedPage {
  status: LiveStatus
  /** Undefined when neither the source nor the corpus has it. */
  record: { id: string; body: string; observedAt: string | null; source: string | null } | undefined
}

/** Questions to sources that are under way at once. */
const atOnce = 10

type Line = NativePerson | NativeCompany
type Found = Extract<LiveAnswer<Line>, { state: 'found' }>

/**
 * Asks live sources for some pages of one type, writes what they answer to the corpus as one commit, and reads all of
 * them from there. A live record is thus completed by what was known before, and a change has its history.
 */
export async function fetchPages(
  deps: LiveDeps,
  pages: readonly NamedPage[],
  { signal, historicalHeadcount = false }: { signal: AbortSignal; historicalHeadcount?: boolean },
): Promise<FetchedPage[]> {
  const [first] = pages
  if (first === undefined) return []
  const kind = first.type === 'person' ? ('people' as const) : ('companies' as const)
  const capability = first.type === 'person' ? ('person.live' as const) : ('company.live' as const)
  const inTurn = limitConcurrency(atOnce)
  const answers = await Promise.all(
    pages.map(({ slug, id, urn, url }) =>
      inTurn<LiveAnswer<Line>>(() =>
        deps.source.ask(capability, { slug, id, urn, url, historicalHeadcount }, signal),
      ),
    ),
  )
  const lines = answers.map((answer, at) =>
    answer.state === 'found' ? lineOf(answer, pages[at] as NamedPage) : undefined,
  )
  await deps.writer.write(
    kind,
    lines.flatMap((record, at) => (record === undefined ? [] : [{ line: at + 1, record }])),
    { source: 'live', observedAt: new Date(observedOf(answers)) },
  )
  const tokens = pages.map((page, at) => [...page.tokens, ...tokensOf(lines[at], page.type)])
  const snapshot = await deps.search.snapshots.newest(kind)
  const known = await deps.search.lookup(kind, { tokens: tokens.flat(), snapshot, perToken: 1, signal })
  const byToken = new Map<string, FoundRecord>()
  for (const record of known)
    for (const token of record.tokens) if (!byToken.has(token)) byToken.set(token, record)
  const histories = await deps.history.read(
    kind,
    known.map(({ id }) => id),
    snapshot,
  )
  return pages.map((_page, at): FetchedPage => {
    const answer = answers[at] as LiveAnswer<Line>
    const token = tokens[at]?.find((each) => byToken.has(each))
    const found = token === undefined ? undefined : byToken.get(token)
    // What a source found and the corpus did not take is of somebody who is suppressed.
    if (found === undefined)
      return { status: answer.state === 'found' ? 'not_found' : answer.state, record: undefined }
    const { id, body } = found
    const seen = histories.get(id)?.observedAt ?? null
    return answer.state === 'found'
      ? { status: 'live', record: { id, body, observedAt: answer.observedAt, source: answer.source } }
      : { status: answer.state, record: { id, body, observedAt: seen, source: null } }
  })
}

/** The earliest, for lines that do not say themselves; every line does. */
const observedOf = (answers: readonly LiveAnswer<Line>[]) =>
  Math.min(
    ...answers.flatMap((each) => (each.state === 'found' ? [Date.parse(each.observedAt)] : [])),
    8.64e15,
  )

/** A line that can be recognised as the page that was asked for, also where it goes by another slug now. */
function lineOf({ answer, source, observedAt, confidence }: Found, page: NamedPage): Line {
  const line = { ...storable(answer), source, observed_at: observedAt, confidence }
  return page.type === 'person'
    ? personLine(line as NativePerson, page)
    : companyLine(line as NativeCompany, page)
}

function personLine(line: NativePerson, { slug, id }: NamedPage): NativePerson {
  const primary = line.primary_slug ?? slug
  const former = formerSlugs(slug, primary)
  const isNumber = id !== null && /^\d+$/.test(id)
  return {
    ...line,
    ...(primary === null ? {} : { primary_slug: primary }),
    ...(former.length === 0 ? {} : { slugs: [...(line.slugs ?? []), ...former] }),
    ...(id === null
      ? {}
      : isNumber
        ? { user_id: line.user_id ?? id }
        : { entity_urn: line.entity_urn ?? id }),
  }
}

/** The slug that was asked for, where the page goes by another now. */
const formerSlugs = (asked: string | null, now: string | null) =>
  asked === null || now === null || normalizeSlug(now) === asked ? [] : [asked]

function companyLine(line: NativeCompany, { slug, id }: NamedPage): NativeCompany {
  const primary = line.pnet_primary_slug ?? slug
  const former = formerSlugs(slug, primary)
  return {
    ...line,
    pnet_primary_slug: primary,
    li_org_id: line.li_org_id ?? id,
    ...(former.length === 0 ? {} : { pnet_slugs: [...(line.pnet_slugs ?? []), ...former] }),
  }
}

function tokensOf(line: Line | undefined, type: NamedPage['type']): string[] {
  if (line === undefined) return []
  const { primary_slug, user_id } = line as NativePerson
  const { pnet_primary_slug, li_org_id } = line as NativeCompany
  const slug = type === 'person' ? primary_slug : pnet_primary_slug
  const id = type === 'person' ? user_id : li_org_id
  return [
    ...(slug ? [exactToken('slug', normalizeSlug(slug))] : []),
    ...(id ? [exactToken(type === 'person' ? 'uid' : 'org', id)] : []),
  ]
}
