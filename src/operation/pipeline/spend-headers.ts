import { toMilli, type MilliCredits } from '../../lib/credits.ts'
import type { AnyOperation } from '../define.ts'
import { Failure } from '../failure.ts'
import type { Incoming } from './exchange.ts'

/**
 * Whether `X-Dry-Run` asks for a quote only. A value that is neither yes nor no is refused, since a misread value must not
 * cost money.
 */
export function isDryRun(operation: AnyOperation, incoming: Incoming): boolean {
  const header = incoming.header('x-dry-run')
  if (header === undefined || header === '0') return false
  if (header === '1' && operation.dryRun !== false) return true
  if (header === '1') {
    const message = 'This operation has no dry run.'
    throw new Failure('invalid-header', { issues: [{ path: 'X-Dry-Run', message, code: 'unsupported' }] })
  }
  throw new Failure('invalid-header', {
    issues: [{ path: 'X-Dry-Run', message: 'Expected 1 or 0.', code: 'invalid_format' }],
  })
}

/** Refuses, before any work, a request that might cost more than the caller's `X-Max-Credits`. */
export function guardSpend(incoming: Incoming, maxCredits: number): void {
  const header = readSpendHeader(incoming)
  // Both are decimals of at most three places, so the same amount is the same double; any length of digits is fine.
  if (header !== undefined && maxCredits > Number(header)) {
    const message = `The request may cost up to ${maxCredits} credits.`
    throw new Failure('spend-guard', { issues: [{ path: 'X-Max-Credits', message, code: 'spend_guard' }] })
  }
}

/** The caller's `X-Max-Credits`; more than anybody can have is the most that anybody can have. */
export function readMaxCredits(incoming: Incoming): MilliCredits | undefined {
  const header = readSpendHeader(incoming)
  return header === undefined ? undefined : toMilli(Math.min(Number(header), mostCredits))
}

const mostCredits = 999_999_999_999

function readSpendHeader(incoming: Incoming): string | undefined {
  const header = incoming.header('x-max-credits')
  if (header === undefined) return undefined
  if (!/^\d+(\.\d{1,3})?$/.test(header)) {
    throw new Failure('invalid-header', {
      issues: [{ path: 'X-Max-Credits', message: 'Expected a number of credits.', code: 'invalid_format' }],
    })
  }
  return header
}
