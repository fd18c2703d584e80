import { AsyncLocalStorage } from 'node:async_hooks'

type Close = () => Promise<unknown>

const ofFile: Close[] = []
/** Lists of what is being opened for longer than a file. */
const longer = new AsyncLocalStorage<Close[]>()

/** Runs when the test file at work is done, the latest first. To be used by what tests open in `beforeAll`. */
export function atEnd(close: Close): void {
  ;(longer.getStore() ?? ofFile).push(close)
}

/**
 * Whatever `open` opens stays open for the files that this worker runs later. Nothing closes it: the worker ends with
 * its last file, and the stores it used go with the run.
 */
export function forWorker<T>(open: () => Promise<T>): Promise<T> {
  return longer.run([], open)
}

/** What the set-up of every file calls last: a leak fails the file that made it. */
export async function endFile(): Promise<void> {
  const failures: unknown[] = []
  for (const close of ofFile.splice(0).toReversed()) {
    await close().catch((error: unknown) => failures.push(error))
  }
  if (failures.length > 0) throw failures[0]
}
