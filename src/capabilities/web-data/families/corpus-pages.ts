import type { RecordOf } from '../../../corpus/kinds/index.ts'
import { findNow } from '../../../corpus/lookup/index.ts'
import type {
  PlatformAccount,
  FamilyPlatform,
  PlatformReply,
  PlatformUpload,
} from '../../../corpus/records/index.ts'
import {
  accountToken,
  platformFacet,
  makePlatformFacet,
  unknownDay,
  uploadTokens,
  uploadTypeFacet,
} from '../../../corpus/search-index/index.ts'
import {
  and,
  containsWords,
  hasAll,
  hasAny,
  identifiedBy,
  or,
  type Condition,
  type CorpusSearch,
  type Order,
} from '../../../corpus/search/index.ts'
import type { CorpusPage, CorpusRequest } from '../../../sources/index.ts'
import { depthFirst } from './depth-first.ts'

type FamilyKind = 'accounts' | 'uploads' | 'replies'

/** A page of records, by default the most followed accounts and the newest of the rest first. */
export async function pageOfKind<K extends FamilyKind>(
  search: CorpusSearch,
  kind: K,
  request: CorpusRequest & { condition: Condition; order?: Order },
): Promise<CorpusPage<RecordOf<K>>> {
  const { condition, order, limit, after, signal } = request
  const snapshot = request.snapshot ?? (await search.snapshots.newest(kind))
  const { bodies, ids, next } = await search.page(kind, { condition, order, limit, after, snapshot, signal })
  return { records: bodies.map((body) => JSON.parse(body) as RecordOf<K>), ids, next, snapshot }
}

/** The account of a handle. */
export const isAccount = (platform: FamilyPlatform, handle: string): Condition =>
  identifiedBy('accounts', [accountToken(platform, handle)])

/** The publication with an id or shortcode. */
export const isUpload = (platform: FamilyPlatform, id: string): Condition =>
  identifiedBy('uploads', uploadTokens(platform, id))

/** Uploads of a platform, of some types. */
export const ofTypes = (
  platform: FamilyPlatform,
  types: readonly Parameters<typeof uploadTypeFacet>[0][],
): Condition =>
  and([hasAll('facets', [platformFacet(platform)]), hasAny('facets', types.map(uploadTypeFacet))])

/** Rows of a platform that name something of it. */
export const naming = (...named: Parameters<typeof makePlatformFacet>): Condition =>
  hasAll('facets', [makePlatformFacet(...named)])

/** Accounts of a platform. */
export const onPlatform = (platform: FamilyPlatform): Condition => hasAll('facets', [platformFacet(platform)])

/** Texts that hold all words of a query; words between quotation marks stand side by side. */
export function matching(query: string): Condition {
  const parts = [...query.matchAll(/"([^"]+)"|(\S+)/g)].map(([, phrase, word]) => phrase ?? word ?? '')
  const words = parts.filter((part) => /[\p{L}\p{N}]/u.test(part))
  return and(words.map(containsWords))
}

/** Published in the days up to today. */
export const sinceDays = (today: number, days: number): Condition => ({
  kind: 'sql',
  text: (bind) =>
    `published != ${bind.value('Int32', unknownDay)} AND published >= ${bind.value('Int32', today - days)}`,
})

/** By a number of the row, the largest first. */
export const largestFirst = (column: 'likes' | 'comments' | 'views' | 'uses'): Order => ({
  value: () => column,
  descending: true,
})

/** By a number of the row that weighs less with every day since. */
export const weighedByAge = (value: string, today: number): Order => ({
  value: (bind) => `(${value}) / pow(greatest(${bind.value('Int32', today)} - published, 0) + 2, 1.1)`,
  isKnown: `published != ${unknownDay}`,
  descending: true,
})

/** The id of the publication with an id or shortcode, as far as the corpus knows it. */
export async function findUploadId(
  search: CorpusSearch,
  platform: FamilyPlatform,
  id: string,
): Promise<string> {
  const [record] = await findNow(search, 'uploads', { tokens: uploadTokens(platform, id), perToken: 1 })
  return record === undefined ? id : (JSON.parse(record.body) as PlatformUpload).upload_id
}

/** Accounts that follow another, or that it follows, as far as either says so. */
export async function related(
  search: CorpusSearch,
  { platform, handle, side }: { platform: FamilyPlatform; handle: string; side: 'followers' | 'following' },
): Promise<Condition> {
  const [record] = await findNow(search, 'accounts', {
    tokens: [accountToken(platform, handle)],
    perToken: 1,
  })
  const account = record === undefined ? undefined : (JSON.parse(record.body) as PlatformAccount)
  const isFollowers = side === 'followers'
  const named = (isFollowers ? account?.followed_by : account?.follows) ?? []
  return or([
    naming(isFollowers ? 'follows' : 'followedBy', platform, handle),
    identifiedBy(
      'accounts',
      named.map((each) => accountToken(platform, each)),
    ),
  ])
}

/** Most comments of a thread that are put in order. */
const maxThreadRows = 2_000

/** Comments on an upload as a thread reads: each followed by the answers to it, the best first. */
export async function threadPage(
  search: CorpusSearch,
  on: { platform: FamilyPlatform; id: string },
  request: CorpusRequest,
): Promise<CorpusPage<PlatformReply>> {
  const condition = naming('on', on.platform, on.id)
  const all = await pageOfKind(search, 'replies', {
    ...request,
    after: undefined,
    limit: maxThreadRows,
    condition,
  })
  const idOf = new Map(all.records.map((record, index) => [record, all.ids[index] as string]))
  const best = all.records.toSorted((a, b) => (b.like_count ?? 0) - (a.like_count ?? 0))
  const ordered = depthFirst(best)
  const start = request.after?.rank ?? 0
  const records = ordered.slice(start, start + request.limit)
  const end = start + records.length
  return {
    records,
    ids: records.map((record) => idOf.get(record) as string),
    next: end < ordered.length ? { rank: end, id: '0' } : undefined,
    snapshot: all.snapshot,
  }
}
