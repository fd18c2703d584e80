import type { Bounds, Cue, Mention } from '../mention.ts'
import type { State } from '../state.ts'

/** Bounds as most parameters take them. */
export const toRange = ({ low, high }: Bounds) => ({ lowerBound: low, upperBound: high })

/** The words of a stretch of the question, in the form in which they are compared. */
export const joinWords = (state: State, from: number, to: number) =>
  state.words
    .slice(Math.max(0, from), to)
    .map(({ normal }) => normal)
    .join(' ')

/** The cue that follows directly, small words aside. */
export function findCueBehind(state: State): Cue | undefined {
  const is = findCueMentionBehind(state)?.is
  return is?.kind === 'cue' ? is.cue : undefined
}

export function findCueMentionBehind(state: State): Mention | undefined {
  for (let at = state.index + 1; at <= state.index + 3; at++) {
    const mention = state.mentions[at]
    if (mention?.is.kind !== 'cue') return undefined
    if (!['in', 'of', 'with'].includes(mention.is.cue)) return mention
  }
  return undefined
}
