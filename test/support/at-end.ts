import { afterAll } from 'vitest'

const closing: (() => Promise<unknown>)[] = []

/**
 * Runs when the calling test file is done, the latest first. To be used by what tests open in `beforeAll`: an
 * `afterAll` that is registered inside a hook is never run, and says nothing of it.
 */
export function atEnd(close: () => Promise<unknown>): void {
  closing.push(close)
}

// Registered while the test file that imports this is collected; every file has modules of its own.
afterAll(async () => {
  const failures: unknown[] = []
  for (const close of closing.splice(0).toReversed()) {
    await close().catch((error: unknown) => failures.push(error))
  }
  if (failures.length > 0) throw failures[0]
}, 60_000)
