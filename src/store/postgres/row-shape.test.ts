import { beforeAll, describe, expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/postgres.ts'
import { column, nullable, rowShape, sql, WrongRows, type Postgres, type Queryable } from './index.ts'

let db: Postgres
beforeAll(async () => {
  db = await testDatabase({ poolSize: 2 })
})

const everything = rowShape<{
  text: string
  name: string
  int: number
  ints: number[]
  float: number
  bool: boolean
  at: Date
  instants: Date[]
  bytes: Buffer
  json: { a: number }
  texts: string[]
  bytesList: Buffer[]
  missing: string | null
}>({
  text: column.text(),
  name: column.text(),
  int: column.int(),
  ints: column.ints(),
  float: column.float(),
  bool: column.bool(),
  at: column.instant(),
  instants: column.instants(),
  bytes: column.bytes(),
  json: column.json(),
  texts: column.texts(),
  bytesList: column.bytesList(),
  missing: nullable(column.text()),
})

/** A statement of the pool, and the same in a transaction. */
const ways: [string, (work: (on: Queryable) => Promise<unknown>) => Promise<unknown>][] = [
  ['alone', (work) => work(db)],
  ['in a transaction', (work) => db.transact(work)],
]

describe.each(ways)('rows of a statement %s', (_way, run) => {
  test('are those of the shape, whatever columns stand beside them', async () => {
    const rows = await run((on) =>
      on.query(sql.rows(everything)`
        SELECT 'a' AS text, 'n'::name AS name, ${2}::bigint AS int, ARRAY[3] AS ints, 0.5::float8 AS float, true AS bool,
          '2026-01-01T00:00:00Z'::timestamptz AS at, ARRAY['2026-01-02T00:00:00Z'::timestamptz] AS instants,
          '\\x01'::bytea AS bytes, '{"a":1}'::jsonb AS json, ARRAY['b'] AS texts, ARRAY['\\x02'::bytea] AS "bytesList",
          NULL::text AS missing, 1 AS more`),
    )
    expect(rows).toEqual([
      {
        text: 'a',
        name: 'n',
        int: 2,
        ints: [3],
        float: 0.5,
        bool: true,
        at: new Date('2026-01-01T00:00:00Z'),
        instants: [new Date('2026-01-02T00:00:00Z')],
        bytes: Buffer.from([1]),
        json: { a: 1 },
        texts: ['b'],
        bytesList: [Buffer.from([2])],
        missing: null,
        more: 1,
      },
    ])
  })

  const count = rowShape({ count: column.int() })
  test.each([
    [
      'a sum that is numeric and arrives as text',
      sql.rows(count)`SELECT sum(n) AS count FROM (VALUES (1::bigint)) AS v (n)`,
    ],
    ['another name', sql.rows(count)`SELECT 1 AS total`],
    ['a null that nobody expects', sql.rows(count)`SELECT n AS count FROM (VALUES (1), (NULL)) AS v (n)`],
  ])('are refused for %s', async (_why, statement) => {
    await expect(run((on) => on.query(statement))).rejects.toThrow(WrongRows)
  })

  test('are refused for a wrong type although there are none', async () => {
    await expect(run((on) => on.query(sql.rows(count)`SELECT 'x' AS count WHERE false`))).rejects.toThrow(
      'column count has type 25',
    )
  })
})
