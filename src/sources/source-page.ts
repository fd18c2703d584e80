import { z } from 'zod'
import { storable } from '../lib/storable-text.ts'
import { Failure, positionIn, sealPage, type Call } from '../operation/index.ts'
import type { Snapshot } from '../corpus/commits/index.ts'
import type { History } from '../corpus/history/index.ts'
import { kinds, type EntityKind, type LineOf, type RecordOf } from '../corpus/kinds/index.ts'
import { findNow, firstNamed } from '../corpus/lookup/index.ts'
import { hashQuestion, type CorpusSearch, type Cursors, type Position } from '../corpus/search/index.ts'
import type { CorpusWriter } from '../corpus/write/index.ts'
import { warnLeftOut, warnNotLive, type LiveStatus } from './freshness.ts'
import type { LiveAnswer, LivePage } from './live-answer.ts'
import { dayMs } from '../lib/time.ts'

/** Records of a page from the corpus. */
const perPage = 50
/** What a page is made with. */
export interface SourcePageDeps {
  search: CorpusSearch
  history: History
  /** What sources answer goes into the corpus. */
  writer: Pick<CorpusWriter, 'write'>
  cursors: Cursors
  /** Seals cursors of live pages. */
  secret: Buffer
}

/** What is read of the corpus where no source answers. */
export interface CorpusRequest {
  /** Days since 1970 when the first page was asked for. */
  today: number
  limit: number
  after: Position | undefined
  snapshot: Snapshot | undefined
  signal: AbortSignal
}

export interface CorpusPage<R> {
  records: R[]
  /** Entity ids, aligned with `records`. */
  ids: string[]
  /** Undefined at the end. */
  next: Position | undefined
  snapshot: Snapshot
}

/** A question that a source is asked first, and the corpus in its place. */
export interface SourceQuestion<K extends EntityKind> {
  /** The question as received; tells its cursors from those of other questions. */
  question: object
  /** Puts the question to the live source; `next` is where the page before ended, null at the start. */
  live(next: string | null): Promise<LiveAnswer<LivePage<LineOf<K>>>>
  /** Members a line of the source leaves out because the question says them. */
  implied?: Readonly<Record<string, unknown>>
  /** The same question to the corpus. */
  corpus(request: CorpusRequest): Promise<CorpusPage<RecordOf<K>>>
}

/** Records with how fresh they are. */
export interface SourcePage<K extends EntityKind> {
  records: RecordOf<K>[]
  fresh: { live: boolean; liveStatus: LiveStatus; observedAt: string | null; source: string | null }
  cursor: { cursor?: string }
}

/** A page asked for: of which kind, and where the page before ended. */
interface PageQuestion<K extends EntityKind> extends SourceQuestion<K> {
  kind: K
  cursor: string | undefined
}

/**
 * A page of the live source, written to the corpus; where none has anything, a page of the corpus, which a warning
 * says. All pages of one answer come from where the first came from.
 */
export async function sourcePage<K extends EntityKind>(
  deps: SourcePageDeps,
  call: Call,
  ask: PageQuestion<K>,
): Promise<SourcePage<K>> {
  const { organizationId, operationId } = call
  const seal = { key: deps.secret, of: operationId, organizationId, query: ask.question }
  const next = ask.cursor === undefined ? null : positionIn(ask.cursor, seal, z.string())
  if (next === undefined) return fromCorpus(deps, call, ask, undefined)
  const answer = await ask.live(next)
  if (answer.state === 'found' && (answer.answer.lines.length > 0 || next !== null))
    return fromSource(deps, call, { ...ask, found: answer, seal: (place) => sealPage(place, seal) })
  // Pages of the corpus would not go on where those of the source ended.
  if (next !== null) throw new Failure('unavailable', { retryAfterSeconds: 30 })
  return fromCorpus(deps, call, ask, answer.state === 'found' ? 'not_found' : answer.state)
}

interface FoundPage<K extends EntityKind> {
  found: Extract<LiveAnswer<LivePage<LineOf<K>>>, { state: 'found' }>
  seal(place: string): string
}

async function fromSource<K extends EntityKind>(
  deps: SourcePageDeps,
  call: Call,
  { kind, implied = {}, found: live, seal }: PageQuestion<K> & FoundPage<K>,
): Promise<SourcePage<K>> {
  const { source, observedAt, confidence, leftOut } = live
  warnLeftOut(call, leftOut)
  const lines = storable(live.answer.lines).map((line) => {
    const members = withoutNulls(line as object)
    return { ...implied, ...members, source, observed_at: observedAt, confidence }
  })
  const items = lines.map((record, index) => ({ line: index + 1, record }))
  await deps.writer.write(kind, items, { source, observedAt: new Date(observedAt) })
  const { next } = live.answer
  return {
    records: await asKept(deps, kind, lines),
    fresh: { live: true, liveStatus: 'live', observedAt, source },
    cursor: next === null ? {} : { cursor: seal(next) },
  }
}

/**
 * The records that lines became, in their order. A line that the corpus did not take has none: it cannot be told from
 * others, or is of somebody who is suppressed.
 */
async function asKept<K extends EntityKind>(
  { search }: SourcePageDeps,
  kind: K,
  lines: readonly Record<string, unknown>[],
): Promise<RecordOf<K>[]> {
  const { complete, identifiers, split } = kinds[kind]
  const tokens = lines.map((line) => {
    const { members, emails, phoneNumbers, externalIds } = split(line)
    return identifiers(complete(members, '0'), { emails, phoneNumbers, externalIds, provenance: [] })
  })
  const records = await findNow(search, kind, { tokens: tokens.flat(), perToken: 1 })
  const named = firstNamed(records, tokens).filter((record) => record !== undefined)
  return [...new Set(named)].map(({ body }) => JSON.parse(body) as RecordOf<K>)
}

/** A member missing in a line must not hide its value in the question. */
const withoutNulls = (line: object) =>
  Object.fromEntries(Object.entries(line).filter(([, value]) => value !== null && value !== undefined))

async function fromCorpus<K extends EntityKind>(
  deps: SourcePageDeps,
  call: Call,
  ask: PageQuestion<K>,
  status: LiveStatus | undefined,
): Promise<SourcePage<K>> {
  const { kind, cursor } = ask
  const { organizationId, operationId, signal } = call
  const cursorOf = {
    kind,
    organizationId,
    question: hashQuestion({ operation: operationId, ...ask.question }),
  }
  const from = cursor === undefined ? undefined : await deps.cursors.open(cursor, cursorOf)
  // Why the first page was not live holds for those after it.
  const liveStatus = status ?? (deps.cursors.carried(cursor ?? '', organizationId) as LiveStatus)
  const today = from?.today ?? Math.floor(call.nowMs / dayMs)
  const request = { today, limit: perPage, after: from?.position, snapshot: from?.snapshot, signal }
  const { records, ids, snapshot, next: position } = await ask.corpus(request)
  const histories = await deps.history.read(kind, ids, snapshot)
  const observed = [...histories.values()].map((each) => each.observedAt).sort()
  if (records.length > 0) warnNotLive(call, [liveStatus])
  return {
    records,
    fresh: { live: false, liveStatus, observedAt: observed[0] ?? null, source: null },
    cursor:
      position === undefined
        ? {}
        : { cursor: deps.cursors.seal({ ...cursorOf, snapshot, today, position, carry: liveStatus }) },
  }
}
