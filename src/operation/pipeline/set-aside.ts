import { noCredits } from '../../lib/credits.ts'
import type { Caller, StoredAnswer } from '../ports.ts'
import type { Admitted } from './admit.ts'
import { answerHeaders, buildChargeInfo } from './answer.ts'
import type { Answer } from './exchange.ts'
import { hold } from './hold.ts'
import { claimKey } from './idempotency.ts'
import type { PipelinePorts } from './progress.ts'
import { quote, quoteDryRun, type Quote } from './quote.ts'
import { readInSandbox } from './sandbox.ts'
import { guardSpend, isDryRun } from './spend-headers.ts'

/** Slightly more than the longest run, so that a key becomes free again only once its process is gone. */
const leaseGraceMs = 5_000

/**
 * Prepares a caller's request for its handler: a quote, its idempotency key, and its worst case set aside. Returns an answer
 * when no handler is needed: a dry run, or the answer of an earlier request with the same key.
 */
export async function setAside(
  ports: PipelinePorts,
  request: Admitted,
  { caller, deps }: { caller: Caller; deps: unknown },
): Promise<Answer | undefined> {
  const { operation, incoming, progress, input, rawInput } = request
  const { requestId, nowMs } = progress
  if (isDryRun(operation, incoming)) {
    const quoteWith = (surroundings: { nowMs: number; deps: unknown }) =>
      quoteDryRun(ports.ledger, operation, { caller, input, ...surroundings, leaving: incoming.signal })
    const readsSandbox = caller.mode === 'test' && operation.price.read !== undefined
    const price =
      readsSandbox && ports.sandbox !== undefined
        ? await readInSandbox(ports.sandbox, { operation, caller }, quoteWith)
        : await quoteWith({ nowMs, deps })
    return dryRun(ports, request, { price, caller })
  }
  const price = await quote(ports.ledger, operation, { caller, input, deps })
  const leaseEndsAtMs = nowMs + operation.timeoutMs + leaseGraceMs
  const keyed = { incoming, caller, rawInput, requestId, leaseEndsAtMs }
  const claimed = await claimKey(ports.idempotency, operation, keyed)
  if (claimed.replay !== undefined) return replayed(ports, request, { caller, stored: claimed.replay })
  if (claimed.slot !== undefined) progress.slot = claimed.slot
  if (operation.price.late === true) return undefined
  guardSpend(incoming, price.maxCredits)
  // The answer to a key is stored with its charge, which a retry must find under way.
  const mayDefer = claimed.slot === undefined && operation.paysAfter?.(input) === true
  const reservation = await hold(ports.ledger, operation, {
    caller,
    requestId,
    nowMs,
    lines: price.lines,
    mayDefer,
  })
  if (reservation !== undefined) progress.hold = reservation
  return undefined
}

async function dryRun(
  ports: PipelinePorts,
  { progress, warnings }: Admitted,
  { price, caller }: { price: Quote; caller: Caller },
): Promise<Answer> {
  const balance = await ports.ledger.balance(caller.organizationId)
  const message = 'A dry run changes nothing and is free.'
  const { maxCredits, breakdown } = price
  const body = JSON.stringify({
    output: { dryRun: { maxCredits, breakdown } },
    chargeInfo: buildChargeInfo({ charged: noCredits, balance, message }, ports.links),
    ...(warnings.length > 0 ? { warnings } : {}),
  })
  const { requestId, admission } = progress
  const headers = answerHeaders({ requestId, charged: noCredits, remaining: balance.available, admission })
  return { status: 200, headers, body }
}

/**
 * The stored answer. Its body says what the first request was charged; its headers say that this one was charged nothing.
 */
async function replayed(
  ports: PipelinePorts,
  { progress: { requestId, admission } }: Admitted,
  { caller, stored }: { caller: Caller; stored: StoredAnswer },
): Promise<Answer> {
  const { available } = await ports.ledger.balance(caller.organizationId)
  const headers = answerHeaders({ requestId, charged: noCredits, remaining: available, admission })
  return { status: stored.status, headers: { ...headers, 'idempotent-replayed': 'true' }, body: stored.body }
}
