import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sql, type Postgres } from '../index.ts'
import { verifies } from '../../../../test/conformance/verifies.ts'

/** What goes in comes out, and nothing bound is ever read as SQL. */
export function valueGuarantees(db: () => Postgres): void {
  test('any text without NUL comes back as it was bound, and is never read as SQL', async () => {
    verifies('promise.stores.bound-parameters')
    await db().query(sql`create table if not exists bystanders (id integer)`)
    const hostile = [
      `'; drop table bystanders; --`,
      '"',
      '\\',
      '$1',
      '%s',
      '😀 Ünïcode \u202e',
      '\r\n\t',
      '',
      '{a,b}',
    ]
    for (const text of hostile) {
      expect(await db().query(sql`select ${text}::text as text`)).toEqual([{ text }])
    }
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 200 }), async (drawn) => {
        const text = drawn.replaceAll('\0', '')
        expect(await db().query(sql`select ${text}::text as text`)).toEqual([{ text }])
      }),
      { numRuns: 100 },
    )
    expect(await db().query(sql`select count(*) as count from bystanders`)).toEqual([{ count: 0 }])
  })

  test('any JSON value without NUL comes back equal from jsonb', async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue({ maxDepth: 3, noUnicodeString: false }), async (value) => {
        const text = JSON.stringify(value)
        fc.pre(!text.includes('\\u0000') && !/\\ud[89a-f]/i.test(text))
        const [row] = await db().query<{ value: unknown }>(sql`select ${text}::jsonb as value`)
        expect(JSON.stringify(row?.value)).toBe(JSON.stringify(JSON.parse(JSON.stringify(row?.value))))
        const [same] = await db().query<{ same: boolean }>(
          sql`select ${JSON.stringify(row?.value)}::jsonb = ${text}::jsonb as same`,
        )
        expect(same).toEqual({ same: true })
      }),
      { numRuns: 60 },
    )
  })

  test('int8 is a number up to 2^53 and an error beyond, alone and in arrays', async () => {
    const largest = Number.MAX_SAFE_INTEGER
    const [row] = await db().query(sql`
      select ${largest}::int8 as top, ${-largest}::int8 as bottom, array[1, null, ${largest}]::int8[] as list`)
    expect(row).toEqual({ top: largest, bottom: -largest, list: [1, null, largest] })
    await expect(db().query(sql`select 9007199254740993::int8 as n`)).rejects.toThrow(RangeError)
    await expect(db().query(sql`select array[9007199254740993]::int8[] as n`)).rejects.toThrow(RangeError)
  })

  test('numeric keeps every digit as a string, a date is a day, an instant is a Date, null is null', async () => {
    const [row] = await db().query(sql`
      select 12345678901234567890.123456789::numeric as amount, array[0.1]::numeric[] as amounts,
             date '2026-03-01' as day, timestamptz '2026-03-01 10:00:00.123+02' as instant,
             null::text as nothing, 0.5::float8 as half, true as yes`)
    expect(row).toEqual({
      amount: '12345678901234567890.123456789',
      amounts: ['0.1'],
      day: '2026-03-01',
      instant: new Date('2026-03-01T08:00:00.123Z'),
      nothing: null,
      half: 0.5,
      yes: true,
    })
  })

  test('a Date and a text array survive being bound', async () => {
    const instant = new Date('2026-10-25T00:30:00.001Z')
    const list = ['a"b', 'c,d', '{}', '', 'NULL', '\\']
    expect(await db().query(sql`select ${instant}::timestamptz as instant, ${list}::text[] as list`)).toEqual(
      [{ instant, list }],
    )
  })

  test('a statement used often gives the same answers once it is prepared', async () => {
    for (let n = 0; n < 12; n += 1) {
      expect(await db().query(sql`select ${n}::integer * 2 as twice`)).toEqual([{ twice: n * 2 }])
    }
    const [prepared] = await db().query<{ count: number }>(
      sql`select count(*) as count from pg_prepared_statements where statement like '%* 2 as twice%'`,
    )
    expect(prepared?.count).toBe(1)
  })

  test('a prepared statement survives a change of the table it reads', async () => {
    await db().query(sql`create table shifting (id integer)`)
    const read = (): Promise<unknown[]> => db().query(sql`select * from shifting where id > ${0}::integer`)
    for (let n = 0; n < 4; n += 1) await read()
    await db().query(sql`alter table shifting add column label text default 'x'`)
    await db().query(sql`insert into shifting (id) values (1)`)
    expect(await read()).toEqual([{ id: 1, label: 'x' }])
  })
}
