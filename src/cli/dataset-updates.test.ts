import { expect, test } from 'vitest'
import { frozenClock } from '../lib/clock.ts'
import { keepDatasets } from './dataset-updates.ts'

const logged: { text: string; facts: object }[] = []
const log = (text: string, facts: object = {}) => void logged.push({ text, facts })

/** Updates that run a script in place of the command. */
function updates(script: string, due: () => boolean) {
  const datasets = { hasDue: async () => due() }
  return keepDatasets({ datasets, window: undefined, clock: frozenClock(), log, args: ['-e', script] })
}

test('what is due begins in a process of its own, one at a time, and a stop ends it', async () => {
  let isDue = false
  const running = updates(
    "process.on('SIGTERM', () => process.exit(0)); setInterval(() => {}, 1000)",
    () => isDue,
  )
  expect(await running.look()).toBe(false)
  isDue = true
  expect(await running.look()).toBe(true)
  expect(await running.look()).toBe(false)
  await running.close()
  expect(await running.look()).toBe(false)
})

test('a failure is logged with what the process said, and the next look tries again', async () => {
  logged.length = 0
  const failing = updates("console.error('no such thing'); process.exit(1)", () => true)
  expect(await failing.look()).toBe(true)
  await expect.poll(() => logged).toHaveLength(1)
  expect(logged[0]).toMatchObject({ facts: { code: 1, detail: expect.stringContaining('no such thing') } })
  expect(await failing.look()).toBe(true)
  await failing.close()
})
