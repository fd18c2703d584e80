import { expect, test } from 'vitest'
import { ask, failure, hostile } from './conformance-tools.ts'
import type { ClickHouse } from './contract.ts'
import { EngineError } from './errors.ts'

const create = (ch: () => ClickHouse, table: string) =>
  ch().command({
    sql: `CREATE TABLE ${table} /* on cluster */ (id UInt64, s String) ENGINE = MergeTree ORDER BY id
          SETTINGS non_replicated_deduplication_window = 1000`,
    tag: 'suite',
  })
const count = async (ch: () => ClickHouse, table: string) => {
  const rows = await ch().query<{ n: number; d: number }>(
    ask(`SELECT toUInt32(count()) AS n, toUInt32(uniqExact(id)) AS d FROM ${table}`),
  )
  return rows[0]
}
const lines = (from: number, to: number) => {
  let text = ''
  for (let id = from; id < to; id += 1) text += `${JSON.stringify({ id, s: `row ${id}; 'x'\n` })}\n`
  return text
}

/** What every engine must do with inserts. */
export function inserts(ch: () => ClickHouse): void {
  test('rows are there when the insert resolves, with every character', async () => {
    await create(ch, 't_plain')
    await ch().insert(
      { table: 't_plain', format: 'JSONEachRow' },
      `${JSON.stringify({ id: 1, s: hostile.join('|') })}\n`,
    )
    expect(await ch().query(ask('SELECT s FROM t_plain'))).toEqual([{ s: hostile.join('|') }])
  })

  test('a repeated token adds nothing, in every format', async () => {
    await create(ch, 't_token')
    for (const format of [
      'JSONEachRow',
      'JSONCompactEachRow',
      'TabSeparated',
      'CSV',
      'RowBinary',
      'Parquet',
      'Native',
    ]) {
      const from = ['JSONEachRow', 'CSV'].indexOf(format) + 2
      const sql = `SELECT number + ${from * 1000} AS id, 'a\nb;' AS s FROM numbers(100)`
      const body = await ch().raw(ask(sql), format)
      const into = { table: 't_token', format, dedupeToken: `token-${format}` }
      const before = (await count(ch, 't_token'))?.n ?? 0
      await ch().insert(into, body)
      await ch().insert(into, body)
      expect([format, (await count(ch, 't_token'))?.n]).toEqual([format, before + 100])
    }
  })

  test('columns can be named and left out', async () => {
    await create(ch, 't_columns')
    await ch().insert({ table: 'default.t_columns', columns: ['id'], format: 'JSONCompactEachRow' }, '[7]\n')
    expect(await ch().query(ask('SELECT * FROM t_columns'))).toEqual([{ id: '7', s: '' }])
  })
}

/** What every engine must do with inserts that are large or fail, and with commands. */
export function bodiesAndCommands(ch: () => ClickHouse): void {
  test('a body in pieces of any size is written once, however often it is repeated', async () => {
    await create(ch, 't_pieces')
    const body = Buffer.from(lines(0, 250_000))
    expect(body.length).toBeGreaterThan(8 * 1024 * 1024)
    const pieces = async function* (size: number) {
      for (let at = 0; at < body.length; at += size) yield body.subarray(at, at + size)
    }
    const into = { table: 't_pieces', format: 'JSONEachRow', dedupeToken: 'pieces' }
    await ch().insert(into, pieces(70_001))
    await ch().insert(into, pieces(1_000_003))
    expect(await count(ch, 't_pieces')).toEqual({ n: 250_000, d: 250_000 })
  })

  test('a body that fails gives its own error', async () => {
    await create(ch, 't_broken')
    const mine = new Error('file went away')
    const body = async function* () {
      yield lines(0, 10)
      throw mine
    }
    expect(await failure(ch().insert({ table: 't_broken', format: 'JSONEachRow' }, body()))).toBe(mine)
    expect(await count(ch, 't_broken')).toEqual({ n: 0, d: 0 })
  })

  test('a row that does not parse is a typed error and writes nothing of its chunk', async () => {
    await create(ch, 't_bad')
    const body = `${lines(0, 3)}{"id":"no number"}\n`
    expect(await failure(ch().insert({ table: 't_bad', format: 'JSONEachRow' }, body))).toBeInstanceOf(
      EngineError,
    )
    expect(await count(ch, 't_bad')).toEqual({ n: 0, d: 0 })
  })

  test('a command with parameters changes what it names', async () => {
    await create(ch, 't_command')
    await ch().insert({ table: 't_command', format: 'JSONEachRow' }, lines(0, 5))
    await ch().command({
      sql: 'DELETE FROM t_command WHERE id IN {ids:Array(UInt64)}',
      params: { ids: [1, 2n] },
      tag: 'suite',
    })
    expect(await count(ch, 't_command')).toEqual({ n: 3, d: 3 })
  })

  test('a healthy engine says so', async () => {
    expect(await ch().healthy(5000)).toBe(true)
  })
}
