import { atEnd, forWorker } from '../support/at-end.ts'
import { testAlmanac, type TestAlmanac } from '../support/harness.ts'
import { frozenClock } from '../../src/lib/clock.ts'
import { expectIdle } from '../support/idle.ts'
import { dayMs } from '../../src/lib/time.ts'

/** Where a file finds the clock; `lastMs` is where the file before left it. */
type Begins = (lastMs: number) => number

/** Noon of 15 January 2026, as with a service of one's own. */
const sameNoon: Begins = () => frozenClock().now()

/**
 * The next noon, an hour later at least: windows of limits, cached keys, idempotency keys and holds of the file before
 * are over then, which a clock that is set back would leave open.
 */
export const nextNoon: Begins = (lastMs) => Math.ceil((lastMs + 3_600_000) / dayMs - 0.5) * dayMs + dayMs / 2

/**
 * A service with records of its own that all files of a worker share: it is opened once, by the first that asks.
 * A file is alone in a fresh organization and in ids of its own, and writes no records that another could find. Those that
 * must write, or need other settings, open a service of their own.
 */
export function world<S extends TestAlmanac | { service: TestAlmanac }>(
  open: () => Promise<S>,
  begins = sameNoon,
): () => Promise<S> {
  let opened: Promise<S> | undefined
  return async () => {
    opened ??= forWorker(open)
    const made = await opened
    const service: TestAlmanac = 'service' in made ? made.service : made
    service.clock.set(begins(service.clock.now()))
    atEnd(() => expectIdle(service))
    return made
  }
}

/** The service with nothing in its corpus, for what is about accounts, credits and requests. */
export const emptyWorld = world(() => testAlmanac({ sandbox: true }))
