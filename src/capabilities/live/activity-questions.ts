import type { Call } from '../../operation/index.ts'
import type { Malformed } from '../resolve/index.ts'
import type { NetworkHosts } from '../../lib/network-url.ts'
import { activityPage, type ActivityPage, type ActivityQuestion, type Kind } from './activity-page.ts'
import { activityOf, actorOf, authorImplied, postIds } from './actor.ts'
import type { NamedPage } from './identify.ts'
import type { ActorQuestion } from './live-source.ts'
import { askedPage } from './schema.ts'
import type { LiveDeps } from './slice.ts'

/** A page of a question to the live source: what is asked about, and where the page before ended. */
type Live<K extends Kind, About> = (
  about: About,
  next: string | null,
) => ReturnType<ActivityQuestion<K>['live']>

/** What a person or company wrote or reacted to. Throws a 400 for an identifier that cannot be one. */
export async function activityBy<K extends Kind>(
  deps: LiveDeps,
  call: Call,
  question: {
    kind: K
    input: { identifier: string; cursor?: string | undefined }
    read: (text: string, network: NetworkHosts) => NamedPage | Malformed
    live: Live<K, ActorQuestion>
  },
): Promise<ActivityPage<K>> {
  const { kind, input, read, live } = question
  const by = askedPage({ text: input.identifier, path: 'identifier' }, read, deps.network)
  return activityPage<K>(deps, call, {
    kind,
    asked: { by: by.key },
    cursor: input.cursor,
    live: (next) => live(actorOf(by), next),
    implied: authorImplied(by) as NonNullable<ActivityQuestion<K>['implied']>,
    corpus: () => activityOf(deps, by, call.signal),
  })
}

/** What others wrote about a post, or how they reacted to it. */
export async function activityOn<K extends Kind>(
  deps: LiveDeps,
  call: Call,
  question: {
    kind: K
    input: { contentId: string; cursor?: string | undefined }
    live: Live<K, string>
  },
): Promise<ActivityPage<K>> {
  const ids = postIds(question.input.contentId)
  return activityPage<K>(deps, call, {
    kind: question.kind,
    asked: { ids },
    cursor: question.input.cursor,
    live: (next) => question.live(ids[0], next),
    corpus: () => ({ posts: ids }),
  })
}
