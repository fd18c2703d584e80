import { atEnd, forWorker } from '../support/at-end.ts'
import { testAlmanac, type TestAlmanac } from '../support/harness.ts'
import { expectIdle } from '../support/idle.ts'

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
    const service = 'service' in made ? made.service : made
    service.clock.set(startMs)
    atEnd(() => expectIdle(service))
    return made
  }
}

/** The service with nothing in its corpus, for what is about accounts, credits and requests. */
export const emptyWorld = world(() => testAlmanac())
