import { randomInt } from 'node:crypto'
import { describe, expect, test, vi } from 'vitest'
import { verifies } from '../conformance/verifies.ts'
import { runs } from '../support/long.ts'
import type { Beside } from './beside.ts'
import { chargingLoad, type ChargingLoad } from './charging-load.ts'
import { ask, isAlive, storeProcesses, type RunningServer } from './running-server.ts'

const kills = runs(2, 8)
const size = {
  keys: runs(100, 600),
  price: 3,
  /** Covers what calls that ended with a process hold until it is given back. */
  left: 160,
}

const patient = { timeout: 60_000, interval: 20 }

/** Says what the service said when Postgres does not come back. */
async function runsAgain({ dataDir, server }: Beside): Promise<void> {
  const isBack = async () => (await storeProcesses(dataDir)).postmaster !== undefined
  await vi.waitUntil(isBack, { timeout: 60_000 }).catch(() => {
    throw new Error(`Postgres is gone: ${server.stdout().slice(-5000)}${server.stderr().slice(-5000)}`)
  })
}

/** Charges until some answers are there, then has `kill` end what answers. The moment is random: it is the point of these tests. */
async function chargeUntil(url: string, load: ChargingLoad, kill: () => Promise<unknown>): Promise<void> {
  let isGone = false
  const sending = load.send(url, () => isGone)
  await Promise.race([sending, load.answered(randomInt(1, Math.floor(size.keys / (kills + 2))))])
  await kill()
  isGone = true
  await sending
}

/** Postgres goes with SIGKILL in the middle of calls; the service brings it back. */
async function killPostgres(beside: Beside, load: ChargingLoad): Promise<void> {
  const { dataDir, server } = beside
  await chargeUntil(server.url, load, async () => {
    const { postmaster } = await storeProcesses(dataDir)
    expect(postmaster).toBeGreaterThan(0)
    // Holds commit without waiting for the disk: with the server goes what only its memory held.
    process.kill(postmaster as number, 'SIGKILL')
    await vi.waitUntil(async () => (await storeProcesses(dataDir)).postmaster !== postmaster, patient)
  })
  await runsAgain(beside)
}

/** The service goes with SIGKILL in the middle of calls; a start adopts the orphaned Postgres and finds every record. */
async function killService(
  { dataDir, server }: Beside,
  load: ChargingLoad,
  start: () => Promise<RunningServer>,
): Promise<void> {
  const { key } = load
  const count = async ({ url }: RunningServer) =>
    (await ask(url, 'POST /v1/company-count', { key, body: { searchParams: {} } })).body.output
  const counted = await count(server)
  const { postmaster, engine } = await storeProcesses(dataDir)
  await chargeUntil(server.url, load, async () => server.child.kill('SIGKILL'))
  await server.ended
  expect(isAlive(postmaster, 'postgres')).toBe(true)
  // The engine goes with its parent, without being asked.
  await expect.poll(() => isAlive(engine, 'engine-child')).toBe(false)
  const next = await start()
  console.log(`start after SIGKILL: ready after ${next.startMs} ms`)
  expect((await storeProcesses(dataDir)).postmaster).toBe(postmaster)
  expect(await count(next)).toEqual(counted)
}

const expectNoOtherStatus = (load: ChargingLoad) =>
  expect([...load.statuses].filter((status) => ![200, 409, 503].includes(status))).toEqual([])

/** Kills Postgres, then the service; `start` starts the next one. */
export function describeKills(beside: () => Beside, start: () => Promise<RunningServer>): void {
  let loadOverPostgres: ChargingLoad

  describe('SIGKILL at any moment of charged calls', () => {
    test('of Postgres: what was answered stays charged, once', async () => {
      verifies('promise.stores.postgres-kill', 'promise.ledger.one-charge-per-key')
      const load = await chargingLoad(beside().commands, size)
      for (let kill = 0; kill < kills; kill++) await killPostgres(beside(), load)
      await load.finish(beside().server.url)
      expectNoOtherStatus(load)
      // Verified below: holds of calls that ended with Postgres are given back when the service starts again.
      loadOverPostgres = load
    })

    test('of the service: each idempotency key is charged once and answered alike', async () => {
      verifies('promise.ledger.one-charge-per-key', 'promise.ledger.hold-released')
      verifies(
        'promise.run.restart-after-kill',
        'promise.stores.orphan-adopted',
        'promise.stores.engine-kill',
      )
      const { commands } = beside()
      const load = await chargingLoad(commands, size)
      const hasExpired = async () => {
        const { stdout } = await commands.run('ledger', 'list', load.organizationId, '--json')
        return stdout.includes('"kind":"expire"')
      }
      let done = 0
      // The kills hit requests between hold and charge: otherwise this test shows nothing.
      while (done < kills || (done < 3 * kills && !(await hasExpired()))) {
        await killService(beside(), load, start)
        done += 1
      }
      await load.finish(beside().server.url)
      expectNoOtherStatus(load)
      await load.verify()
      expect(await hasExpired()).toBe(true)
      await loadOverPostgres.verify()
    })
  })
}
