import type { DelivererSettings } from './deliverer-settings.ts'
import { claimDue, type DueDelivery } from './delivery-rows.ts'
import { runLane } from './run-lane.ts'

const tickMs = 1_000
/** Attempts of a process at a time, and how many of them endpoints may use that failed last: the others are for healthy ones. */
const maxClaimedRows = 1_000
const maxClaimedOfFailing = 500
/** Longer than a lane takes: its last attempt begins within 30 s, and has 15 s. */
const leaseMs = 60_000

export interface Worker {
  /** Delivers until `close`. */
  startWorker(): void
  /** Attempts what is due now and answers how much; for commands and tests. */
  deliverNow(): Promise<number>
  /** Ends after the attempts that are running. */
  close(): Promise<void>
}

/** Deliveries of one endpoint that run. */
interface Lane {
  /** At a time. */
  width: number
  ended: Promise<void>
}

/** A lane an endpoint: while its deliveries run, others are taken as if it were not there. */
export function createWorker(settings: DelivererSettings): Worker {
  const { db, clock, log } = settings
  const lanes = new Map<string, Lane>()
  const allEnded = () => Promise.all([...lanes.values()].map(({ ended }) => ended))
  let timer: NodeJS.Timeout | undefined
  let claiming: Promise<number> | undefined
  let closed = false

  async function claim(): Promise<number> {
    const nowMs = clock.now()
    const running = [...lanes.values()].reduce((sum, { width }) => sum + width, 0)
    const room = maxClaimedRows - running
    if (room <= 0 || closed) return 0
    const times = { now: new Date(nowMs), leaseUntil: new Date(nowMs + leaseMs) }
    const onlyHealthy = running >= maxClaimedOfFailing
    const due = await claimDue(db, { ...times, busy: [...lanes.keys()], most: room, onlyHealthy })
    for (const [endpointId, batch] of Map.groupBy(due, (one) => one.endpointId)) {
      const width = Math.min(batch.length, batch[0]?.concurrency ?? 1)
      lanes.set(endpointId, { width, ended: openLane(endpointId, batch) })
    }
    return due.length
  }

  async function openLane(endpointId: string, batch: readonly DueDelivery[]): Promise<void> {
    await runLane(settings, endpointId, batch)
    lanes.delete(endpointId)
    // There may be more than the lane takes at a time, or what waited for one of these.
    if (timer !== undefined) void look()
  }

  const noteFailure = (error: unknown) => {
    log('webhooks not looked for', { level: 'error', cause: String(error) })
    return 0
  }

  /** One look at a time: two would take the same lanes. */
  function look(): Promise<number> {
    return (claiming ??= claim()
      .catch(noteFailure)
      .finally(() => (claiming = undefined)))
  }

  return {
    startWorker() {
      timer ??= setInterval(() => void look(), tickMs).unref()
    },
    deliverNow: () => deliverAll(look, allEnded),
    async close() {
      closed = true
      clearInterval(timer)
      timer = undefined
      await claiming
      await allEnded()
    },
  }
}

/** Looks until nothing is due. */
async function deliverAll(look: () => Promise<number>, allEnded: () => Promise<unknown>): Promise<number> {
  let count = 0
  for (;;) {
    const more = await look()
    if (more === 0) return count
    count += more
    await allEnded()
  }
}
