import { noCredits } from '../../lib/credits.ts'
import { Failure } from '../failure.ts'
import type { Caller, StoredAnswer } from '../ports.ts'
import type { Admitted } from './admit.ts'
import { makeAnswerHeaders, buildChargeInfo } from './answer.ts'
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
  if (claimed.replay !== undefined) return replayed(ports, request, { caller, replay: claimed.replay })
  if (claimed.slot !== undefined) progress.slot = claimed.slot
  if (operation.price.late === true) return undefined
  // The answer to a key is stored with its charge, which a retry must find under way.
  const mayDefer = claimed.slot === undefined && operation.paysAfter?.(input) === true
  try {
    guardSpend(incoming, price.maxCredits)
    const reservation = await hold(ports.ledger, operation, {
      caller,
      requestId,
      nowMs,
      lines: price.lines,
      mayDefer,
    })
    if (reservation !== undefined) progress.hold = reservation
  } catch (error) {
    if (!isTooLittle(error) || caller.mode === 'test') throw error
    const { organizationId } = caller
    const question = { input, deps: deps as never, organizationId, nowMs, signal: incoming.signal }
    if ((await operation.isPaidBefore?.(question)) !== true) throw error
  }
  return undefined
}

/** Whether the worst case was refused because of what the caller has, or wants to spend. */
const isTooLittle = (error: unknown): boolean =>
  error instanceof Failure &&
  ['out-of-credits', 'key-credit-limit-reached', 'person-credit-limit-reached', 'spend-guard'].includes(
    error.code,
  )

async function dryRun(
  ports: PipelinePorts,
  { progress, warnings }: Admitted,
  { price, caller }: { price: Quote; caller: Caller },
): Promise<Answer> {
  const balance = await ports.ledger.balance(caller.organizationId)
  const message = 'A dry run changes nothing and is free.'
  const { maxCredits, expectedCredits, breakdown } = price
  const expected = expectedCredits === undefined ? {} : { expectedCredits }
  const body = JSON.stringify({
    output: { dryRun: { maxCredits, ...expected, breakdown } },
    chargeInfo: buildChargeInfo({ charged: noCredits, balance, message }, ports.links),
    ...(warnings.length > 0 ? { warnings } : {}),
  })
  const { requestId, admission } = progress
  const headers = makeAnswerHeaders({
    requestId,
    charged: noCredits,
    remaining: balance.available,
    admission,
  })
  return { status: 200, headers, body }
}

/**
 * The stored answer. Its body says what the first request was charged; its headers say that this one was charged
 * nothing, and how many seconds ago the first one was made.
 */
async function replayed(
  ports: PipelinePorts,
  { progress: { requestId, admission, nowMs } }: Admitted,
  { caller, replay }: { caller: Caller; replay: { answer: StoredAnswer; claimedAtMs: number } },
): Promise<Answer> {
  const { available } = await ports.ledger.balance(caller.organizationId)
  const headers = makeAnswerHeaders({ requestId, charged: noCredits, remaining: available, admission })
  const { status, body } = replay.answer
  const age = String(Math.max(0, Math.round((nowMs - replay.claimedAtMs) / 1_000)))
  return { status, headers: { ...headers, 'idempotent-replayed': 'true', age }, body }
}
