import { setImmediate as turn } from 'node:timers/promises'
import { billing } from '../../src/capabilities/billing/index.ts'
import type { TestAlmanac } from './harness.ts'

/** For machines that others use, too. */
const patienceMs = 180_000

/**
 * Waits until nothing of a file is left at work on a service that other files go on with. What is only late gets three
 * minutes; a connection still held or waited for then fails the file that leaked it.
 */
export async function expectIdle({ almanac, db }: TestAlmanac): Promise<void> {
  await almanac.requests.flush()
  await almanac.openDeps(billing).balances.idle()
  const givenUpMs = performance.now() + patienceMs
  for (;;) {
    const { total, idle, waiting } = db.poolStatus
    if (total === idle && waiting === 0) return
    if (performance.now() > givenUpMs)
      throw new Error(`connections leaked: ${total - idle} held, ${waiting} waiting`)
    await turn()
  }
}
