import type {
  NativeCompany,
  NativePerson,
  NativePost,
  NativePostComment,
  NativePostReaction,
} from '../../corpus/records/index.ts'
import type { LiveAnswer, LivePage } from '../../sources/index.ts'

/** A profile or a company page, by its identifier. */
export interface PageQuestion {
  slug: string | null
  /** Member id of a person, organization id of a company. */
  id: string | null
  /** Entity id of a person on the network. */
  urn: string | null
  url: string | null
  /** Of a company: whether counts of staff in the past are wanted. */
  historicalHeadcount?: boolean
  /** What the corpus has of it: sources may be asked by it, and some answers must not overrule it. */
  recorded?: Partial<Readonly<Record<string, unknown>>> | undefined
}

/** The person or company whose activity is requested. */
export interface ActorQuestion extends PageQuestion {
  type: 'person' | 'company'
}

export const recencies = ['Day', 'Week', 'Month', 'Quarter', 'HalfYear', 'Year'] as const
export type Recency = (typeof recencies)[number]

/** What a live source can be asked, with the lines (import format) it answers. */
export interface LiveQuestions {
  'person.live': { question: PageQuestion; answer: NativePerson }
  'company.live': { question: PageQuestion; answer: NativeCompany }
  posts: { question: { by: ActorQuestion; cursor: string | null }; answer: LivePage<NativePost> }
  'post.search': {
    question: { keywords: string[]; recency: Recency | null; cursor: string | null }
    answer: LivePage<NativePost>
  }
  comments: { question: ActivityQuestion; answer: LivePage<NativePostComment> }
  reactions: { question: ActivityQuestion; answer: LivePage<NativePostReaction> }
}

/** Comments or reactions: to a post, or of somebody. */
export type ActivityQuestion =
  | { of: 'post'; postId: string; cursor: string | null }
  | { of: 'actor'; by: ActorQuestion; cursor: string | null }

export type LiveCapability = keyof LiveQuestions

/** Asks outside sources for the current state. It never throws because of a source; it throws when the signal aborts. */
export interface LiveSource {
  /** Whether a source is set up that can be asked this; left out: nobody knows before asking. */
  has?(capability: LiveCapability): boolean
  ask<C extends LiveCapability>(
    capability: C,
    question: LiveQuestions[C]['question'],
    signal: AbortSignal,
    /** Why an answer is not taken: it is about somebody else, so this source could not be read. */
    refuses?: (answer: LiveQuestions[C]['answer']) => string | undefined,
  ): Promise<LiveAnswer<LiveQuestions[C]['answer']>>
}

/** A deployment without live sources, and every sandbox. */
export const noLiveSource: LiveSource = { has: () => false, ask: async () => ({ state: 'no_source' }) }
