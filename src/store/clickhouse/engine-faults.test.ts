import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { engineAddress, EngineUnavailable, openClickHouse } from './index.ts'
import type { ClickHouse } from './index.ts'
import { runs } from '../../../test/support/long.ts'

const MEMORY = 1024 ** 3
const KILLS = runs(2, 5)
const failure = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  )

let dataDir: string
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'almanac-chf-'))
})
afterAll(() => rm(dataDir, { recursive: true, force: true }))
const toClose: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of toClose.splice(0).toReversed()) await close()
})

const open = (log: (message: string) => void = () => {}): Promise<ClickHouse> =>
  openClickHouse({ dataDir, memoryBytes: MEMORY, log })

async function enginePid(): Promise<number> {
  return (JSON.parse(await readFile(join(dataDir, 'engine.json'), 'utf8')) as { pid: number }).pid
}

const alive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

const healthyAgain = (ch: ClickHouse) => expect.poll(() => ch.healthy(1000), { interval: 20 }).toBe(true)

// One engine from the first test to the one that closes it.
describe('the embedded engine', () => {
  let ch: ClickHouse
  const said: string[] = []
  beforeAll(async () => {
    ch = await open((message) => said.push(message))
  })
  afterAll(() => ch?.close())

  test('answers nothing without its token', async () => {
    const url = new URL((await engineAddress(dataDir))!.url)
    url.password = 'wrong'
    const stranger = await openClickHouse({ url: url.href, dataDir, log: () => {} })
    toClose.push(() => stranger.close())
    expect(await failure(stranger.query({ sql: 'SELECT 1', tag: 'suite' }))).toMatchObject({ code: 516 })
    expect(await stranger.healthy(1000)).toBe(false)
  })

  test('refuses a directory in use, and the one that uses it goes on', async () => {
    await expect(open()).rejects.toThrow(/another process uses/)
    expect(await ch.healthy(1000)).toBe(true)
    expect(await engineAddress(dataDir)).toBeDefined()
  })

  test('is unavailable, not waited for, while its process is stopped', async () => {
    const pid = await enginePid()
    process.kill(pid, 'SIGSTOP')
    try {
      expect(await ch.healthy(100)).toBe(false)
      expect(await failure(ch.query({ sql: 'SELECT 1', tag: 'suite', maxMs: 1 }))).toBeInstanceOf(
        EngineUnavailable,
      )
    } finally {
      process.kill(pid, 'SIGCONT')
    }
    await healthyAgain(ch)
  })

  test('fails calls typed and at once while it is down, and comes back by itself', async () => {
    const sql = 'SELECT sum(sipHash64(number)) FROM numbers(1000000000000)'
    const running = failure(ch.query({ sql, tag: 'suite', maxMs: 60_000 }))
    const streaming = failure(
      (async () => {
        for await (const _ of ch.stream({ sql: 'SELECT number FROM numbers(100000000000)', tag: 'suite' }));
      })(),
    )
    await ch.query({ sql: 'SELECT 1', tag: 'suite' })
    process.kill(await enginePid(), 'SIGKILL')
    expect(await running).toBeInstanceOf(EngineUnavailable)
    expect(await streaming).toBeInstanceOf(EngineUnavailable)
    expect(await failure(ch.query({ sql: 'SELECT 1', tag: 'suite' }))).toBeInstanceOf(EngineUnavailable)
    expect(await ch.healthy(1000)).toBe(false)
    await healthyAgain(ch)
    expect(said).toEqual(['engine ready', 'engine ended, restarting', 'engine ready'])
  })

  test(`loses no acknowledged row over ${KILLS} kills under load`, async () => {
    await ch.command({ sql: 'CREATE TABLE t (id UInt64) ENGINE = MergeTree ORDER BY id', tag: 'suite' })
    const acknowledged: number[] = []
    let next = 0
    let stop = false
    const writer = async () => {
      while (!stop) {
        const id = next++
        const failed = await failure(ch.insert({ table: 't', format: 'JSONEachRow' }, `{"id":${id}}\n`))
        if (!failed) acknowledged.push(id)
        else {
          expect(failed).toBeInstanceOf(EngineUnavailable)
          await new Promise((done) => setTimeout(done, 10))
        }
      }
    }
    const writers = Promise.all([writer(), writer(), writer(), writer()])
    for (let kills = 1; kills <= KILLS; kills += 1) {
      const enough = acknowledged.length + 40
      await expect.poll(() => acknowledged.length, { interval: 10 }).toBeGreaterThan(enough)
      process.kill(await enginePid(), 'SIGKILL')
    }
    await healthyAgain(ch)
    stop = true
    await writers
    const rows = await ch.query<{ id: string }>({ sql: 'SELECT DISTINCT id FROM t', tag: 'suite' })
    const stored = new Set(rows.map((row) => Number(row.id)))
    expect(acknowledged.filter((id) => !stored.has(id))).toEqual([])
    expect(acknowledged.length).toBeGreaterThan(KILLS * 40)
  })

  test('publishes its address for the owner alone and takes it back on close', async () => {
    expect((await stat(join(dataDir, 'engine.json'))).mode & 0o777).toBe(0o600)
    const pid = await enginePid()
    await ch.close()
    expect(await engineAddress(dataDir)).toBeUndefined()
    expect(alive(pid)).toBe(false)
    expect(await failure(ch.query({ sql: 'SELECT 1', tag: 'suite' }))).toBeInstanceOf(EngineUnavailable)
  })

  test('ends within a second of a parent that was killed, and its directory opens again', async () => {
    const code = `const { openClickHouse } = await import(${JSON.stringify(new URL('./index.ts', import.meta.url).href)})
      await openClickHouse({ dataDir: ${JSON.stringify(dataDir)}, log() {} })
      console.log('open')`
    const parent = spawn(process.execPath, ['--input-type=module', '-e', code], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await once(parent.stdout, 'data')
    parent.kill('SIGKILL')
    await once(parent, 'exit')
    await expect.poll(() => engineAddress(dataDir), { timeout: 1000, interval: 10 }).toBeUndefined()
    const again = await open()
    toClose.push(() => again.close())
    expect(await again.healthy(1000)).toBe(true)
  })
})

describe('an engine behind a url', () => {
  async function serve(listener: RequestListener): Promise<ClickHouse> {
    const server = createServer(listener)
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    toClose.push(async () => {
      server.closeAllConnections()
      server.close()
    })
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/db`
    const ch = await openClickHouse({ url, dataDir, log: () => {} })
    toClose.push(() => ch.close())
    return ch
  }
  const ask = { sql: 'SELECT 1', tag: 'suite' }

  test.each<[string, RequestListener]>([
    ['a gateway error', (_, res) => void res.writeHead(502).end('<html>bad gateway</html>')],
    ['a reset', (req) => void req.socket.resetAndDestroy()],
    [
      'an answer that breaks off',
      (_, res) => void res.writeHead(200, { 'content-length': 100 }).write('[', () => res.destroy()),
    ],
    [
      'too many queries',
      (_, res) => void res.writeHead(500, { 'x-clickhouse-exception-code': 202 }).end('Code: 202.'),
    ],
  ])('%s is EngineUnavailable', async (_, listener) => {
    const ch = await serve(listener)
    expect(await failure(ch.query(ask))).toBeInstanceOf(EngineUnavailable)
    expect(await failure(ch.insert({ table: 't', format: 'CSV' }, '1\n'))).toBeInstanceOf(EngineUnavailable)
  })

  test('one that never answers is EngineUnavailable after the time of the query', async () => {
    const ch = await serve(() => {})
    const stalled = await serve((_, res) => void res.writeHead(200).write('{"n":1}\n'))
    const read = async () => {
      for await (const rows of stalled.stream({ ...ask, maxMs: 1 })) expect(rows).toEqual([{ n: 1 }])
    }
    const both = await Promise.all([failure(ch.query({ ...ask, maxMs: 1 })), failure(read())])
    for (const failed of both) expect(failed).toBeInstanceOf(EngineUnavailable)
  })

  test('one that is not there is EngineUnavailable', async () => {
    const ch = await openClickHouse({ url: 'http://127.0.0.1:1/db', dataDir, log: () => {} })
    toClose.push(() => ch.close())
    expect(await failure(ch.query(ask))).toBeInstanceOf(EngineUnavailable)
    expect(await ch.healthy(1000)).toBe(false)
  })

  test('a kept connection that was closed meanwhile is replaced for reads', async () => {
    const seen = new Set<unknown>()
    const ch = await serve((req, res) => {
      if (seen.has(req.socket)) return void req.socket.resetAndDestroy()
      seen.add(req.socket)
      res.end('[{"n":1}]')
    })
    expect(await ch.query(ask)).toEqual([{ n: 1 }])
    expect(await ch.query(ask)).toEqual([{ n: 1 }])
    expect(seen.size).toBe(2)
  })

  test('a read sends its limits, and no write is sent twice without a token', async () => {
    const urls: URL[] = []
    const ch = await serve((req, res) => {
      urls.push(new URL(req.url ?? '', 'http://x'))
      req.resume()
      if (urls.length === 1) return void res.end('[]')
      req.socket.resetAndDestroy()
    })
    await ch.query({ ...ask, maxMs: 1500 })
    expect(Object.fromEntries(urls[0]!.searchParams)).toMatchObject({
      readonly: '1',
      max_execution_time: '1.5',
    })
    await failure(ch.insert({ table: 't', format: 'CSV' }, '1\n'))
    expect(urls.length).toBe(2)
  })

  test.each(['localhost:8123', 'tcp://u:secret@h:1/d', 'http://u:secret@:bad/'])(
    'url %s is refused without its password',
    async (url) => {
      const error = await failure(openClickHouse({ url, dataDir, log: () => {} }))
      expect(String(error)).toMatch(/must look like/)
      expect(String(error)).not.toContain('secret')
    },
  )
})
