import { once } from 'node:events'
import { lstat, readdir, rm } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifies } from '../conformance/verifies.ts'
import { describeCanary, describeLeavings } from './canary.ts'
import { openCommands, type Commands } from './command-runner.ts'
import { describeCommands } from './commands.ts'
import { expectDrain } from './drain.ts'
import { describeKills } from './killed-while-charging.ts'
import {
  ask,
  runAlmanac,
  startServer,
  storeProcesses,
  temporaryDataDir,
  type RunningServer,
} from './running-server.ts'

let dataDir: string
let remove: () => Promise<void>
let commands: Commands
/** The latest one; runs from one test to the next. */
let server: RunningServer
async function serve(): Promise<RunningServer> {
  // That of a test that failed before it ended it.
  await server?.kill()
  // A process group of its own, and a log of everything.
  server = await startServer({ dataDir, env: { ALMANAC_LOG_LEVEL: 'trace' }, spawn: { detached: true } })
  return server
}
beforeAll(async () => {
  ;({ dataDir, remove } = await temporaryDataDir())
  commands = openCommands({ dataDir })
})
afterAll(async () => {
  commands?.close()
  await server?.kill()
  await remove()
})

const search = 'POST /v1/company-search'
const count = () => ask(server.url, 'POST /v1/company-count', { key, body: { searchParams: {} } })
let key: string

test('the first start prints one key and the ready line, and answers with its sample', async () => {
  verifies('promise.run.ready-line', 'promise.run.bootstrap-key', 'bound.trial-balance', 'health.shape')
  await serve()
  console.log(`first start, 20 sample companies: ready after ${server.startMs} ms`)
  key = server.key ?? ''
  expect(key).toMatch(/^alm_live_[0-9A-Za-z]{36}$/)
  expect(server.stdout().split(key)).toHaveLength(2)
  expect(server.stderr()).not.toContain(key)
  // Nobody's terminal: plain lines only.
  expect(server.stdout() + server.stderr()).not.toContain('\u001b')
  const health = await ask(server.url, 'GET /health')
  expect(health.body).toEqual({ status: 'healthy', timestamp: expect.any(String) })
  expect((await count()).body.output).toEqual({ count: 20 })
  const paid = await ask(server.url, search, { key, body: { searchParams: {}, pageSize: 2 } })
  expect(paid.body.chargeInfo).toMatchObject({ method: 'charged-now', creditsCharged: 2 })
  expect(paid.headers.get('x-credits-remaining')).toBe('498')
  // Links lead back to the port that was really taken.
  const lost = await ask(server.url, search, { key, body: {} })
  expect(lost.body.docsUrl).toBe(`${server.url}/ai-docs/companySearch.md`)
  expect(paid.body.chargeInfo.lowCreditAlert.getMoreCreditsUrl).toBe(`${server.url}/billing/credits`)
})

test('nothing in the data directory is open to other accounts', async () => {
  // Programs of the server are nobody's secret, and another account may have to run them.
  const entries = (await readdir(dataDir, { recursive: true })).filter((name) => !name.includes('programs'))
  expect(entries.length).toBeGreaterThan(100)
  const open: string[] = []
  for (const name of ['', ...entries]) {
    const found = await lstat(join(dataDir, name)).catch(() => undefined)
    if (found !== undefined && !found.isSymbolicLink() && (found.mode & 0o077) !== 0) open.push(name)
  }
  expect(open).toEqual([])
})

describeCommands(() => ({ dataDir, server, commands }))
describeCanary(() => ({ dataDir, server, commands }))

test('SIGTERM lets a running call finish, takes no new ones, ends with 0 and leaves no process behind', async () => {
  verifies('promise.run.drain')
  // To the whole group, as a service manager does.
  const askToEnd = () => process.kill(-(server.child.pid ?? 0), 'SIGTERM')
  await expectDrain(server, { dataDir, key, askToEnd })
})

describeLeavings()

test('a later start prints no key and knows everything', async () => {
  verifies('promise.run.bootstrap-key', 'promise.stores.second-instance')
  await serve()
  console.log(`later start: ready after ${server.startMs} ms`)
  expect(server.key).toBeUndefined()
  expect(server.stdout()).toBe(`almanac ready on ${server.url}\n`)
  // Those of the sample, and what commands imported.
  expect((await count()).body.output).toEqual({ count: 20 + 51 })
  const credits = await ask(server.url, 'GET /v1/get-org-credits', { key })
  expect(credits.body.output.balances).toMatchObject([{ max: 500, used: 3, available: 497 }])

  // A second start on the same data directory.
  const second = await runAlmanac(['serve'], { dataDir })
  expect(second.code).toBe(1)
  expect(second.stdout).toBe('')
  expect(second.stderr.trim().split('\n')).toHaveLength(1)
  expect(second.stderr).toContain(`is in use by process ${server.child.pid}`)
  expect((await count()).status).toBe(200)
})

describeKills(() => ({ dataDir, server, commands }), serve)

test('a start without the directory of the engine builds it again, and says so', async () => {
  const before = (await count()).body.output
  await server.kill()
  await rm(join(dataDir, 'corpus'), { recursive: true })
  await serve()
  await expect.poll(async () => (await count()).body.output).toEqual(before)
  expect(server.stdout() + server.stderr()).toContain('search rows of companies are missing')
})

test('ten SIGINTs in a row end it as gracefully as one', async () => {
  // To the group and to the process, as a terminal and npm do.
  const { pid = 0 } = server.child
  const askToEnd = () => {
    let sent = 0
    const sending = setInterval(() => {
      for (const target of [-pid, pid]) process.kill(target, 'SIGINT')
      sent += 2
      if (sent === 10) clearInterval(sending)
    }, 20)
  }
  await expectDrain(server, { dataDir, key, askToEnd })
})

test('a taken port ends the start at once with one sentence, and gives everything back', async () => {
  const other = createServer().listen({ host: '127.0.0.1', port: 0 })
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const refused = await runAlmanac(['serve'], { dataDir, env: { PORT: String(port) } })
  other.close()
  expect(refused.code).toBe(1)
  expect(refused.stderr).toBe(
    `Cannot listen on 127.0.0.1:${port}: another process is listening on it; stop it or set PORT.\n`,
  )
  expect(await storeProcesses(dataDir)).toEqual({})
})

test.each([
  ['PORT', 'http'],
  ['DATABASE_URL', 'mysql://x'],
  ['ALMANAC_SAMPLE', 'huge'],
  ['HOST', '203.0.113.1'],
  ['ALMANAC_DATA_DIR', '/proc/nope'],
  ['ALMANAC_DATA_DIR', '/dev/null/data'],
])('a start with %s=%s is refused with a sentence that names it', async (name, value) => {
  const refused = await commands.runWith({ [name]: value }, 'serve')
  expect(refused.code).toBe(1)
  expect(refused.stderr).toContain(name)
  expect(refused.stderr).not.toMatch(/\n +at /)
})
