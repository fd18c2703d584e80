import type { AnyOperation } from '../define.ts'
import { Failure } from '../failure.ts'
import type { BalanceView, Caller, Hold, Ledger } from '../ports.ts'
import type { PriceLine } from '../price.ts'
import type { Incoming } from './exchange.ts'
import { priceLines } from './quote.ts'
import { guardSpend } from './spend-headers.ts'

/** Slightly more than the longest run, so that only a crashed process leaves a hold to expire. */
const graceMs = 5_000

/** 402, with the balance its alert shows. Of a person in a browser the limit of their key is their own. */
export class OutOfCredits extends Failure {
  readonly balance: BalanceView
  /** The most the request may cost, in credits; undefined where nobody worked it out. */
  readonly neededCredits: number | undefined
  constructor(
    code: 'out-of-credits' | 'key-credit-limit-reached' | 'restricted',
    balance: BalanceView,
    { caller, neededCredits }: { caller?: Caller; neededCredits?: number } = {},
  ) {
    super(code === 'key-credit-limit-reached' && caller?.person ? 'person-credit-limit-reached' : code)
    this.balance = balance
    this.neededCredits = neededCredits
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
  if (outcome.ok) return outcome.hold
  const { caller, lines } = call
  const { maxCredits: neededCredits } = await priceLines(ledger, caller, lines)
  throw new OutOfCredits(outcome.reason, outcome.balance, { caller, neededCredits })
}

/**
 * The guard and the hold for a job whose size is only known once its start has run. Undefined when there is nothing to pay.
 */
export async function holdForJob(
  ledger: Ledger,
  operation: AnyOperation,
  call: { incoming: Incoming; caller: Caller; requestId: string; nowMs: number; lines: PriceLine[] },
): Promise<Hold | undefined> {
  const { maxCredits } = await priceLines(ledger, call.caller, call.lines)
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
