import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bodiesAndCommands, inserts } from './conformance-inserts.ts'
import { ask, failure, hostile } from './conformance-tools.ts'
import type { ClickHouse } from './contract.ts'
import { EngineError, QueryTooExpensive } from './errors.ts'
import { verifies } from '../../../test/conformance/verifies.ts'

const heavy = 'SELECT sum(sipHash64(number)) AS n FROM numbers(1000000000000)'

/** What every engine must do, however it is reached. `open` gets an empty directory of its own. */
export function clickhouseConformance(name: string, open: (dataDir: string) => Promise<ClickHouse>): void {
  describe(`ClickHouse store: ${name}`, () => {
    let ch: ClickHouse
    let dataDir: string
    beforeAll(async () => {
      dataDir = await mkdtemp(join(tmpdir(), 'almanac-ch-'))
      ch = await open(dataDir)
    })
    afterAll(async () => {
      await ch?.close()
      await rm(dataDir, { recursive: true, force: true })
    })
    const at = () => ch
    describe('reads', () => reads(at))
    describe('limits', () => limits(at))
    describe('streams', () => streams(at))
    describe('inserts', () => inserts(at))
    describe('bodies and commands', () => bodiesAndCommands(at))
  })
}

function reads(ch: () => ClickHouse): void {
  test('a hostile string comes back unchanged, alone and in an array', async () => {
    verifies('promise.stores.bound-parameters')
    const rows = await ch().query<{ one: string; all: string[] }>(
      ask('SELECT {one:String} AS one, {all:Array(String)} AS all', { one: hostile.join('|'), all: hostile }),
    )
    expect(rows).toEqual([{ one: hostile.join('|'), all: hostile }])
  })

  test('any string comes back unchanged', async () => {
    const text = fc.string({ unit: 'binary', maxLength: 40 })
    await fc.assert(
      fc.asyncProperty(text, fc.array(text, { maxLength: 5 }), async (one, all) => {
        const query = ask('SELECT {one:String} AS one, {all:Array(String)} AS all', { one, all })
        expect(await ch().query(query)).toEqual([{ one, all }])
      }),
      { numRuns: 40 },
    )
  })

  test('10,000 strings of a bound array come back unchanged', async () => {
    const all = Array.from({ length: 10_000 }, (_, i) => `value '${i}' \\ 🎉 ${'x'.repeat(i % 60)}`)
    const rows = await ch().query<{ all: string[] }>(ask('SELECT {all:Array(String)} AS all', { all }))
    expect(rows[0]?.all).toEqual(all)
  })

  test('every kind of parameter keeps its value', async () => {
    const sql = `SELECT {i:Int32} AS i, {big:UInt64} AS big, {f:Float64} AS f, {yes:Bool} AS yes, {no:UInt8} AS no, {flags:Array(Bool)} AS flags,
      {nothing:Nullable(String)} AS nothing, toString({at:DateTime64(3)}, 'UTC') AS at, {deep:Array(Array(Nullable(Int8)))} AS deep`
    const params = {
      i: -7,
      big: 18_446_744_073_709_551_615n,
      f: 1.5e300,
      yes: true,
      no: false,
      flags: [true, false],
      nothing: null,
      at: new Date('2026-03-01T12:30:00.250Z'),
      deep: [[1, null], []],
    }
    expect(await ch().query(ask(sql, params))).toEqual([
      { ...params, big: '18446744073709551615', no: 0, at: '2026-03-01 12:30:00.250' },
    ])
  })

  test('64-bit integers are strings and no digit is lost', async () => {
    const rows = await ch().query(ask('SELECT toInt64(-9007199254740993) AS n, count() AS c FROM numbers(3)'))
    expect(rows).toEqual([{ n: '-9007199254740993', c: '3' }])
  })

  test('no rows are an empty array', async () => {
    expect(await ch().query(ask('SELECT 1 AS n WHERE 0'))).toEqual([])
  })

  test('raw gives the bytes of the format asked for', async () => {
    const bytes = await ch().raw(ask(`SELECT '{"a":1}' AS body`), 'RawBLOB')
    expect(bytes.toString()).toBe('{"a":1}')
  })

  test('parameters and settings of parallel queries do not mix', async () => {
    const queries = Array.from({ length: 200 }, (_, i) => ({
      ...ask(`SELECT {n:UInt32} AS n, toUInt32(getSetting('max_block_size')) AS s`, { n: i }),
      settings: { max_block_size: 1000 + i },
    }))
    const answers = await Promise.all(queries.map((query) => ch().query(query)))
    expect(answers).toEqual(queries.map((_, i) => [{ n: i, s: 1000 + i }]))
  })

  test('a parameter of an earlier query is not seen by a later one', async () => {
    await ch().query(ask('SELECT {x:String} AS x', { x: 'secret' }))
    expect(await failure(ch().query(ask('SELECT {x:String} AS x')))).toMatchObject({ code: 456 })
  })

  test('the tag is in log_comment', async () => {
    const rows = await ch().query<{ c: string }>({
      sql: `SELECT getSetting('log_comment') AS c`,
      tag: 'companySearch',
    })
    expect(rows[0]?.c).toMatch(/^companySearch\b/)
  })

  test('a wrong query is a typed error with the engine name and no engine text in its message', async () => {
    const error = await failure(ch().query(ask(`SELECT no_such_column, 'private'`)))
    expect(error).toBeInstanceOf(EngineError)
    expect(error).toMatchObject({ code: 47, name_: 'UNKNOWN_IDENTIFIER' })
    expect(String(error)).not.toContain('no_such_column')
  })

  test.each([
    `SELECT * FROM file('/etc/hostname', LineAsString)`,
    `SELECT file('/etc/hostname')`,
    `SELECT \`file\`('/etc/hostname')`,
    `SELECT file /* c */ ('/etc/hostname')`,
    `SELECT * FROM url('http://127.0.0.1:1/', LineAsString)`,
    `SELECT * FROM s3('http://127.0.0.1:1/bucket/key', 'a', 'b', 'CSV', 'a String')`,
    `SELECT * FROM remote('127.0.0.1:1', 'system.one')`,
    `SELECT 1 INTO OUTFILE '/tmp/almanac-must-not-exist'`,
    `SELECT 1; SELECT 2`,
    `SELECT 1 AS a; DROP TABLE IF EXISTS nothing`,
    'CREATE TABLE refused (a Int8) ENGINE = Memory',
    'DROP TABLE system.one',
    'SYSTEM FLUSH LOGS',
    'KILL QUERY WHERE 1',
    'SET readonly = 0',
    `INSERT INTO FUNCTION file('/tmp/almanac-must-not-exist', 'CSV', 'a Int8') SELECT 1`,
  ])('a read refuses %s', async (sql) => {
    expect(await failure(ch().query(ask(sql)))).toBeInstanceOf(EngineError)
  })

  test('a read stays read-only whatever settings it brings', async () => {
    verifies('promise.stores.read-only-queries')
    const query = { ...ask('CREATE TABLE refused (a Int8) ENGINE = Memory'), settings: { readonly: 0 } }
    expect(await failure(ch().query(query))).toMatchObject({ name_: 'READONLY' })
    expect(await failure(all(ch().stream(query)))).toBeInstanceOf(EngineError)
    expect(await ch().query(ask(`SELECT name FROM system.tables WHERE name LIKE 'refused%'`))).toEqual([])
  })

  test('words of refused statements are fine inside strings and comments', async () => {
    const rows = await ch().query(
      ask(`SELECT 'file(''x''); INTO OUTFILE' AS a /* kill; url( */ -- remote(\n`),
    )
    expect(rows).toEqual([{ a: `file('x'); INTO OUTFILE` }])
  })
}

function limits(ch: () => ClickHouse): void {
  test('too long is a typed error', async () => {
    expect(await failure(ch().query({ ...ask(heavy), maxMs: 200 }))).toMatchObject({ reason: 'time' })
  })

  test('too much memory is a typed error', async () => {
    const sql = 'SELECT length(groupArray(toString(number))) AS n FROM numbers(20000000)'
    const error = await failure(ch().query({ ...ask(sql), settings: { max_memory_usage: 20_000_000 } }))
    expect(error).toBeInstanceOf(QueryTooExpensive)
    expect(error).toMatchObject({ reason: 'memory' })
  })

  test('too large an answer is a typed error', async () => {
    const query = {
      ...ask('SELECT number AS n FROM numbers(3000000)'),
      settings: { max_result_rows: 1_000_000 },
    }
    expect(await failure(ch().query(query))).toMatchObject({ reason: 'rows' })
  })

  test('an aborted query rejects with the reason of its signal and ends in the engine', async () => {
    const controller = new AbortController()
    const reason = new Error('caller left')
    const failed = failure(
      ch().query({ ...ask(heavy), tag: 'aborted', maxMs: 60_000, signal: controller.signal }),
    )
    await eventually(ch, 'aborted', 1)
    controller.abort(reason)
    expect(await failed).toBe(reason)
    await eventually(ch, 'aborted', 0)
  })

  test('an aborted signal sends nothing', async () => {
    const reason = new Error('late')
    expect(await failure(ch().query({ ...ask('SELECT 1'), signal: AbortSignal.abort(reason) }))).toBe(reason)
  })

  test('short queries are answered while long ones run', async () => {
    const controller = new AbortController()
    let running = 4
    const long = Array.from({ length: 4 }, () =>
      failure(ch().query({ ...ask(heavy), maxMs: 60_000, signal: controller.signal })).finally(
        () => (running -= 1),
      ),
    )
    for (let i = 0; i < 5; i += 1) await ch().query(ask('SELECT 1'))
    expect(running).toBe(4)
    controller.abort()
    await Promise.all(long)
  })

  test('planning a stream does not hold back other queries', async () => {
    const heavyPlan = `SELECT number, (SELECT sum(sipHash64(number)) FROM numbers(1000000000000)) AS s FROM numbers(3)`
    const blocks = ch().stream({ ...ask(heavyPlan), maxMs: 1000 })
    const rows = blocks[Symbol.asyncIterator]()
    let ended = false
    const first = failure(rows.next()).finally(() => (ended = true))
    for (let i = 0; i < 5; i += 1) await ch().query(ask('SELECT 1'))
    expect(ended).toBe(false)
    expect(await first).toMatchObject({ reason: 'time' })
  })
}

/** Waits until as many statements of a tag run in the engine. */
async function eventually(ch: () => ClickHouse, tag: string, count: number): Promise<void> {
  const sql = `SELECT toUInt32(count()) AS n FROM system.processes WHERE startsWith(Settings['log_comment'], {tag:String})`
  await expect
    .poll(async () => (await ch().query<{ n: number }>(ask(sql, { tag })))[0]?.n, {
      timeout: 5000,
      interval: 20,
    })
    .toBe(count)
}

async function all<Row>(blocks: AsyncIterable<Row[]>): Promise<Row[]> {
  const rows: Row[] = []
  for await (const block of blocks) rows.push(...block)
  return rows
}

function streams(ch: () => ClickHouse): void {
  test('every row of a large answer arrives once and in order, in many blocks', async () => {
    let next = 0
    let blocks = 0
    const sql = 'SELECT toUInt32(number) AS n, {s:String} AS s FROM numbers(300000)'
    for await (const rows of ch().stream<{ n: number; s: string }>({
      ...ask(sql, { s: 'ü\n' }),
      settings: { max_threads: 1 },
    })) {
      blocks += 1
      for (const row of rows) {
        if (row.n !== next || row.s !== 'ü\n') throw new Error(`row ${next} is ${JSON.stringify(row)}`)
        next += 1
      }
    }
    expect(next).toBe(300_000)
    expect(blocks).toBeGreaterThan(3)
  })

  test('no rows are no blocks', async () => {
    expect(await all(ch().stream(ask('SELECT 1 AS n WHERE 0')))).toEqual([])
  })

  test('a failure after the first rows is a typed error, not a short answer', async () => {
    const sql = 'SELECT throwIf(number = 500000) AS t, number AS n FROM numbers(1000000)'
    let rows = 0
    const read = async () => {
      for await (const block of ch().stream({ ...ask(sql), settings: { max_threads: 1 } }))
        rows += block.length
    }
    expect(await failure(read())).toMatchObject({ code: 395 })
    expect(rows).toBeLessThan(500_001)
  })

  test('leaving early ends the statement in the engine', async () => {
    for await (const rows of ch().stream({
      ...ask('SELECT number AS n FROM numbers(100000000000)'),
      tag: 'left',
    })) {
      expect(rows.length).toBeGreaterThan(0)
      break
    }
    await eventually(ch, 'left', 0)
  })

  test('an aborted stream rejects with the reason of its signal', async () => {
    const controller = new AbortController()
    const reason = new Error('stop')
    const read = async () => {
      const query = {
        ...ask('SELECT number AS n FROM numbers(100000000000)'),
        tag: 'stopped',
        signal: controller.signal,
      }
      for await (const _ of ch().stream(query)) controller.abort(reason)
    }
    expect(await failure(read())).toBe(reason)
    await eventually(ch, 'stopped', 0)
  })

  test('a stream is read-only', async () => {
    const read = all(ch().stream(ask('CREATE TABLE refused_stream (a Int8) ENGINE = Memory')))
    expect(await failure(read)).toBeInstanceOf(EngineError)
  })

  test('several streams run at once', async () => {
    const count = async () => {
      let n = 0
      for await (const rows of ch().stream(ask('SELECT number AS n FROM numbers(200000)'))) n += rows.length
      return n
    }
    expect(await Promise.all([count(), count(), count()])).toEqual([200_000, 200_000, 200_000])
  })
}
