import type { Post, PostComment, PostReaction } from '../../corpus/records/index.ts'
import type { RecordOf } from '../../corpus/kinds/index.ts'
import { findNow } from '../../corpus/lookup/index.ts'
import type { MediaQuestion } from '../../corpus/media/index.ts'
import type { NetworkHosts } from '../../lib/network-url.ts'
import type { Call } from '../../operation/index.ts'
import type { CorpusPage, CorpusRequest, SourceQuestion } from '../../sources/index.ts'
import { buildActivityQuestion, toActor, authorImplied } from './actor.ts'
import { postIds, postToken, type Malformed, type NamedPage } from '../../corpus/identify/index.ts'
import type { ActorQuestion } from './live-source.ts'
import { askedPage } from './schema.ts'
import { liveTag, type LiveDeps } from './slice.ts'

/** Kinds of what people do on the network. */
export type ActivityKind = 'posts' | 'comments' | 'reactions'

/** A page of a question to the live source: the subject, and the end of the previous page. */
type Live<K extends ActivityKind, About> = (
  about: About,
  next: string | null,
) => ReturnType<SourceQuestion<K>['live']>

/** What all operations on activity have in common. */
export const activity = { tag: liveTag, price: 'networkActivityPage', context: postsAbout } as const

/** What a person or company wrote or reacted to. Throws a 400 for an identifier that cannot be one. */
export function activityBy<K extends ActivityKind>(
  { call, deps }: { call: Call; deps: LiveDeps },
  question: {
    kind: K
    identifier: string
    read: (text: string, network: NetworkHosts) => NamedPage | Malformed
    live: Live<K, ActorQuestion>
  },
): SourceQuestion<K> {
  const { kind, identifier, read, live } = question
  const by = askedPage({ text: identifier, path: 'identifier' }, read, deps.network)
  return {
    question: { by: by.key },
    live: (next) => live(toActor(by), next),
    implied: authorImplied(by),
    corpus: async (request) =>
      inCorpus(deps, kind, await buildActivityQuestion(deps, by, call.signal), request),
  }
}

/** What others wrote about a post, or how they reacted to it. */
export function activityOn<K extends ActivityKind>(
  deps: LiveDeps,
  { kind, contentId, live }: { kind: K; contentId: string; live: Live<K, string> },
): SourceQuestion<K> {
  const ids = postIds(contentId)
  return {
    question: { ids },
    live: (next) => live(ids[0], next),
    corpus: (request) => inCorpus(deps, kind, { posts: ids }, request),
  }
}

/** A page of the corpus, the newest first. */
export function inCorpus<K extends ActivityKind>(
  { media }: LiveDeps,
  kind: K,
  question: MediaQuestion,
  request: CorpusRequest,
): Promise<CorpusPage<RecordOf<K>>> {
  return media[kind](question, request) as Promise<CorpusPage<RecordOf<ActivityKind>>> as never
}

/** The posts that comments and reactions are on, and that posts pass on, by id, as far as the corpus has them. */
async function postsAbout(
  records: readonly (Post | PostComment | PostReaction)[],
  { search }: LiveDeps,
): Promise<Map<string, Post>> {
  const ids = records.flatMap((each) =>
    'reshared_post_id' in each ? (each.reshared_post_id ?? []) : [each.post_id],
  )
  if (ids.length === 0) return new Map()
  const posts = await findNow(search, 'posts', {
    tokens: [...new Set(ids)].map((id) => postToken(id)),
    perToken: 1,
  })
  return new Map(
    posts.map(({ body }) => {
      const post = JSON.parse(body) as Post
      return [post.post_id, post]
    }),
  )
}
