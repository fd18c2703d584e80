import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { openPostgres, sql, type Postgres } from '../../src/store/postgres/index.ts'
import { ask, isAlive, storeProcesses, type RunningServer } from './running-server.ts'

/** Connects to the running server's own Postgres. */
async function controlPlane(dataDir: string): Promise<Postgres> {
  const { postgresUrl } = JSON.parse(await readFile(join(dataDir, 'running.json'), 'utf8')) as {
    postgresUrl: string
  }
  return openPostgres({
    url: postgresUrl,
    dataDir: '',
    poolSize: 2,
    applicationName: 'e2e',
    log: () => undefined,
  })
}

/** Asks a server to end while a call runs: the call is finished, no new one is taken, and no process is left. */
export async function expectDrain(
  server: RunningServer,
  { dataDir, key, askToEnd }: { dataDir: string; key: string; askToEnd: () => unknown },
): Promise<void> {
  const { postmaster, engine } = await storeProcesses(dataDir)
  expect([typeof postmaster, typeof engine]).toEqual(['number', 'number'])
  const db = await controlPlane(dataDir)
  let call: ReturnType<typeof ask> | undefined
  await db.transact(async (tx) => {
    // Stands in the way of the hold, so that the call is running when the signal comes.
    await tx.query(sql`SELECT 1 FROM subscription_balances FOR UPDATE`)
    call = ask(server.url, 'POST /v1/company-search', { key, body: { searchParams: {}, pageSize: 1 } })
    const blocked = sql`SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'`
    await expect.poll(async () => (await db.query(blocked)).length).toBeGreaterThan(0)
    // Whatever it sends arrives while the call runs: a process that is nearly gone has no ears left.
    await askToEnd()
    const refused = () =>
      ask(server.url, 'GET /health').then(
        ({ status }) => status,
        () => 'refused',
      )
    await expect.poll(refused).toBe('refused')
    expect(server.child.exitCode).toBeNull()
  })
  await db.close()
  const answer = await call
  expect(answer?.status).toBe(200)
  expect(answer?.body.chargeInfo).toMatchObject({ creditsCharged: 1 })
  expect(await server.ended).toEqual({ code: 0, signal: null })
  expect(isAlive(postmaster, 'postgres')).toBe(false)
  expect(isAlive(engine, 'engine-child')).toBe(false)
  expect(await storeProcesses(dataDir)).toEqual({})
}
