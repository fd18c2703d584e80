import { countMilli, milli, toMilli, type MilliCredits } from '../../lib/credits.ts'
import { invalidMember } from '../../operation/index.ts'
import { maxCredits } from './key-settings.ts'

export const limitOperations = ['set', 'increase', 'decrease', 'multiply', 'divide', 'remove'] as const

export interface LimitRequest {
  operation: (typeof limitOperations)[number]
  credits: number | undefined
  factor: number | undefined
}

/**
 * The most a key may spend after the request, in milli-credits; null for no limit. Products are rounded to the nearest
 * milli-credit. Throws a Failure for a request that makes no sense for the key.
 */
export function nextLimit(current: MilliCredits | null, request: LimitRequest): MilliCredits | null {
  const { operation, credits, factor } = request
  const wanted = requiredMember(operation)
  for (const member of ['credits', 'factor'] as const) {
    if (member === wanted && request[member] === undefined)
      throw invalidMember(member, `${operation} needs it.`)
    if (member !== wanted && request[member] !== undefined) {
      throw invalidMember(member, `${operation} does not use it.`)
    }
  }
  if (operation === 'remove') return null
  if (operation === 'set') return toMilli(credits ?? 0)
  if (current === null) throw invalidMember('operation', 'The key has no limit: set one first.')
  const next = computed(countMilli(current), operation, (takesFactor(operation) ? factor : credits) ?? 0)
  if (next < 0) throw invalidMember('credits', 'The limit would be below zero.')
  if (next > countMilli(toMilli(maxCredits)))
    throw invalidMember(wanted ?? '', 'The limit would be too high.')
  return milli(next)
}

function requiredMember(operation: LimitRequest['operation']): 'credits' | 'factor' | undefined {
  if (operation === 'remove') return undefined
  return takesFactor(operation) ? 'factor' : 'credits'
}

const takesFactor = (operation: string) => operation === 'multiply' || operation === 'divide'

/** In milli-credits, but not checked yet: it may be below zero or too large for an amount. */
function computed(current: number, operation: string, by: number): number {
  switch (operation) {
    case 'increase':
      return current + countMilli(toMilli(by))
    case 'decrease':
      return current - countMilli(toMilli(by))
    case 'multiply':
      return Math.round(current * by)
    default:
      return Math.round(current / by)
  }
}
