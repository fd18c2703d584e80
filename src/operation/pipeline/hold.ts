import { noCredits, plus, times, toCredits } from '../../lib/credits.ts'
import type { AnyOperation } from '../define.ts'
import { Failure } from '../failure.ts'
import type { BalanceView, Caller, Hold, Ledger } from '../ports.ts'
import type { PriceLine } from '../price.ts'
import type { Incoming } from './exchange.ts'

/** Slightly more than the longest run, so that only a crashed process leaves a hold to expire. */
const graceMs = 5_000

/** 402, with the balance its alert shows. */
export class OutOfCredits extends Failure {
  readonly balance: BalanceView
  constructor(code: 'out-of-credits' | 'key-credit-limit-reached' | 'restricted', balance: BalanceView) {
    super(code)
    this.balance = balance
  }
}

export interface Quote {
  lines: PriceLine[]
  maxCredits: number
  breakdown: { operation: string; units: number; creditsPerUnit: number }[]
}

/** The worst case of one request at the organization's own prices. */
export async function quote(
  ledger: Ledger,
  operation: AnyOperation,
  { caller, input, deps }: { caller: Caller; input: never; deps: unknown },
): Promise<Quote> {
  return priced(ledger, caller, operation.price.quote(input, deps))
}

/** The quote of a dry run: what the start would set aside, which may need a look at the upload. */
export async function quoteDryRun(
  ledger: Ledger,
  operation: AnyOperation,
  request: { caller: Caller; input: never; deps: unknown; nowMs: number; leaving: AbortSignal | undefined },
): Promise<Quote> {
  const { caller, input, deps, nowMs, leaving } = request
  const { price, timeoutMs } = operation
  if (price.read === undefined) return quote(ledger, operation, request)
  const limit = AbortSignal.timeout(timeoutMs)
  const signal = leaving === undefined ? limit : AbortSignal.any([limit, leaving])
  const call = { organizationId: caller.organizationId, nowMs, signal }
  return priced(ledger, caller, await price.read(input, deps, call))
}

async function priced(ledger: Ledger, caller: Caller, lines: PriceLine[]): Promise<Quote> {
  const keys = lines.map((line) => line.key)
  const prices =
    keys.length === 0 ? {} : await ledger.unitPrices(caller.sandboxOf ?? caller.organizationId, keys)
  const findPrice = (line: PriceLine) => prices[line.key] ?? noCredits
  return {
    lines,
    maxCredits: toCredits(plus(...lines.map((line) => times(findPrice(line), line.units)))),
    breakdown: lines.map((line) => ({
      operation: line.key,
      units: line.units,
      creditsPerUnit: toCredits(findPrice(line)),
    })),
  }
}

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
  const header = incoming.header('x-max-credits')
  if (header === undefined) return
  if (!/^\d+(\.\d{1,3})?$/.test(header)) {
    throw new Failure('invalid-header', {
      issues: [{ path: 'X-Max-Credits', message: 'Expected a number of credits.', code: 'invalid_format' }],
    })
  }
  // Both are decimals of at most three places, so the same amount is the same double; any length of digits is fine.
  if (maxCredits > Number(header)) {
    const message = `The request may cost up to ${maxCredits} credits.`
    throw new Failure('spend-guard', { issues: [{ path: 'X-Max-Credits', message, code: 'spend_guard' }] })
  }
}

/** Sets the worst case aside. Undefined when there is nothing to pay. */
export async function hold(
  ledger: Ledger,
  operation: AnyOperation,
  call: { caller: Caller; requestId: string; nowMs: number; lines: PriceLine[]; mayDefer?: boolean },
): Promise<Hold | undefined> {
  if (call.lines.length === 0 || call.caller.mode === 'test') return undefined
  const outcome = await ledger.hold({
    caller: call.caller,
    requestId: call.requestId,
    operationId: operation.id,
    lines: call.lines,
    keys: operation.price.keys,
    partial: operation.price.partial,
    mayDefer: call.mayDefer === true,
    expiresAtMs: call.nowMs + operation.timeoutMs + graceMs,
  })
  if (!outcome.ok) throw new OutOfCredits(outcome.reason, outcome.balance)
  return outcome.hold
}

/**
 * The guard and the hold for a job whose size is only known once its start has run. Undefined when there is nothing to pay.
 */
export async function holdForJob(
  ledger: Ledger,
  operation: AnyOperation,
  call: { incoming: Incoming; caller: Caller; requestId: string; nowMs: number; lines: PriceLine[] },
): Promise<Hold | undefined> {
  const { maxCredits } = await priced(ledger, call.caller, call.lines)
  guardSpend(call.incoming, maxCredits)
  return hold(ledger, operation, call)
}

/**
 * Refuses free operations as well once no subscription can be used, except reads of the organization's own data and billing.
 * Charged operations were already refused when nothing could be held.
 */
export async function refuseRestricted(
  operation: AnyOperation,
  caller: Caller | undefined,
  balance: Promise<BalanceView> | undefined,
): Promise<void> {
  if (operation.worksRestricted || caller?.mode === 'test' || balance === undefined) return
  const view = await balance
  if (view.restricted === true) throw new OutOfCredits('restricted', view)
}
