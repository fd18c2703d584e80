import { randomInt } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { verifies } from '../conformance/verifies.ts'
import { chargingLoad } from './charging-load.ts'
import {
  runAlmanac,
  startServer,
  storeProcesses,
  temporaryDataDir,
  type RunningServer,
} from './running-server.ts'

vi.setConfig({ testTimeout: 300_000, hookTimeout: 60_000 })

const kills = 8
const keys = 600
const price = 3
/** Covers what calls that ended with a process hold until it is given back. */
const left = 160
const env = { ALMANAC_BOOTSTRAP_CREDITS: String(keys * price + left) }

let dataDir: string
let remove: () => Promise<void>
let server: RunningServer
beforeEach(async () => {
  ;({ dataDir, remove } = await temporaryDataDir())
  server = await startServer({ dataDir, env })
})
afterEach(async () => {
  await server.kill()
  await remove()
})

/** Says what the service said when Postgres does not come back. */
async function runsAgain(): Promise<void> {
  const isBack = async () => (await storeProcesses(dataDir)).postmaster !== undefined
  await vi.waitUntil(isBack, { timeout: 60_000 }).catch(() => {
    throw new Error(`Postgres is gone: ${server.stdout().slice(-5000)}${server.stderr().slice(-5000)}`)
  })
}

/** The kill is the point of these tests, and its moment is random. */
const someMoment = () => delay(randomInt(20, 400))

test('SIGKILL at any moment of charged calls: each idempotency key is charged once and answered alike', async () => {
  verifies(
    'promise.ledger.one-charge-per-key',
    'promise.run.restart-after-kill',
    'promise.ledger.hold-released',
  )
  const { organizationId = '' } = server
  const load = await chargingLoad(server, { dataDir, keys, price })
  for (let kill = 0; kill < kills; kill++) {
    let isGone = false
    const sending = load.send(server.url, () => isGone)
    await someMoment()
    server.child.kill('SIGKILL')
    isGone = true
    await Promise.all([sending, server.ended])
    server = await startServer({ dataDir, env })
  }
  await load.finish(server.url)
  expect([...load.statuses].filter((status) => ![200, 409, 503].includes(status))).toEqual([])
  await load.verify(left)
  // The kills hit requests between hold and charge: otherwise this test shows nothing.
  const listed = await runAlmanac(['ledger', 'list', organizationId, '--json'], { dataDir })
  expect(listed.stdout).toContain('"kind":"expire"')
  expect((await server.stop()).code).toBe(0)
})

test('SIGKILL of Postgres at any moment of charged calls: what was answered stays charged, once', async () => {
  verifies('promise.stores.postgres-kill', 'promise.ledger.one-charge-per-key')
  const load = await chargingLoad(server, { dataDir, keys, price })
  for (let kill = 0; kill < kills; kill++) {
    let isGone = false
    const sending = load.send(server.url, () => isGone)
    await someMoment()
    const { postmaster } = await storeProcesses(dataDir)
    expect(postmaster).toBeGreaterThan(0)
    // Holds commit without waiting for the disk: with the server goes what only its memory held.
    process.kill(postmaster as number, 'SIGKILL')
    await vi.waitUntil(async () => (await storeProcesses(dataDir)).postmaster !== postmaster)
    isGone = true
    await sending
    await runsAgain()
  }
  await load.finish(server.url)
  expect([...load.statuses].filter((status) => ![200, 409, 503].includes(status))).toEqual([])
  // Holds of calls that ended with the server are given back when the service starts again.
  expect((await server.stop()).code).toBe(0)
  server = await startServer({ dataDir, env })
  await load.verify(left)
  expect((await server.stop()).code).toBe(0)
})
