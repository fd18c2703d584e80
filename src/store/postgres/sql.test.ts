import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compileStatement, foreignStatement } from './compile-statement.ts'
import { sql, type Statement } from './sql.ts'

const compiled = (statement: Statement) => compileStatement(statement)

describe('sql', () => {
  test('binds whatever stands in it, lists and missing values, too', () => {
    const day = new Date(0)
    expect(compiled(sql`SELECT ${1}, ${"'; DROP"}, ${['a', 'b']}, ${null}, ${day}::date`)).toEqual({
      text: 'SELECT $1, $2, $3, $4, $5::date',
      values: [1, "'; DROP", ['a', 'b'], null, day],
    })
    expect(compiled(sql`SELECT ${undefined}`).values).toEqual([undefined])
    expect(compiled(sql`SELECT 1`)).toEqual({ text: 'SELECT 1', values: [] })
  })

  test('numbers the values of its parts in the order of the text, each time a part stands there', () => {
    const part = sql`a = ${'x'} AND b > ${2}`
    expect(compiled(sql`SELECT ${0} WHERE (${part}) OR (${part}) LIMIT ${9}`)).toEqual({
      text: 'SELECT $1 WHERE (a = $2 AND b > $3) OR (a = $4 AND b > $5) LIMIT $6',
      values: [0, 'x', 2, 'x', 2, 9],
    })
    expect(compiled(sql`${part}${part}`).text).toBe('a = $1 AND b > $2a = $3 AND b > $4')
    expect(compiled(sql`${sql``}x${sql`${sql`y`}`}`)).toEqual({ text: 'xy', values: [] })
  })

  test('puts names and constants between quotes that they cannot end', () => {
    expect(compiled(sql`${sql.id('public', 'a"b')}`).text).toBe('"public"."a""b"')
    expect(compiled(sql`${sql.lit("it's")} ${sql.lit(7)}`).text).toBe("'it''s' 7")
    expect(compiled(sql.raw('now()'))).toEqual({ text: 'now()', values: [] })
  })

  test('joins values and parts', () => {
    expect(compiled(sql`IN (${sql.join([1, sql`f(${2})`, 3])})`)).toEqual({
      text: 'IN ($1, f($2), $3)',
      values: [1, 2, 3],
    })
    const conditions = [sql`a = ${1}`, sql`b`]
    expect(compiled(sql`WHERE ${sql.join(conditions, sql` AND `)}`).text).toBe('WHERE a = $1 AND b')
    expect(compiled(sql`(${sql.join([])})`)).toEqual({ text: '()', values: [] })
  })

  test('however parts lie in each other, the text names each value once, in order', () => {
    const { part } = fc.letrec<{ part: Statement }>((tie) => ({
      part: fc
        .array(fc.oneof({ depthSize: 'small' }, fc.integer(), fc.array(fc.integer()), tie('part')), {
          maxLength: 4,
        })
        .map((things) => sql`<${sql.join(things, sql`|`)}>`),
    }))
    fc.assert(
      fc.property(part, (statement) => {
        const { text, values } = compiled(statement)
        expect([...text.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number))).toEqual(
          values.map((_, index) => index + 1),
        )
      }),
    )
  })
})

test('a statement of a library keeps its own placeholders', () => {
  expect(compiled(foreignStatement('SELECT $2, $1', ['a', 'b']))).toEqual({
    text: 'SELECT $2, $1',
    values: ['a', 'b'],
  })
})
