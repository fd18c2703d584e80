import { endFrame } from '../frames.ts'
import type { Cue, Mention, MeaningOf } from '../mention.ts'
import { put, type State } from '../state.ts'
import { findCueBehind, findCueMentionBehind, toRange, joinWords } from './nearby.ts'

const company = 'company' as const

/** What amounts are of: the word before, else the word after. */
export function money(state: State, mention: Mention<MeaningOf<'quantity'>>): boolean {
  const { bounds } = mention.is
  const behind = findCueBehind(state)
  const before = isEarned(state) ? 'revenue' : state.frame?.cue
  const about = behind === 'revenue' || behind === 'raised' ? behind : before
  if (state.isNegated || (about !== 'revenue' && about !== 'raised')) return false
  if (state.frame !== undefined && (state.frame.cue === about || isEarned(state))) state.frame.isUsed = true
  else takeCueBehind(state, about)
  const value = toRange(bounds.low === bounds.high ? { low: bounds.low } : bounds)
  if (about === 'revenue') return put(state, { side: company, param: 'revenueRangeUSD', value, mention })
  return put(state, {
    side: company,
    param: isOneRound(state) ? 'lastFundingUSD' : 'totalFundingUSD',
    value,
    mention,
  })
}

/** `making less than 10 million a year`: directly after such a verb money is what comes in. */
const isEarned = ({ frame, mentions, index, words }: State): boolean =>
  frame?.cue === 'about' &&
  frame.mention.to === mentions[index]!.from &&
  /^(making|make|makes|doing|do|does)$/.test(words[frame.mention.to - 1]!.normal)

/** The word after has its amount already; a time that follows is still of it. */
export function takeCueBehind(state: State, cue: Cue): void {
  const mention = findCueMentionBehind(state)
  if (mention === undefined) return
  state.mentions = state.mentions.filter((each) => each !== mention)
  endFrame(state)
  state.frame = { cue, mention, isUsed: true, isNegated: false }
}

/** An amount with a time, or of a round that is named, is that of the newest round. */
export function isOneRound(state: State): boolean {
  const between = (from: number, to: number) => state.mentions.slice(Math.max(0, from), to)
  const near = [...between(state.index - 3, state.index), ...between(state.index + 1, state.index + 6)]
  if (isOfAll(state)) return false
  const isDated = between(state.index + 1, state.index + 5).some(({ is }) => is.kind === 'date')
  const isLast = near.some(
    ({ is, from, to }) =>
      is.kind === 'cue' && is.cue === 'raised' && /\b(round|last)\b/.test(joinWords(state, from - 1, to)),
  )
  return isDated || isLast || isOfStage(state)
}

/** `a series B of more than 20 million`: of this round. */
function isOfStage({ mentions, index, words }: State): boolean {
  const before = mentions.slice(0, index).findLast(({ is }) => is.kind !== 'cue')
  const { from } = mentions[index]!
  return before?.is.kind === 'stage' && from - before.to <= 2 && words[before.to]?.normal === 'of'
}

/** `more than 50 million in total`: of all rounds together, whatever is said of the last one after it. */
function isOfAll(state: State): boolean {
  const { to } = state.mentions[state.index]!
  return /^(in |au |en |no )?(total|totale|totaal|all|overall|altogether|insgesamt|so far|to date)\b/.test(
    joinWords(state, to, to + 2),
  )
}
