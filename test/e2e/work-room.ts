import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { openPostgres, sql, type Postgres } from '../../src/store/postgres/index.ts'
import { openCommands, type Commands } from './command-runner.ts'
import { ask, startServer, storeProcesses, temporaryDataDir, type RunningServer } from './running-server.ts'

export const victims = ['postgres', 'engine', 'service'] as const
export type Victim = (typeof victims)[number]

export interface Customer {
  organizationId: string
  key: string
}

/** A server, what is seen of its tables past it, and the ends of its processes. */
export interface WorkRoom {
  dataDir: string
  commands: Commands
  server(): RunningServer
  /** Postgres past the service; a killed one is left at the next `look`. */
  tables: Tables
  /** A fresh organization. */
  customer(): Promise<Customer>
  /** The output of a request that is answered 200. */
  // oxlint-disable-next-line typescript/no-explicit-any
  ask(customer: Customer, route: string, body?: object): Promise<any>
  /** SIGKILL; answers what waits until it runs again, started anew where it was the service. */
  strike(victim: Victim): Promise<() => Promise<void>>
  /** Resolves when the service answers out of both stores. */
  answers(): Promise<void>
  close(): Promise<void>
}

export interface Tables {
  query: Postgres['query']
  /** Holds a table against writers until `work` is over, or the server is gone. */
  standInTheWay(table: 'events' | 'corpus_commit_log', work: () => Promise<void>): Promise<void>
  close(): Promise<void>
}

export const patient = { timeout: 120_000, interval: 20 }

export async function openWorkRoom(): Promise<WorkRoom> {
  const { dataDir, remove } = await temporaryDataDir()
  const start = { dataDir, env: { ALMANAC_SAMPLE: 'none' } }
  let server = await startServer(start)
  const commands = openCommands(start)
  const runJson = async (...args: string[]) => {
    const { code, stdout, stderr } = await commands.run(...args, '--json')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    return JSON.parse(stdout)
  }
  const strike = async (victim: Victim) => {
    const before = await storeProcesses(dataDir)
    if (victim === 'service') {
      await server.kill()
      return async () => {
        server = await startServer(start)
      }
    }
    const name = victim === 'postgres' ? 'postmaster' : 'engine'
    const pid = before[name] ?? 0
    expect(pid, `${name} runs`).toBeGreaterThan(0)
    process.kill(pid, 'SIGKILL')
    return async () => {
      const isAnother = async () => ![undefined, pid].includes((await storeProcesses(dataDir))[name])
      await expect.poll(isAnother, patient).toBe(true)
    }
  }
  const isReady = async () => (await fetch(`${server.url}/ready`)).status
  return {
    dataDir,
    commands,
    tables: openTables(dataDir),
    server: () => server,
    async customer() {
      const { id: organizationId } = await runJson('org', 'create', 'Killed', '--credits', '100000')
      const { key } = await runJson('key', 'create', organizationId, '--name', 'killed')
      return { organizationId, key }
    },
    async ask({ key }, route, body) {
      const answer = await ask(server.url, route.replace(' ', ' /v1/'), {
        key,
        ...(body === undefined ? {} : { body }),
      })
      expect(answer.status, `${route} ${answer.text}`).toBe(200)
      return answer.body.output
    },
    strike,
    async answers() {
      await expect.poll(isReady, patient).toBe(200)
    },
    async close() {
      commands.close()
      await server.kill()
      await remove()
    },
  }
}

/** The tables of whatever Postgres serves the data directory now. */
function openTables(dataDir: string): Tables {
  let open: Postgres | undefined
  const connect = async () => {
    const { postgresUrl: url } = JSON.parse(await readFile(join(dataDir, 'running.json'), 'utf8'))
    const settings = { url, dataDir: '', poolSize: 2, applicationName: 'e2e', log: () => undefined }
    return (open ??= await openPostgres(settings))
  }
  return {
    query: (async (statement, ...rest) => (await connect()).query(statement, ...rest)) as Postgres['query'],
    async standInTheWay(table, work) {
      const db = await connect()
      const lock =
        table === 'events'
          ? sql`LOCK TABLE events IN SHARE MODE`
          : sql`LOCK TABLE corpus_commit_log IN SHARE MODE`
      let isOver = false
      await db
        .transact(async (tx) => {
          await tx.query(lock)
          await work()
          isOver = true
        })
        .catch((error: unknown) => {
          // Postgres was the victim: the lock went with it.
          if (!isOver) throw error
        })
    },
    async close() {
      await open?.close().catch(() => undefined)
      open = undefined
    },
  }
}

/** Somebody wants to write what is held. */
export const isWaitingFor = (tables: Tables, table: string) => async () =>
  (
    await tables.query(sql`
      SELECT 1 FROM pg_locks WHERE NOT granted AND relation = ${table}::regclass`)
  ).length > 0
