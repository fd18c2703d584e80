import { deliver } from './deliver.ts'
import type { DelivererSettings } from './deliverer-settings.ts'
import { noteFailures } from './note-failures.ts'
import type { Withheld } from './outcome.ts'
import { deliverDigest } from './digest.ts'
import { claimDue, giveBack, noteUnwanted, type DueDelivery } from './delivery-rows.ts'
import { receivedNotes } from './received-notes.ts'

const tickMs = 1_000
/** Attempts of a process at a time, and how many of them endpoints may use that failed last: the others are for healthy ones. */
const maxClaimedRows = 1_000
const maxClaimedOfFailing = 500
/** Longer than a lane takes: its last attempt begins before `beginMs` have gone, and has 15 s. */
const leaseMs = 60_000
const beginMs = 30_000

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

  /** Of a delivery that is not sent after all; answers whether the endpoint is still what it was taken for. */
  async function keepBack(due: DueDelivery, why: Withheld): Promise<boolean> {
    const now = new Date(clock.now())
    if (why === 'unwanted') await noteUnwanted(db, due, now)
    if (why === 'disabled' || why === 'moved') await giveBack(db, [due], now)
    return why === 'unwanted' || why === 'gone'
  }

  /** As many at a time as the endpoint takes. After a failure, or when it takes long, what has not begun is given back. */
  async function runLane(endpointId: string, batch: readonly DueDelivery[]): Promise<void> {
    const begunMs = performance.now()
    const [first, ...others] = batch
    if (first === undefined) return
    const isMail = first.kind === 'mail'
    // A mail takes all of them together.
    const waiting = isMail ? [] : [...batch]
    const notes = receivedNotes(db, endpointId)
    let goesOn = true
    const work = async () => {
      while (goesOn && performance.now() - begunMs < beginMs) {
        const due = waiting.shift()
        if (due === undefined) return
        const outcome = await deliver(settings, due)
        if (outcome.withheld !== undefined) goesOn = (await keepBack(due, outcome.withheld)) && goesOn
        else if (outcome.isReceived) await notes.add({ due, attempt: outcome.attempt })
        else {
          goesOn = false
          await noteFailures(settings, [due], outcome.attempt)
        }
      }
    }
    const outcomes = await Promise.allSettled(
      isMail
        ? [deliverDigest(settings, [first, ...others])]
        : Array.from({ length: first.concurrency }, work),
    )
    const returned = giveBack(db, waiting, new Date(clock.now()))
    for (const outcome of [...outcomes, ...(await Promise.allSettled([returned, notes.settled()]))]) {
      if (outcome.status === 'rejected')
        log('webhook not noted', { level: 'error', endpointId, cause: String(outcome.reason) })
    }
    lanes.delete(endpointId)
    // There may be more than the lane takes at a time, or what waited for one of these.
    if (timer !== undefined) void look()
  }

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
      lanes.set(endpointId, { width, ended: runLane(endpointId, batch) })
    }
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
        await allEnded()
      }
    },
    async close() {
      closed = true
      clearInterval(timer)
      timer = undefined
      await claiming
      await allEnded()
    },
  }
}
