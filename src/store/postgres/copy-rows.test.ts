import { beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/postgres.ts'
import { copyRows, joinRows, sortRows, sql, type Postgres } from './index.ts'

let db: Postgres
beforeAll(async () => {
  db = await testDatabase()
  await db.query(sql`
    CREATE TABLE copied (a int2, b int4, c int8 PRIMARY KEY, d text, e bytea, f timestamptz)`)
})

const target = { table: 'copied', columns: ['a', 'b', 'c', 'd', 'e', 'f'] }
const columns = ['int2', 'int4', 'int8', 'text', 'bytea', 'timestamptz'] as const

test('what is copied is read again as it was, extremes and nothing included', async () => {
  const rows = copyRows(columns)
  rows.add([-32_768, -2_147_483_648, -(2n ** 63n), '', Buffer.alloc(0), 0])
  rows.add([
    32_767,
    2_147_483_647,
    2n ** 53n - 1n,
    'tab\tline\n\\. ünï 🦉',
    Buffer.from([0, 255, 10]),
    1_700_000_000_123,
  ])
  rows.add([null, null, 7, null, null, null])
  rows.add([null, null, '\xff\xff\xff\xff\xff\xff\xff\x80', null, null, null])
  expect(rows.count).toBe(4)
  await db.transact((tx) => tx.copy(target, rows.take()))
  expect(rows.count).toBe(0)
  expect(await db.query(sql`SELECT a, b, c::text AS c, d, e, f FROM copied ORDER BY copied.c`)).toEqual([
    { a: -32_768, b: -2_147_483_648, c: '-9223372036854775808', d: '', e: Buffer.alloc(0), f: new Date(0) },
    { a: null, b: null, c: '-128', d: null, e: null, f: null },
    { a: null, b: null, c: '7', d: null, e: null, f: null },
    {
      a: 32_767,
      b: 2_147_483_647,
      c: '9007199254740991',
      d: 'tab\tline\n\\. ünï 🦉',
      e: Buffer.from([0, 255, 10]),
      f: new Date(1_700_000_000_123),
    },
  ])
})

test('a row that is refused undoes all of the transaction, and the connection goes on', async () => {
  const rows = copyRows(columns)
  for (let c = 100; c < 5_000; c++) rows.add([1, 1, c, 'x'.repeat(500), null, null])
  rows.add([1, 1, 100, 'twice', null, null])
  const before = await db.query(sql`SELECT count(*) AS n FROM copied`)
  await expect(db.transact((tx) => tx.copy(target, rows.take()))).rejects.toThrow(/refused the row/)
  expect(await db.query(sql`SELECT count(*) AS n FROM copied`)).toEqual(before)
  expect(db.poolStatus.waiting).toBe(0)
})

test('a value of another type is refused before anything is sent', () => {
  expect(() => copyRows(['text']).add([1])).toThrow(TypeError)
  expect(() => copyRows(['int8']).add(['seven'])).toThrow(TypeError)
})

test('sorted rows are the same rows, those of one number together and in the order they were added', async () => {
  const numbers = Array.from({ length: 500 }, (_, index) => BigInt.asIntN(64, BigInt(index % 50) << 58n))
  const rows = copyRows(['int8', 'int4', 'text'])
  for (const [index, number] of numbers.entries())
    rows.add([number, index, index % 3 === 0 ? null : `r${index}`])
  const sorted = joinRows([sortRows(rows.take()), sortRows(rows.take())])
  await db.query(sql`CREATE TABLE sorted (a int8, b int4, c text)`)
  await db.transact((tx) => tx.copy({ table: 'sorted', columns: ['a', 'b', 'c'] }, sorted))
  const stored = await db.query(sql`SELECT a::text AS a, b, c FROM sorted ORDER BY ctid`)
  const expected = numbers.map((a, b) => ({ a: String(a), b, c: b % 3 === 0 ? null : `r${b}` }))
  expect(stored).toEqual(
    expected.toSorted((one, other) => Number(BigInt(one.a) - BigInt(other.a)) || one.b - other.b),
  )
})

test.each([
  ['int2', 2 ** 15],
  ['int4', -(2 ** 31) - 1],
  ['int8', 2n ** 63n],
] as const)('a number beyond the range of %s is refused, not cut', (type, value) => {
  expect(() => copyRows([type]).add([value])).toThrow(RangeError)
})
