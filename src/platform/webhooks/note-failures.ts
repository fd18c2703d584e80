import type { DelivererSettings } from './deliverer-settings.ts'
import { holdBack, noteFailed, type DueDelivery } from './delivery-rows.ts'
import { noteFailure } from './endpoint-rows.ts'
import type { Attempted } from './outcome.ts'
import { delayAfter } from './retry-schedule.ts'

/** An endpoint that fails this long without a success is sent nothing more. */
const longestFailureMs = 5 * 86_400_000

/** Notes that deliveries sent together failed: when they are tried again, and whether the endpoint is sent anything any more. */
export async function noteFailures(
  { db, log, random, notice }: DelivererSettings,
  together: readonly [DueDelivery, ...DueDelivery[]],
  { waitMs, asksForTime, ...attempt }: Attempted,
  { isOver = false }: { isOver?: boolean } = {},
): Promise<void> {
  const { status, endedAt } = attempt
  const isGone = status === 410
  const jitter = random()
  const [{ endpointId, organizationId, url }] = together
  const disabled = await db.transact(async (tx) => {
    let isNoted = false
    for (const due of together) {
      const delayMs = isGone || isOver ? undefined : delayAfter(due.attempts + 1, { random: jitter, waitMs })
      const state = delayMs === undefined ? 'failed' : 'pending'
      const nextAt = new Date(endedAt.getTime() + (delayMs ?? 0))
      isNoted = (await noteFailed(tx, due, { attempt, nextAt, state })) || isNoted
    }
    if (!isNoted) return undefined
    if (asksForTime) await holdBack(tx, endpointId, new Date(endedAt.getTime() + waitMs))
    const failure = { failedAt: endedAt, isGone, longestMs: longestFailureMs }
    const endpoint = await noteFailure(tx, { endpointId, url }, failure)
    if (endpoint !== undefined) await notice.tell(tx, endpoint)
    return endpoint
  })
  if (disabled === undefined) return
  const facts = { endpointId, organizationId, reason: disabled.disabledReason }
  log('webhook endpoint disabled', { level: 'warn', ...facts })
  await notice
    .write(disabled)
    .catch((error: unknown) =>
      log('webhook endpoint disabled: not mailed', { level: 'error', ...facts, cause: String(error) }),
    )
}
