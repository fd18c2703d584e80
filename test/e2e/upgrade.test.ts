import { copyFile, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { freePort } from '../../src/store/postgres/embedded/free-port.ts'
import { atEnd } from '../support/at-end.ts'
import { testEngine } from '../support/engine.ts'
import { hasCommit, last01, programOf } from '../support/old-chain.ts'
import { testDatabase } from '../support/postgres.ts'
import { chargingLoad, type ChargingLoad } from './charging-load.ts'
import type { CommandRun } from './command-runner.ts'
import { ask, runAlmanac, startServer, temporaryDataDir, type RunningServer } from './running-server.ts'

/** A commit of version 0.1 whose migrations end four before the last of that version. */
const early = '8b340ea5'

/** The last commit of this chain before migration 0011. */
const before0011 = '97bf95b5'

const oldProgram = (ref: string) => {
  const root = programOf(ref)
  atEnd(() => rm(root, { recursive: true, force: true }))
  return root
}

/** Asks one address without a pause until it is told to stop; what it was answered, in words. */
async function watch(url: string, key: string, isDone: () => boolean): Promise<Set<string>> {
  const answers = new Set<string>()
  while (!isDone()) {
    const answer = await fetch(`${url}/v1/company-count`, {
      method: 'POST',
      headers: { 'x-api-key': key },
      body: '{"searchParams":{}}',
    }).catch(() => undefined)
    if (answer === undefined) {
      answers.add('refused')
      // As clients do that are refused; to ask again at once would only keep the processor busy.
      await delay(100)
    } else
      answers.add(answer.status === 503 && answer.headers.has('retry-after') ? 'later' : `${answer.status}`)
    await answer?.arrayBuffer().catch(() => undefined)
  }
  return answers
}

let home: Awaited<ReturnType<typeof temporaryDataDir>>
let away: Awaited<ReturnType<typeof temporaryDataDir>>
let server: RunningServer | undefined
beforeAll(async () => {
  home = await temporaryDataDir()
  away = await temporaryDataDir()
})
afterAll(async () => {
  await server?.kill()
  await home?.remove()
  await away?.remove()
})

const isHistoryThere = hasCommit(early) && hasCommit(last01)

test.skipIf(!isHistoryThere)(
  'a directory of an early version 0.1 comes to this one in the steps of the guide, while it is asked and charged',
  async () => {
    const { dataDir } = home
    const env = { PORT: String(await freePort()) }
    const [first, last] = [oldProgram(early), oldProgram(last01)]
    let isUpgraded = false
    const commands: CommandRun = {
      run: (...args) => runAlmanac(args, { dataDir, ...(isUpgraded ? {} : { root: first }) }),
    }
    server = await startServer({ dataDir, env, root: first })
    const { url } = server
    const load = await chargingLoad(commands, { keys: 1_500, price: 2, left: 10 })
    await commands.run('limit', 'set', load.organizationId, 'companyCount', '1000000')
    let isDone = false
    const watched = watch(url, load.key, () => isDone)

    await refusedBesideTheOld(dataDir)
    const backup = join(away.dataDir, 'before')
    expect(await runAlmanac(['backup', backup], { dataDir, root: first })).toMatchObject({ code: 0 })
    await stopCharging(load, server)
    await refusedWithoutTheStepBetween(dataDir)
    server = await startServer({ dataDir, env, root: last })
    await stopCharging(load, server)
    await planned(dataDir)
    server = await startServer({ dataDir, env })
    isUpgraded = true
    await load.finish(url)
    isDone = true

    const known = new Set(['200', 'later', 'refused'])
    expect([...(await watched)].filter((answer) => !known.has(answer))).toEqual([])
    expect([...load.statuses].filter((status) => status !== 200 && status !== 503)).toEqual([])
    // Each key was charged once and answered alike by whichever version, and every balance adds up.
    await load.verify()
    const after = await runAlmanac(['doctor', '--upgrade'], { dataDir })
    expect(after.stdout).toMatch(/^postgres +ok +up to date$/m)
    expect(after.stdout).toMatch(/^clickhouse +ok +up to date$/m)
    await wayBack({ backup, root: first, key: load.key })
  },
)

test.skipIf(!hasCommit(before0011))(
  'on servers the old process answers and charges until the new one is ready, while that changes the tables',
  async () => {
    const db = await testDatabase({ template: 'template0' })
    const engine = await testEngine()
    const [at] = await engine.query<{ name: string }>({
      tag: 'test',
      sql: 'SELECT currentDatabase() AS name',
    })
    const engineUrl = new URL(inject('engineUrl'))
    engineUrl.pathname = `/${at?.name}`
    const env = { DATABASE_URL: db.url, CLICKHOUSE_URL: engineUrl.href }
    const [oldDir, newDir] = [join(away.dataDir, 'old'), join(away.dataDir, 'new')]
    const root = oldProgram(before0011)
    const old = await startServer({ dataDir: oldDir, env, root })
    atEnd(async () => void old.child.kill('SIGKILL'))
    let isUpgraded = false
    const commands: CommandRun = {
      run: (...args) =>
        runAlmanac(args, isUpgraded ? { dataDir: newDir, env } : { dataDir: oldDir, env, root }),
    }
    const load = await chargingLoad(commands, { keys: 600, price: 2, left: 10 })
    await commands.run('limit', 'set', load.organizationId, 'companyCount', '1000000')
    await mkdir(newDir)
    await copyFile(join(oldDir, 'secret.key'), join(newDir, 'secret.key'))
    let isMoved = false
    const watched = watch(old.url, load.key, () => isMoved)
    const answered = load.answered(20)
    const charging = load.send(old.url, () => isMoved)
    await answered

    const plan = await runAlmanac(['doctor', '--upgrade'], { dataDir: newDir, env })
    expect(plan.stdout).toMatch(/^postgres +ok +will apply 0011_.*0012_/m)
    expect(plan.stdout).toMatch(/^backup +TO DO +back up the servers of DATABASE_URL, CLICKHOUSE_URL/m)
    const next = await startServer({ dataDir: newDir, env: { ...env, ALMANAC_ROLES: 'api' } })
    atEnd(async () => void next.child.kill('SIGKILL'))
    expect((await ask(next.url, 'GET /ready')).status).toBe(200)
    isMoved = true
    await charging
    // Until then the old one has answered everything, on the tables of the new one, too.
    expect([...(await watched)]).toEqual(['200'])
    expect([...load.statuses]).toEqual([200])
    isUpgraded = true
    expect((await old.stop()).code).toBe(0)
    await load.finish(next.url)
    await load.verify()
    expect((await next.stop()).code).toBe(0)
  },
)

/** Nothing is changed beside the running service: the old version goes on. */
async function refusedBesideTheOld(dataDir: string): Promise<void> {
  const { code, stdout } = await runAlmanac(['doctor', '--upgrade'], { dataDir })
  expect(code).toBe(1)
  expect(stdout).toMatch(/^service +TO DO +process \d+ has the data directory open/m)
  expect(stdout).toMatch(/^postgres +WRONG .*last migration is 0092_.*start the last version 0\.1/m)
  expect(stdout).toMatch(/^backup +WRONG +no backup was made/m)
  expect((await runAlmanac(['migrate'], { dataDir })).stderr).toContain('another version of Almanac')
}

/** The start refuses, and leaves the directory to its version. */
async function refusedWithoutTheStepBetween(dataDir: string): Promise<void> {
  const { code, stderr } = await runAlmanac(['serve'], { dataDir })
  expect(code).toBe(1)
  expect(stderr).toContain('start the last version 0.1')
}

async function planned(dataDir: string): Promise<void> {
  const { stdout } = await runAlmanac(['doctor', '--upgrade'], { dataDir })
  expect(stdout).toMatch(/^postgres +ok +will apply .*0012_budgets_and_sign_ins\.sql.*: about .* at most$/m)
  expect(stdout).not.toMatch(/^(postgres|clickhouse|search rows|disk) +WRONG/m)
}

/** The old version, on what was backed up before. */
async function wayBack({ backup, root, key }: { backup: string; root: string; key: string }): Promise<void> {
  const dataDir = join(away.dataDir, 'restored')
  expect(await runAlmanac(['restore', backup], { dataDir, root })).toMatchObject({ code: 0 })
  const old = await startServer({ dataDir, root })
  let turns = 0
  expect([...(await watch(old.url, key, () => turns++ > 0))]).toEqual(['200'])
  expect((await old.stop()).code).toBe(0)
}

/** Stops a server while it charges. */
async function stopCharging(load: ChargingLoad, server: RunningServer): Promise<void> {
  let isGone = false
  const answered = load.answered(20)
  const charging = load.send(server.url, () => isGone)
  await answered
  const { code } = await server.stop()
  isGone = true
  await charging
  expect(code).toBe(0)
}
