import { deliver } from './deliver.ts'
import type { DelivererSettings } from './deliverer-settings.ts'
import { giveBack, noteUnwanted, type DueDelivery } from './delivery-rows.ts'
import { deliverDigest } from './digest.ts'
import { noteFailures } from './note-failures.ts'
import type { Withheld } from './outcome.ts'
import { receivedNotes } from './received-notes.ts'

/** No attempt of a lane begins later: its lease would end while the attempt runs. */
const beginMs = 30_000

/**
 * Attempts the deliveries of one endpoint, as many at a time as it takes. After a failure, or when it takes long,
 * deliveries that have not begun are given back. Never throws: what could not be noted goes to the log.
 */
export async function runLane(
  settings: DelivererSettings,
  endpointId: string,
  batch: readonly DueDelivery[],
): Promise<void> {
  const { db, clock, log } = settings
  const [first, ...others] = batch
  if (first === undefined) return
  // A mail takes all deliveries together.
  const isMail = first.kind === 'mail'
  const waiting = isMail ? [] : [...batch]
  const notes = receivedNotes(db, endpointId)
  const outcomes = await Promise.allSettled(
    isMail
      ? [deliverDigest(settings, [first, ...others])]
      : workThrough(settings, { waiting, notes, width: first.concurrency }),
  )
  const returned = giveBack(db, waiting, new Date(clock.now()))
  for (const outcome of [...outcomes, ...(await Promise.allSettled([returned, notes.settled()]))]) {
    if (outcome.status === 'rejected')
      log('webhook not noted', { level: 'error', endpointId, cause: String(outcome.reason) })
  }
}

/** Workers that take waiting deliveries until none is left, one fails, or the time to begin is over. */
function workThrough(
  settings: DelivererSettings,
  lane: { waiting: DueDelivery[]; notes: ReturnType<typeof receivedNotes>; width: number },
): Promise<void>[] {
  const { waiting, notes } = lane
  const begunMs = performance.now()
  let goesOn = true
  const work = async () => {
    while (goesOn && performance.now() - begunMs < beginMs) {
      const due = waiting.shift()
      if (due === undefined) return
      const outcome = await deliver(settings, due)
      if (outcome.withheld !== undefined) goesOn = (await keepBack(settings, due, outcome.withheld)) && goesOn
      else if (outcome.isReceived) await notes.add({ due, attempt: outcome.attempt })
      else {
        goesOn = false
        await noteFailures(settings, [due], outcome.attempt)
      }
    }
  }
  return Array.from({ length: lane.width }, work)
}

/** Notes a delivery that is not sent after all; answers whether the endpoint is still what it was taken for. */
async function keepBack({ db, clock }: DelivererSettings, due: DueDelivery, why: Withheld): Promise<boolean> {
  const now = new Date(clock.now())
  if (why === 'unwanted') await noteUnwanted(db, due, now)
  if (why === 'disabled' || why === 'moved') await giveBack(db, [due], now)
  return why === 'unwanted' || why === 'gone'
}
