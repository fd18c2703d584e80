import type { Clock } from '../../lib/clock.ts'
import { noCredits, type MilliCredits } from '../../lib/credits.ts'
import { newId } from '../../lib/ids.ts'
import type { Hold, PriceKey, PriceLine } from '../../operation/index.ts'
import type { Queryable } from '../../store/postgres/index.ts'
import type { CreditLedger } from '../ledger/index.ts'
import type { AnyJob } from './define-job.ts'
import { insertJob } from './job-rows.ts'
import type { Queue } from './queue.ts'

/** A job that was not started by a request. */
export interface BeginRequest<P, I> {
  organizationId: string
  /** What the journal names as the cause, in place of an operation: `saved_search.run`. */
  operationId: string
  params: P
  /** Left out when the job determines them itself. */
  items?: readonly I[]
  /** The most the job can cost: held now, at the prices of now. Left out: the job is free, as those of sandboxes. */
  lines?: readonly PriceLine[]
  /** Keys the charge may have besides those of `lines`. */
  keys?: readonly PriceKey[]
  /** Started by a schedule; jobs a client asked for go first. */
  isScheduled?: boolean
  /**
   * The only subscription that pays. Default: all usable subscriptions, the one that resets soonest first, as for requests.
   */
  subscriptionId?: string
}

export type BeginOutcome =
  | { begun: true; taskId: string; held: MilliCredits }
  /** Nothing was written. `restricted`: no subscription can be used, being paused or past its period. */
  | {
      begun: false
      reason: 'insufficient-credits' | 'restricted'
      needed: MilliCredits
      available: MilliCredits
    }

export interface BeginSettings {
  clock: Clock
  ledger: CreditLedger
  queue: Queue
  /** Results are kept this long. */
  keepMs: number
}

/** Hold, job and place in line, in the caller's transaction. */
export async function beginJob(
  { clock, ledger, queue, keepMs }: BeginSettings,
  tx: Queryable,
  { definition, request }: { definition: AnyJob; request: BeginRequest<object, unknown> },
): Promise<BeginOutcome> {
  const { organizationId, subscriptionId, operationId, params, items, lines, keys, isScheduled } = request
  const id = newId('task', clock)
  const nowMs = clock.now()
  const expiresAtMs = nowMs + keepMs
  let hold: Hold | undefined
  if (lines !== undefined) {
    // The journal and refunds identify a charge by its request, which here is the job itself.
    const holdRequest = {
      organizationId,
      subscriptionId,
      requestId: id,
      operationId,
      expiresAtMs,
      lines,
      keys,
    }
    const outcome = await ledger.holdForJob(tx, holdRequest)
    if (!outcome.ok) {
      const reason = outcome.reason === 'restricted' ? 'restricted' : 'insufficient-credits'
      return { begun: false, reason, needed: outcome.needed, available: outcome.balance.available }
    }
    hold = outcome.hold
  }
  const account = { organizationId, keyId: null, requestId: id, operationId, hold }
  await insertJob(tx, { id, kind: definition.id, params, items, account, nowMs, expiresAtMs })
  await queue.enqueue(tx, { id, organizationId, isScheduled })
  return { begun: true, taskId: id, held: hold?.amount ?? noCredits }
}
