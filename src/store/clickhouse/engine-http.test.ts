import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engineAddress, openClickHouse } from './index.ts'
import type { ClickHouse } from './index.ts'

/** The HTTP interface as clients other than ours use it. */
describe('the engine child', () => {
  let ch: ClickHouse
  let dataDir: string
  let origin: string
  let authorization: string
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'almanac-chh-'))
    ch = await openClickHouse({ dataDir, memoryBytes: 1024 ** 3, log: () => {} })
    const url = new URL((await engineAddress(dataDir))!.url)
    origin = url.origin
    authorization = `Basic ${Buffer.from(`${url.username}:${url.password}`).toString('base64')}`
    await ch.command({ sql: 'CREATE DATABASE other', tag: 'suite' })
    await ch.command({
      sql: 'CREATE TABLE other.t (id UInt32, s String) ENGINE = MergeTree ORDER BY id',
      tag: 'suite',
    })
  })
  afterAll(async () => {
    await ch.close()
    await rm(dataDir, { recursive: true, force: true })
  })
  const call = async (members: Record<string, string>, init: RequestInit = {}) => {
    const headers = { authorization, ...(init.headers as Record<string, string>) }
    const res = await fetch(`${origin}/?${new URLSearchParams(members)}`, {
      method: 'POST',
      ...init,
      headers,
    })
    return {
      status: res.status,
      code: res.headers.get('x-clickhouse-exception-code'),
      text: await res.text(),
      res,
    }
  }

  test('answers /ping to anyone and nothing else', async () => {
    expect(await (await fetch(`${origin}/ping`)).text()).toBe('Ok.\n')
    const stranger = await fetch(`${origin}/?query=SELECT%201`)
    expect([stranger.status, stranger.headers.get('x-clickhouse-exception-code')]).toEqual([401, '516'])
  })

  test('takes the query from the URL, the body, or both, in the format asked for', async () => {
    expect((await call({ query: 'SELECT 1 AS n', default_format: 'JSONEachRow' })).text).toBe('{"n":1}\n')
    expect((await call({}, { body: 'SELECT 2' })).text).toBe('2\n')
    expect((await call({ query: 'SELECT 3' }, { body: 'AS n FORMAT CSVWithNames' })).text).toBe('"n"\n3\n')
    const format = { 'x-clickhouse-format': 'TSVWithNames' }
    expect((await call({ query: 'SELECT 4 AS n' }, { headers: format })).text).toBe('n\n4\n')
  })

  test('GET reads only', async () => {
    expect((await call({ query: 'SELECT 5' }, { method: 'GET' })).text).toBe('5\n')
    expect(await call({ query: 'TRUNCATE TABLE other.t' }, { method: 'GET' })).toMatchObject({
      status: 400,
      code: '164',
    })
  })

  test('takes parameters from the URL and from a form', async () => {
    expect((await call({ query: 'SELECT {a:String}', param_a: 'x\\ty' })).text).toBe('x\\ty\n')
    const body = new FormData()
    body.set('param_a', `it's`)
    expect((await call({ query: 'SELECT {a:String}' }, { body })).text).toBe(`it\\'s\n`)
  })

  test('takes rows behind the statement, beside it, and compressed, into the database asked for', async () => {
    const database = { database: 'other' }
    await call(database, { body: 'INSERT INTO t FORMAT JSONEachRow\n{"id":1,"s":"a;b"}\n' })
    await call({ ...database, query: 'INSERT INTO t FORMAT CSV' }, { body: '2,"x\ny"\n' })
    const zipped = { body: gzipSync('{"id":3,"s":"z"}\n'), headers: { 'content-encoding': 'gzip' } }
    await call({ ...database, query: 'INSERT INTO t FORMAT JSONEachRow' }, zipped)
    await call(database, { body: `INSERT INTO t VALUES (4, 'v')` })
    const { text } = await call({ ...database, query: 'SELECT id, s FROM t ORDER BY id' })
    expect(text).toBe('1\ta;b\n2\tx\\ny\n3\tz\n4\tv\n')
  })

  test('compresses answers for those who ask', async () => {
    const headers = { 'accept-encoding': 'gzip' }
    const { res, text } = await call({ query: 'SELECT 6', enable_http_compression: '1' }, { headers })
    expect([res.headers.get('content-encoding'), text]).toEqual(['gzip', '6\n'])
  })

  test('reports failures by status, code and text', async () => {
    expect(await call({ query: 'SELECT' })).toMatchObject({ code: '62' })
    expect(await call({ query: 'SELECT 1', no_such_setting: '1' })).toMatchObject({ code: '115' })
    expect(await call({ query: 'SELECT 1', 'bad name': '1' })).toMatchObject({ status: 400, code: '115' })
    expect(await call({})).toMatchObject({ status: 400, code: '62' })
    expect((await call({ query: 'SELECT * FROM nothing' })).text).toMatch(
      /^Code: 60\. DB::Exception: .*UNKNOWN_TABLE/,
    )
    const broken = { body: Buffer.from('not gzip'), headers: { 'content-encoding': 'gzip' } }
    expect((await call({ query: 'INSERT INTO other.t FORMAT CSV' }, broken)).status).toBe(500)
    expect(await ch.healthy(1000)).toBe(true)
  })
})
