import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { verifies } from '../conformance/verifies.ts'
import { runs } from '../support/long.ts'
import { chargingLoad, type ChargingLoad } from './charging-load.ts'
import { openCommands, type Commands } from './command-runner.ts'
import {
  ask,
  isAlive,
  startServer,
  storeProcesses,
  temporaryDataDir,
  type RunningServer,
} from './running-server.ts'

vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 })

const kills = runs(2, 8)
const size = {
  keys: runs(150, 600),
  price: 3,
  /** Covers what calls that ended with a process hold until it is given back. */
  left: 160,
}

let dataDir: string
let remove: () => Promise<void>
let server: RunningServer
let commands: Commands
let key: string | undefined
beforeAll(async () => {
  ;({ dataDir, remove } = await temporaryDataDir())
  commands = openCommands(dataDir)
  server = await startServer({ dataDir })
  ;({ key } = server)
})
afterAll(async () => {
  commands?.close()
  await server?.kill()
  await remove()
})

const patient = { timeout: 60_000, interval: 20 }

/** Says what the service said when Postgres does not come back. */
async function runsAgain(): Promise<void> {
  const isBack = async () => (await storeProcesses(dataDir)).postmaster !== undefined
  await vi.waitUntil(isBack, { timeout: 60_000 }).catch(() => {
    throw new Error(`Postgres is gone: ${server.stdout().slice(-5000)}${server.stderr().slice(-5000)}`)
  })
}

/** Charges until some answers are there, then has `kill` end what answers. The moment is random: it is the point of these tests. */
async function chargeUntil(load: ChargingLoad, kill: () => Promise<unknown>): Promise<void> {
  let isGone = false
  const sending = load.send(server.url, () => isGone)
  await Promise.race([sending, load.answered(randomInt(1, Math.floor(size.keys / (kills + 2))))])
  await kill()
  isGone = true
  await sending
}

/** Verified after the next start. */
let loadOverPostgres: ChargingLoad

test('SIGKILL of Postgres at any moment of charged calls: what was answered stays charged, once', async () => {
  verifies('promise.stores.postgres-kill', 'promise.ledger.one-charge-per-key')
  const load = await chargingLoad(commands, size)
  for (let kill = 0; kill < kills; kill++) {
    await chargeUntil(load, async () => {
      const { postmaster } = await storeProcesses(dataDir)
      expect(postmaster).toBeGreaterThan(0)
      // Holds commit without waiting for the disk: with the server goes what only its memory held.
      process.kill(postmaster as number, 'SIGKILL')
      await vi.waitUntil(async () => (await storeProcesses(dataDir)).postmaster !== postmaster, patient)
    })
    await runsAgain()
  }
  await load.finish(server.url)
  expect([...load.statuses].filter((status) => ![200, 409, 503].includes(status))).toEqual([])
  loadOverPostgres = load
})

/** Starts on what SIGKILL left: an orphaned Postmaster, which is adopted. */
async function startAgain({ postmaster, engine }: { postmaster?: number; engine?: number }): Promise<void> {
  await server.ended
  expect(isAlive(postmaster, 'postgres')).toBe(true)
  // The engine goes with its parent, without being asked.
  await expect.poll(() => isAlive(engine, 'engine-child'), { timeout: 10_000 }).toBe(false)
  server = await startServer({ dataDir })
  expect((await storeProcesses(dataDir)).postmaster).toBe(postmaster)
  const counted = await ask(server.url, 'POST /v1/company-count', { key, body: { searchParams: {} } })
  expect(counted.body.output).toEqual({ count: 20 })
}

// After the other: its start is the next.
test('SIGKILL at any moment of charged calls: each idempotency key is charged once and answered alike', async () => {
  verifies('promise.ledger.one-charge-per-key', 'promise.ledger.hold-released')
  verifies('promise.run.restart-after-kill', 'promise.stores.orphan-adopted', 'promise.stores.engine-kill')
  const load = await chargingLoad(commands, size)
  const hasExpired = async () => {
    const { stdout } = await commands.run('ledger', 'list', load.organizationId, '--json')
    return stdout.includes('"kind":"expire"')
  }
  let done = 0
  // The kills hit requests between hold and charge: otherwise this test shows nothing.
  while (done < kills || (done < 3 * kills && !(await hasExpired()))) {
    const orphans = await storeProcesses(dataDir)
    await chargeUntil(load, async () => server.child.kill('SIGKILL'))
    await startAgain(orphans)
    done += 1
  }
  await load.finish(server.url)
  expect([...load.statuses].filter((status) => ![200, 409, 503].includes(status))).toEqual([])
  await load.verify()
  expect(await hasExpired()).toBe(true)
  // Holds of calls that ended with Postgres are given back when the service starts again.
  await loadOverPostgres.verify()
  expect((await server.stop()).code).toBe(0)
})
