import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { countSampleIndexes, createWorld, makeSampleLines } from '../../sample/index.ts'
import { makeFit } from '../mapping/fit.ts'
import { importTargets, type ImportKind } from '../mapping/target.ts'
import { plainRow, unsure } from './plain-row.ts'
import { tellUnknown } from './unknown-members.ts'

const asOf = '2026-01-15'
const world = createWorld({ seed: 3, companies: 20, people: 20, asOf })

function sampleRows(kind: ImportKind): object[] {
  const name = importTargets[kind].kind
  const indexes = Array.from({ length: Math.min(6, countSampleIndexes(name, world)) }, (_, index) => index)
  const lines = indexes.flatMap((index) => [...makeSampleLines(name, world, index)].slice(0, 3))
  // As a file has them: without members that are undefined.
  return JSON.parse(JSON.stringify(lines)) as object[]
}

/** The longer way, of a row that nothing is to be told of; undefined where it refuses the row or something is told. */
function readLonger(kind: ImportKind, row: unknown, isFitted: boolean): unknown {
  const { schema } = importTargets[kind]
  let isClean = true
  const tell = () => void (isClean = false)
  const record = isFitted ? row : makeFit(schema)(row, { asOf, tell })
  tellUnknown(schema)?.(record, '', tell)
  const parsed = schema.safeParse(record)
  return parsed.success && isClean ? parsed.data : undefined
}

// prettier-ignore
const hostileValues: unknown[] = [
  null, undefined, '', ' ', '12', '1e400', '$5', '3bn €', 'true', 'x\0', '2026-01-31', '0999', '3026', 'USA', 'us',
  0, -1, 1.5, 1e15, Number.NaN, Number.POSITIVE_INFINITY, true, false, [], {}, [null], [[]], 'Full-Time', 'full-time',
  { gte: 5, lte: 2 }, { gte: null, lte: null }, { amount: 5, currency: 'EUR' }, { a: 'x\0' }, { a: null },
  JSON.parse('{"__proto__":"x"}'),
]

const hostile = fc.oneof(fc.constantFrom<unknown>(...hostileValues), fc.jsonValue({ maxDepth: 3 }))

interface Edit {
  path: number[]
  value: unknown
  how: 'replace' | 'drop' | 'add'
}

/** Changes a member somewhere within a value. */
function editValue(value: unknown, { path, value: other, how }: Edit): unknown {
  if (typeof value !== 'object' || value === null || path.length === 0) return other
  const [step = 0, ...rest] = path
  if (Array.isArray(value)) {
    if (value.length === 0) return [other]
    const at = step % value.length
    return value.map((entry, index) =>
      index === at ? editValue(entry, { path: rest, value: other, how }) : entry,
    )
  }
  const names = Object.keys(value)
  const name = names[step % Math.max(1, names.length)]
  if (name === undefined || (rest.length === 0 && how === 'add')) return { ...value, extra: other }
  const { [name]: own, ...others } = value as Record<string, unknown>
  if (rest.length === 0 && how === 'drop') return others
  return { ...value, [name]: editValue(own, { path: rest, value: other, how }) }
}

const edits = fc.array(
  fc.record({
    path: fc.array(fc.nat(200), { minLength: 1, maxLength: 4 }),
    value: hostile,
    how: fc.constantFrom<Edit['how']>('replace', 'drop', 'add'),
  }),
  { maxLength: 2 },
)

describe.each(Object.keys(importTargets) as ImportKind[])('a plain row of %s', (kind) => {
  const rows = [...sampleRows(kind), {}]

  test.each([true, false])(
    'is what fitting, checking and copying it make, if fitted before: %s',
    (isFitted) => {
      const read = plainRow(importTargets[kind].schema, { asOf, isFitted })
      fc.assert(
        fc.property(fc.nat(rows.length - 1), edits, (at, changes) => {
          const row = changes.reduce<unknown>(editValue, rows[at])
          const copy = read(row)
          if (copy === unsure) return
          const longer = readLonger(kind, row, isFitted)
          expect(copy).toEqual(longer)
          // Members are in the same order.
          expect(JSON.stringify(copy)).toBe(JSON.stringify(longer))
          expect(JSON.stringify(copy)).not.toContain(String.raw`\u0000`)
        }),
        { numRuns: 300 },
      )
    },
  )
})

test.each(['companies', 'people', 'postings', 'posts', 'news'] as const)(
  'every row of the sample is plain: %s',
  (kind) => {
    const read = plainRow(importTargets[kind].schema, { asOf, isFitted: false })
    const rows = sampleRows(kind)
    expect(rows.filter((row) => read(row) === unsure)).toEqual([])
  },
)

test('a copy shares no list or object with its row', () => {
  const row = { preferred_name: 'Acme', domains: ['acme.example'], external_ids: { crm: '7' } }
  const copy = plainRow(importTargets.companies.schema, { asOf, isFitted: false })(row) as typeof row
  expect(copy).toEqual(row)
  expect(copy.domains).not.toBe(row.domains)
  expect(copy.external_ids).not.toBe(row.external_ids)
})
