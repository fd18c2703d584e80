import { deliver, type DelivererSettings } from './deliver.ts'
import { claimDue, type DueDelivery } from './delivery-rows.ts'

const tickMs = 1_000
const mostAtOnce = 1_000
/** What an endpoint takes at a time, unless it says otherwise. */
const usualAtOnce = 4
/** Longer than an attempt can take. */
const leaseMs = 60_000

export interface Worker {
  /** Delivers until `close`. */
  startWorker(): void
  /** Attempts what is due now and answers how much; for commands and tests. */
  deliverNow(): Promise<number>
  /** Ends after the attempts that are running. */
  close(): Promise<void>
}

/** A lane an endpoint: while its deliveries run, others are taken as if it were not there. */
export function createWorker(settings: DelivererSettings): Worker {
  const { db, clock, log } = settings
  const lanes = new Map<string, Promise<void>>()
  let timer: NodeJS.Timeout | undefined
  let claiming: Promise<number> | undefined
  let closed = false

  async function runLane(endpointId: string, batch: readonly DueDelivery[]): Promise<void> {
    const outcomes = await Promise.allSettled(batch.map((due) => deliver(settings, due)))
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected')
        log('webhook not noted', { level: 'error', endpointId, cause: String(outcome.reason) })
    }
    lanes.delete(endpointId)
    // There may be more than the lane takes at a time, or what waited for one of these.
    if (timer !== undefined) void look()
  }

  async function claim(): Promise<number> {
    const nowMs = clock.now()
    const room = mostAtOnce - lanes.size * usualAtOnce
    if (room <= 0 || closed) return 0
    const times = { now: new Date(nowMs), leaseUntil: new Date(nowMs + leaseMs) }
    const due = await claimDue(db, { ...times, busy: [...lanes.keys()], most: room })
    for (const [endpointId, batch] of Map.groupBy(due, (one) => one.endpointId))
      lanes.set(endpointId, runLane(endpointId, batch))
    return due.length
  }

  /** One look at a time: two would take the same lanes. */
  async function look(): Promise<number> {
    claiming ??= claim()
      .catch((error: unknown) => {
        log('webhooks not looked for', { level: 'error', cause: String(error) })
        return 0
      })
      .finally(() => (claiming = undefined))
    return claiming
  }

  return {
    startWorker() {
      timer ??= setInterval(() => void look(), tickMs).unref()
    },
    async deliverNow() {
      let count = 0
      for (;;) {
        const more = await look()
        if (more === 0) return count
        count += more
        await Promise.all(lanes.values())
      }
    },
    async close() {
      closed = true
      clearInterval(timer)
      timer = undefined
      await claiming
      await Promise.all(lanes.values())
    },
  }
}
