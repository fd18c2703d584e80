import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { formatKey } from '../../src/platform/keys/index.ts'
import { openPostgres, sql, type Postgres } from '../../src/store/postgres/index.ts'
import { verifies } from '../conformance/verifies.ts'
import {
  ask,
  isAlive,
  runAlmanac,
  startAlmanac,
  startServer,
  storeProcesses,
  temporaryDataDir,
  type RunningServer,
} from './running-server.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

let dataDir: string
let remove: () => Promise<void>
beforeAll(async () => ({ dataDir, remove } = await temporaryDataDir()))

/** Servers of a test that failed before it ended them. */
const running = new Set<RunningServer>()
async function serve(env: Record<string, string> = {}, dir = dataDir): Promise<RunningServer> {
  const server = await startServer({ dataDir: dir, env })
  running.add(server)
  void server.ended.then(() => running.delete(server))
  return server
}
afterEach(async () => {
  for (const server of running) await server.kill()
})
afterAll(() => remove())

const search = 'POST /v1/company-search'
const count = (url: string, key: string) =>
  ask(url, 'POST /v1/company-count', { key, body: { searchParams: {} } })

/** Connects to the running server's own Postgres. */
async function controlPlane(): Promise<Postgres> {
  const { postgresUrl } = JSON.parse(await readFile(join(dataDir, 'running.json'), 'utf8')) as {
    postgresUrl: string
  }
  return openPostgres({
    ...{ url: postgresUrl, dataDir: '', poolSize: 2, applicationName: 'e2e' },
    log: () => undefined,
  })
}

let key: string

test('the first start prints one key and the ready line, and answers with its sample', async () => {
  verifies('promise.run.ready-line', 'promise.run.bootstrap-key', 'bound.trial-balance', 'health.shape')
  const server = await serve()
  console.log(`first start, 20 sample companies: ready after ${server.startMs} ms`)
  key = server.key ?? ''
  expect(key).toMatch(/^alm_live_[0-9A-Za-z]{36}$/)
  expect(server.stdout().split(key)).toHaveLength(2)
  expect(server.stderr()).not.toContain(key)
  // Nobody's terminal: plain lines only.
  expect(server.stdout() + server.stderr()).not.toContain('\u001b')
  const health = await ask(server.url, 'GET /health')
  expect(health.body).toEqual({ status: 'healthy', timestamp: expect.any(String) })
  expect((await count(server.url, key)).body.output).toEqual({ count: 20 })
  const paid = await ask(server.url, search, { key, body: { searchParams: {}, pageSize: 2 } })
  expect(paid.body.chargeInfo).toMatchObject({ method: 'charged-now', creditsCharged: 2 })
  expect(paid.headers.get('x-credits-remaining')).toBe('498')
  // Links lead back to the port that was really taken.
  const lost = await ask(server.url, search, { key, body: {} })
  expect(lost.body.docsUrl).toBe(`${server.url}/ai-docs/companySearch.md`)
  expect(paid.body.chargeInfo.lowCreditAlert.getMoreCreditsUrl).toBe(`${server.url}/billing/credits`)
  expect(await server.stop()).toEqual({ code: 0, signal: null })
})

test('a later start prints no key and knows everything', async () => {
  verifies('promise.run.bootstrap-key', 'promise.stores.second-instance')
  const server = await serve()
  console.log(`later start: ready after ${server.startMs} ms`)
  expect(server.key).toBeUndefined()
  expect(server.stdout()).toBe(`almanac ready on ${server.url}\n`)
  expect((await count(server.url, key)).body.output).toEqual({ count: 20 })
  const credits = await ask(server.url, 'GET /v1/get-org-credits', { key })
  expect(credits.body.output.balances).toMatchObject([{ max: 500, used: 2, available: 498 }])

  // A second start on the same data directory.
  const second = await runAlmanac(['serve'], { dataDir })
  expect(second.code).toBe(1)
  expect(second.stdout).toBe('')
  expect(second.stderr.trim().split('\n')).toHaveLength(1)
  expect(second.stderr).toContain(`is in use by process ${server.child.pid}`)
  expect((await count(server.url, key)).status).toBe(200)
  expect((await server.stop()).code).toBe(0)
})

test.each(['SIGTERM', 'SIGINT'] as const)(
  '%s lets a running call finish, takes no new ones, ends with 0 and leaves no process behind',
  async (signal) => {
    verifies('promise.run.drain')
    const server = await startServer({ dataDir, spawn: { detached: true } })
    running.add(server)
    void server.ended.then(() => running.delete(server))
    const { postmaster, engine } = await storeProcesses(dataDir)
    expect([typeof postmaster, typeof engine]).toEqual(['number', 'number'])
    const db = await controlPlane()
    let call: ReturnType<typeof ask> | undefined
    await db.transact(async (tx) => {
      // Stands in the way of the hold, so that the call is running when the signal comes.
      await tx.query(sql`SELECT 1 FROM subscription_balances FOR UPDATE`)
      call = ask(server.url, search, { key, body: { searchParams: {}, pageSize: 1 } })
      const blocked = sql`SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'`
      await expect.poll(async () => (await db.query(blocked)).length, { timeout: 20_000 }).toBeGreaterThan(0)
      // To the whole group, as a terminal's Ctrl-C and a service manager do.
      process.kill(-(server.child.pid ?? 0), signal)
      const refused = () =>
        ask(server.url, 'GET /health').then(
          ({ status }) => status,
          () => 'refused',
        )
      await expect.poll(refused, { timeout: 10_000 }).toBe('refused')
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
  },
)

test('after SIGKILL a start adopts the orphaned postmaster and finds every record and credit', async () => {
  verifies('promise.run.restart-after-kill', 'promise.stores.orphan-adopted', 'promise.stores.engine-kill')
  const first = await serve()
  const before = await storeProcesses(dataDir)
  const balances = async (url: string) => (await ask(url, 'GET /v1/get-org-credits', { key })).body.output
  const told = await balances(first.url)
  await first.kill()
  expect(isAlive(before.postmaster, 'postgres')).toBe(true)
  // The engine goes with its parent, without being asked.
  await expect.poll(() => isAlive(before.engine, 'engine-child'), { timeout: 10_000 }).toBe(false)
  const second = await serve()
  console.log(`start after SIGKILL: ready after ${second.startMs} ms`)
  expect((await storeProcesses(dataDir)).postmaster).toBe(before.postmaster)
  expect((await count(second.url, key)).body.output).toEqual({ count: 20 })
  expect(await balances(second.url)).toEqual(told)
  await second.stop()
  expect(isAlive(before.postmaster, 'postgres')).toBe(false)
})

test('a taken port ends the start at once with one sentence, and gives everything back', async () => {
  const other = createServer().listen({ host: '127.0.0.1', port: 0 })
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const refused = await runAlmanac(['serve'], { dataDir, env: { PORT: String(port) } })
  other.close()
  expect(refused.code).toBe(1)
  expect(refused.stderr).toBe(
    `Cannot listen on 127.0.0.1:${port}: another process listens there; stop it or set PORT.\n`,
  )
  expect(await storeProcesses(dataDir)).toEqual({})
})

test.each([
  ['PORT', 'http'],
  ['DATABASE_URL', 'mysql://x'],
  ['ALMANAC_SAMPLE', 'huge'],
  ['HOST', '203.0.113.1'],
])('a start with %s=%s is refused with a sentence that names it', async (name, value) => {
  const refused = await runAlmanac(['serve'], { dataDir, env: { [name]: value } })
  expect(refused.code).toBe(1)
  expect(refused.stderr).toContain(name)
  expect(refused.stderr).not.toMatch(/\n +at /)
})

describe('a data directory of its own', () => {
  let own: Awaited<ReturnType<typeof temporaryDataDir>>
  beforeAll(async () => {
    own = await temporaryDataDir()
  })
  afterAll(() => own.remove())

  test('ALMANAC_BOOTSTRAP_KEY that is no key is refused with a sentence', async () => {
    const env = { ALMANAC_BOOTSTRAP_KEY: 'secret-but-wrong', ALMANAC_SAMPLE: 'none' }
    const refused = await runAlmanac(['serve'], { dataDir: own.dataDir, env })
    expect(refused.code).toBe(1)
    expect(refused.stderr).toMatch(/^ALMANAC_BOOTSTRAP_KEY is not a well-formed API key/m)
    expect(refused.stderr + refused.stdout).not.toMatch(/\n +at |secret-but-wrong/)
    expect(await storeProcesses(own.dataDir)).toEqual({})
  })

  test('SIGTERM while the sample is loading ends the start with 0, and the next one loads the rest', async () => {
    verifies('promise.run.bootstrap-key')
    const given = formatKey('live')
    const env = { ALMANAC_BOOTSTRAP_KEY: given, ALMANAC_BOOTSTRAP_CREDITS: '7', ALMANAC_SAMPLE: '300' }
    const first = startAlmanac(['serve'], { dataDir: own.dataDir, env })
    await expect.poll(first.stdout, { timeout: 60_000, interval: 5 }).toContain('loading the sample')
    first.child.kill('SIGTERM')
    expect(await first.ended).toEqual({ code: 0, signal: null })
    expect(first.stdout()).not.toContain('almanac ready')
    expect(first.stdout()).not.toContain(given)
    expect(first.stdout()).toContain('the key of ALMANAC_BOOTSTRAP_KEY')
    const second = await serve(env, own.dataDir)
    expect((await count(second.url, given)).body.output).toEqual({ count: 300 })
    expect((await count(second.url, given)).headers.get('x-credits-remaining')).toBe('7')
    await second.stop()
  })
})
