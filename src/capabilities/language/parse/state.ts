import type { Draft, Part, Side } from './draft.ts'
import type { Bounds, Cue, MeaningOf, Mention } from './mention.ts'
import type { Word } from './words.ts'

/** Where reading stands. */
export interface State {
  draft: Draft
  words: readonly Word[]
  /** What is left out of the question's words: mentions that say something, in order. */
  mentions: readonly Mention[]
  index: number
  /** Who is looked for. */
  kind: 'companies' | 'people'
  /** Whom a place is of. */
  side: Side
  frame: Frame | undefined
  isNegated: boolean
  /** The word after the last `not`. */
  negatedAt: number
  /** What follows may be excluded or wanted. */
  isDoubted: boolean
  /** The last content of which that could not be told. */
  doubted: Mention | undefined
  /** Words that some mention explains, small ones among them. */
  understood: readonly boolean[]
  /** The word from which on a clause describes companies that are excluded: `not at firms in Spain with 50 people`. */
  doubtfulFrom: number | undefined
  isFormer: boolean
  /** A number that waits for the staff it counts. */
  pendingCount: { bounds: Bounds; mention: Mention } | undefined
  /** Content before this mention: lists continue from it. */
  before: { mention: Mention; negated: boolean; group: number; joiners: Cue[] } | undefined
  joiners: Cue[]
  nextGroup: number
  isCount: boolean
  limit: number | undefined
}

export interface Frame {
  cue: Cue
  mention: Mention
  isUsed: boolean
  isNegated: boolean
  /** Of the frame `offices`: how many of them there are in what follows. */
  count?: Mention<MeaningOf<'quantity'>> | undefined
  /** Of the frame `hiring`: what one posting must be. */
  posting?: Record<string, unknown> | undefined
}

/** Adds what a mention asks. */
export function put(state: State, part: Omit<Part, 'group'> & { grouped?: boolean }): true {
  const { grouped = false, ...rest } = part
  const isBounds = part.list === undefined && part.param !== 'sort'
  state.draft.parts.push({
    ...rest,
    group: grouped || isBounds ? state.before?.group : undefined,
    isOr: state.before?.joiners.includes('or') === true,
  })
  return true
}

/** The list that a value belongs to, turned round by a negation. */
export const chooseList = (state: State, wanted = 'anyOf', unwanted = 'noneOf') =>
  state.isNegated ? unwanted : wanted
