import { atEnd, forWorker } from '../support/at-end.ts'
import { testAlmanac, type TestAlmanac } from '../support/harness.ts'
import type { Postgres } from '../../src/store/postgres/index.ts'

/** Where every test starts in time, unless it says otherwise. */
const startMs = Date.UTC(2026, 0, 15, 12)

/**
 * A service with records of its own that all files of a worker share: it is opened once, by the first that asks.
 * A file is alone in a fresh organization and in ids of its own; it finds the clock where every file does, and writes no
 * records that another could find. Those that must write, or need other settings, open a service of their own.
 */
export function world<S extends { service: TestAlmanac }>(open: () => Promise<S>): () => Promise<S>
export function world<S extends TestAlmanac>(open: () => Promise<S>): () => Promise<S>
export function world(open: () => Promise<TestAlmanac | { service: TestAlmanac }>) {
  let opened: ReturnType<typeof open> | undefined
  return async () => {
    opened ??= forWorker(open)
    const made = await opened
    const { clock, almanac, db } = 'service' in made ? made.service : made
    clock.set(startMs)
    atEnd(async () => {
      await almanac.requests.flush()
      await expectNothingLeaked(db)
    })
    return made
  }
}

/** Work of a file that goes on after it would be another file's trouble; what is only late gets a moment. */
async function expectNothingLeaked(db: Postgres): Promise<void> {
  const deadlineMs = performance.now() + 10_000
  for (;;) {
    const { total, idle, waiting } = db.poolStatus
    if (total === idle && waiting === 0) return
    if (performance.now() > deadlineMs)
      throw new Error(`connections leaked: ${total - idle} held, ${waiting} waiting`)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

/** The service with nothing in its corpus, for what is about accounts, credits and requests. */
export const emptyWorld = world(() => testAlmanac())
