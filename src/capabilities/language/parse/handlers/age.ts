import type { DateRange, Mention, MeaningOf } from '../mention.ts'
import { put, type State } from '../state.ts'
import { toRange } from './nearby.ts'

const company = 'company' as const
const person = 'person' as const

/** `older than 10 years`, `between 30 and 40 years old`: of people their age, of companies the time since they began. */
export function age(state: State, mention: Mention<MeaningOf<'quantity'>>): boolean {
  const { bounds } = mention.is
  // `not older than 10 years`
  const turned = { older: 'younger', younger: 'older' } as const
  const frameCue = state.frame?.cue
  const cue =
    state.isNegated && (frameCue === 'older' || frameCue === 'younger') ? turned[frameCue] : frameCue
  if (state.isNegated && cue === frameCue) return false
  if (state.frame !== undefined) state.frame.isUsed = true
  const low = cue === 'younger' ? undefined : bounds.low
  const high = cue === 'older' ? undefined : bounds.high
  if (state.kind === 'people' && state.side === 'person')
    return put(state, { side: person, param: 'approxAge', value: toRange({ low, high }), mention })
  const window = low !== undefined && low === high ? { low, high: undefined } : { low, high }
  const value: DateRange =
    window.low === undefined
      ? {
          strategy: 'relative',
          window: { method: 'lastN', period: 'year', quantity: Math.max(1, window.high ?? 1) },
        }
      : {
          strategy: 'relative',
          window: { method: 'within', period: 'year', lowerBound: window.low, upperBound: window.high },
        }
  return put(state, { side: company, param: 'foundedOn', value, mention })
}
