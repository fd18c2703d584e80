import type { Bounds, Mention, MeaningOf } from '../mention.ts'
import { chooseList, put, type State } from '../state.ts'
import { findCueBehind, toRange } from './nearby.ts'

const company = 'company' as const
export const share = (percent: number | undefined) =>
  percent === undefined ? undefined : Math.round(percent * 100) / 10_000

const windows = [1, 2, 3, 6, 12, 18, 24, 36]

/** Growth by a share over a time: 12 months unless another is said. */
export function readChange(state: State, mention: Mention, { low, high }: Bounds): boolean {
  const cue = takeVerb(state)
  if (cue === undefined) return false
  const date = state.mentions
    .slice(state.index + 1, state.index + 5)
    .find(({ is }) => toMonths(is) !== undefined)
  const months = (date && toMonths(date.is)) ?? 12
  if (date !== undefined) state.mentions = state.mentions.filter((each) => each !== date)
  const bounds = { low, high: low === high ? undefined : high }
  const range = toRange(cue === 'shrank' ? turnToFall(bounds) : bounds)
  const team = findFunctionBefore(state)
  const whole = { ...mention, to: Math.max(mention.to, date?.to ?? 0) }
  if (team === undefined && windows.includes(months)) {
    const value = { type: 'percent_change', windowMonths: months, change: range }
    return put(state, {
      side: company,
      param: 'employeeTrendsV2',
      list: chooseList(state, 'obeysAll', 'obeysNone'),
      value,
      mention: whole,
    })
  }
  const windowLookBackMonths = Math.min(24, months)
  const value = {
    jobFunction: team ?? '_all_employees',
    countCriteria: { type: 'percent_change', change: range, windowLookBackMonths },
  }
  return put(state, {
    side: company,
    param: 'employeeTrends',
    list: chooseList(state, 'obeysAll', 'obeysNone'),
    value,
    mention: whole,
  })
}

/** The verb of growth in whose frame a share stands, or that comes after it; it has then been read. */
function takeVerb(state: State): 'grew' | 'shrank' | undefined {
  const { frame, mentions, index } = state
  if (frame?.cue === 'grew' || frame?.cue === 'shrank') {
    frame.isUsed = true
    return frame.cue
  }
  const behind = findCueBehind(state)
  if (behind !== 'grew' && behind !== 'shrank') return undefined
  if (mentions[index + 1]?.is.kind === 'cue') state.index++
  return behind
}

/** A fall of a share is growth of less than nothing. */
const turnToFall = ({ low, high }: Bounds): Bounds => ({
  low: high === undefined ? undefined : -high,
  high: low === undefined ? undefined : -low,
})

/** How long a time of growth is: `in the last 6 months`, `in 6 months`. */
function toMonths(is: Mention['is']): number | undefined {
  if (is.kind === 'date') return is.months ?? 12
  if (is.kind !== 'quantity' || is.bounds.low === undefined || is.bounds.low !== is.bounds.high)
    return undefined
  if (is.unit === 'months') return is.bounds.low
  return is.unit === 'years' ? is.bounds.low * 12 : undefined
}

/** `whose headcount doubled in the last year`: a verb that says how much by itself; of other things than staff it asks nothing. */
export function multiple(state: State, mention: Mention<MeaningOf<'multiple'>>): boolean {
  const { words, frame } = state
  const about = words.slice(Math.max(0, mention.from - 3), mention.to + 4)
  if (state.isNegated || frame?.cue === 'revenue' || about.some(({ normal }) => otherThings.test(normal)))
    return false
  const { cue, share: of } = mention.is
  if (frame?.cue === 'staff') frame.isUsed = true
  state.frame = { cue, mention, isUsed: false, isNegated: false }
  return readChange(state, mention, { low: of, high: undefined })
}

const otherThings =
  /^(revenues?|sales|turnover|arr|mrr|profits?|customers?|clients?|users?|prices?|valuations?|funding|capacity|production|output|stores?|offices?|locations?|umsatz|kunden|ventas|ingresos|clientes|fatturato|chiffre)$/

/** `growing in the last 6 months`, without a number. */
export function growthOver(
  state: State,
  mention: Mention<MeaningOf<'date'>>,
  cue: 'grew' | 'shrank',
): boolean {
  const months = mention.is.months ?? 12
  const change = cue === 'grew' ? { lowerBound: 0.01 } : { upperBound: -0.01 }
  const value = windows.includes(months)
    ? { type: 'percent_change', windowMonths: months, change }
    : {
        jobFunction: '_all_employees',
        countCriteria: { type: 'percent_change', change, windowLookBackMonths: Math.min(24, months) },
      }
  const param = windows.includes(months) ? 'employeeTrendsV2' : 'employeeTrends'
  return put(state, { side: company, param, list: 'obeysAll', value, mention })
}

/** How many a department has: `sales team of at least 20`. */
export function ofTeam(
  state: State,
  mention: Mention,
  { team, bounds }: { team: string; bounds: Bounds },
): true {
  const value = { jobFunction: team, countCriteria: { type: 'current_count', range: toRange(bounds) } }
  return put(state, {
    side: company,
    param: 'employeeTrends',
    list: chooseList(state, 'obeysAll', 'obeysNone'),
    value,
    mention,
  })
}

/** The department whose growth is meant: `engineering team grew`. */
export function findFunctionBefore(state: State): string | undefined {
  for (let at = state.index - 1; at >= Math.max(0, state.index - 5); at--) {
    const is = state.mentions[at]?.is
    if (is?.kind === 'function' && is.trend !== undefined) return is.trend
    if (is?.kind === 'companies' || is?.kind === 'title') return undefined
  }
  return undefined
}
