import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { keepWorking } from './keep-working.ts'

test('a process that does not end when it is told to is killed, so that the service ends', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'almanac-kept-'))
  const ready = join(dir, 'ready')
  const script = `process.on('SIGTERM', () => {}); require('fs').writeFileSync(${JSON.stringify(ready)}, ''); setInterval(() => {}, 1000)`
  const keeper = keepWorking({
    isDue: async () => true,
    args: ['-e', script],
    everyMs: 60_000,
    log: () => undefined,
    failure: 'work failed',
    patienceMs: 1,
  })
  expect(await keeper.look()).toBe(true)
  await expect.poll(() => existsSync(ready)).toBe(true)
  await keeper.close()
  expect(await keeper.look()).toBe(false)
  await rm(dir, { recursive: true })
})
