import { z } from 'zod'
import { storable } from '../../lib/storable-text.ts'
import { Failure, positionIn, sealPage, type Call } from '../../operation/index.ts'
import type { MediaQuestion } from '../../corpus/media/index.ts'
import { questionOf } from '../../corpus/search/index.ts'
import {
  completePost,
  completePostComment,
  completePostReaction,
  type NativePost,
  type NativePostComment,
  type NativePostReaction,
  type Post,
  type PostComment,
  type PostReaction,
} from '../../corpus/records/index.ts'
import {
  commentIdentifiers,
  exactToken,
  postIdentifiers,
  reactionIdentifiers,
} from '../../corpus/search-index/index.ts'
import { warnNotLive, type LiveStatus } from './freshness.ts'
import type { LiveAnswer, LivePage } from './live-source.ts'
import type { LiveDeps } from './slice.ts'

/** Records of a page from the corpus. */
const perPage = 50
const dayMs = 86_400_000

interface Kinds {
  posts: { line: NativePost; record: Post }
  comments: { line: NativePostComment; record: PostComment }
  reactions: { line: NativePostReaction; record: PostReaction }
}
export type Kind = keyof Kinds

/** What a line is found by once it is written. */
const identifiers: { [K in Kind]: (line: Kinds[K]['line']) => string[] } = {
  posts: (line) => postIdentifiers(completePost(line)),
  comments: (line) => commentIdentifiers(completePostComment(line)),
  reactions: (line) => reactionIdentifiers(completePostReaction(line)),
}

export interface ActivityQuestion<K extends Kind> {
  kind: K
  /** What is asked, as it came; tells cursors of this question from others. */
  asked: object
  cursor: string | undefined
  /** Puts the question to the live source; `next` is where the page before ended. */
  live(next: string | null): Promise<LiveAnswer<LivePage<Kinds[K]['line']>>>
  /** Members a line of the source leaves out because the question says them. */
  implied?: Partial<Kinds[K]['line']>
  /** The same question to the corpus. `today`: days since 1970 when the first page was asked for. */
  corpus(today: number): MediaQuestion | Promise<MediaQuestion>
}

export interface ActivityPage<K extends Kind> {
  records: Kinds[K]['record'][]
  /** Posts that the records are about, by id. */
  posts: Map<string, Post>
  fresh: {
    live: boolean
    liveStatus: LiveStatus
    observedAt: string | null
    source: string | null
  }
  cursor: { cursor?: string }
}

/**
 * A page of the live source, written to the corpus; where none has anything, a page of the corpus, which a warning
 * says. All pages of one answer come from where the first came from.
 */
export async function activityPage<K extends Kind>(
  deps: LiveDeps,
  call: Call,
  ask: ActivityQuestion<K>,
): Promise<ActivityPage<K>> {
  const question = questionOf({ operation: call.operationId, ...ask.asked })
  const { organizationId, operationId } = call
  const seal = { key: deps.secret, of: operationId, organizationId, query: ask.asked }
  const next = ask.cursor === undefined ? null : positionIn(ask.cursor, seal, z.string())
  if (next === undefined) return fromCorpus(deps, call, { ...ask, question, status: undefined })
  const answer = await ask.live(next)
  if (answer.state === 'found' && (answer.answer.lines.length > 0 || next !== null))
    return fromSource(deps, ask, answer, (place) => sealPage(place, seal))
  // Pages of the corpus would not go on where those of the source ended.
  if (next !== null) throw new Failure('unavailable', { retryAfterSeconds: 30 })
  const status = answer.state === 'found' ? 'not_found' : answer.state
  return fromCorpus(deps, call, { ...ask, question, status })
}

async function fromSource<K extends Kind>(
  deps: LiveDeps,
  { kind, implied = {} }: ActivityQuestion<K>,
  found: Extract<LiveAnswer<LivePage<Kinds[K]['line']>>, { state: 'found' }>,
  seal: (place: string) => string,
): Promise<ActivityPage<K>> {
  const { source, observedAt, confidence } = found
  const lines = storable(found.answer.lines).map(
    (line) =>
      ({ ...implied, ...withoutNulls(line), source, observed_at: observedAt, confidence }) as typeof line,
  )
  await deps.writer.write(
    kind,
    lines.map((record, at) => ({ line: at + 1, record })),
    { source, observedAt: new Date(observedAt) },
  )
  const records = await asKept(deps, kind, lines)
  const { next } = found.answer
  return {
    records,
    posts: await postsAbout(deps, records),
    fresh: { live: true, liveStatus: 'live', observedAt, source },
    cursor: next === null ? {} : { cursor: seal(next) },
  }
}

/**
 * The records that lines became, in their order. A line that the corpus did not take has none: it cannot be told from
 * others, or is of somebody who is suppressed.
 */
async function asKept<K extends Kind>(
  { search }: LiveDeps,
  kind: K,
  lines: readonly Kinds[K]['line'][],
): Promise<Kinds[K]['record'][]> {
  const tokens = lines.map(identifiers[kind])
  const snapshot = await search.snapshots.newest(kind)
  const found = await search.lookup(kind, { tokens: tokens.flat(), snapshot, perToken: 1 })
  const byToken = new Map(found.flatMap((record) => record.tokens.map((token) => [token, record])))
  const kept = tokens.flatMap((each) => {
    const token = each.find((one) => byToken.has(one))
    return token === undefined ? [] : [byToken.get(token)]
  })
  return [...new Set(kept)].map((record) => JSON.parse(record?.body ?? 'null') as Kinds[K]['record'])
}

/** What a line does not say must not hide what the question says. */
const withoutNulls = (line: object) =>
  Object.fromEntries(Object.entries(line).filter(([, value]) => value !== null && value !== undefined))

async function fromCorpus<K extends Kind>(
  deps: LiveDeps,
  call: Call,
  ask: ActivityQuestion<K> & { question: string; status: LiveStatus | undefined },
): Promise<ActivityPage<K>> {
  const { kind } = ask
  const cursorOf = { kind, organizationId: call.organizationId, question: ask.question }
  const from = ask.cursor === undefined ? undefined : await deps.cursors.open(ask.cursor, cursorOf)
  // Why the first page was not live holds for those after it.
  const liveStatus = ask.status ?? (deps.cursors.carried(ask.cursor ?? '', call.organizationId) as LiveStatus)
  const today = from?.today ?? Math.floor(call.nowMs / dayMs)
  const request = { limit: perPage, after: from?.position, snapshot: from?.snapshot, signal: call.signal }
  const page = await readPage(deps, kind, await ask.corpus(today), request)
  const histories = await deps.history.read(kind, page.ids, page.snapshot)
  const observed = [...histories.values()].map((each) => each.observedAt).sort()
  if (page.records.length > 0) warnNotLive(call, [liveStatus])
  const { snapshot, next: position } = page
  return {
    records: page.records,
    posts: await postsAbout(deps, page.records),
    fresh: { live: false, liveStatus, observedAt: observed[0] ?? null, source: null },
    cursor:
      position === undefined
        ? {}
        : { cursor: deps.cursors.seal({ ...cursorOf, snapshot, today, position, carry: liveStatus }) },
  }
}

type Request = Parameters<LiveDeps['media']['posts']>[1]

async function readPage<K extends Kind>(
  { media }: LiveDeps,
  kind: K,
  question: MediaQuestion,
  request: Request,
) {
  const page = await media[kind](question, request)
  return { ...page, records: page.records as Kinds[K]['record'][] }
}

/** The posts that comments and reactions are on, and that posts pass on, as far as the corpus has them. */
async function postsAbout(
  { search }: LiveDeps,
  records: readonly (Post | PostComment | PostReaction)[],
): Promise<Map<string, Post>> {
  const ids = records.flatMap((each) =>
    'reshared_post_id' in each ? (each.reshared_post_id ?? []) : [each.post_id],
  )
  if (ids.length === 0) return new Map()
  const found = await search.lookup('posts', {
    tokens: [...new Set(ids)].map((id) => exactToken('post', id)),
    snapshot: await search.snapshots.newest('posts'),
    perToken: 1,
  })
  return new Map(
    found.map(({ body }) => {
      const post = JSON.parse(body) as Post
      return [post.post_id, post]
    }),
  )
}
