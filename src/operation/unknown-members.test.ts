import { expect, test } from 'vitest'
import { z } from 'zod'
import { verifies } from '../../test/conformance/verifies.ts'
import { optional, withDefault } from './fields.ts'
import { unknownMembers } from './unknown-members.ts'

const filter = optional(
  z.object({ anyOf: optional(z.array(z.string())), noneOf: optional(z.array(z.string())) }),
)
const schema = z.object({
  searchParams: z.object({
    headquartersCountryCode: filter,
    places: optional(
      z.array(
        z.discriminatedUnion('strategy', [
          z.object({ strategy: z.literal('city'), city: z.string() }),
          z.object({ strategy: z.literal('radius'), radius: z.object({ quantity: z.number() }) }),
        ]),
      ),
    ),
    labels: optional(z.record(z.string(), z.object({ text: z.string() }))),
    either: optional(z.union([z.object({ a: z.string() }), z.object({ b: z.string() })])),
  }),
  pageSize: withDefault(z.int(), 25),
})

const fields = (value: unknown) => unknownMembers(schema, value).map(({ field }) => field)

test('known members, present, absent or null, warn of nothing', () => {
  expect(fields({ searchParams: { headquartersCountryCode: { anyOf: ['DEU'], noneOf: null } } })).toEqual([])
  expect(fields({ searchParams: { headquartersCountryCode: null, places: [] }, pageSize: null })).toEqual([])
})

test('an unknown member is named with its full path and the nearest known name', () => {
  verifies(
    'envelope.warnings-full-path',
    'envelope.warnings-nearest-name',
    'envelope.warnings-extraneous-fields',
  )
  expect(
    unknownMembers(schema, { searchParams: { headquartersCountryCode: { anyof: [] } }, pagesize: 1 }),
  ).toEqual([
    {
      field: 'searchParams.headquartersCountryCode.anyof',
      message: 'Unknown member, ignored. Did you mean "anyOf"?',
    },
    { field: 'pagesize', message: 'Unknown member, ignored. Did you mean "pageSize"?' },
  ])
})

test('no name is guessed when none is near', () => {
  expect(unknownMembers(schema, { searchParams: {}, zebra: 1 })[0]?.message).toBe('Unknown member, ignored.')
})

test('members of list items, of the option a union takes, and of records are looked at', () => {
  const value = {
    searchParams: {
      places: [
        { strategy: 'city', city: 'Oslo', radius: 1 },
        { strategy: 'radius', radius: { quantity: 1, quantty: 2 } },
      ],
      labels: { any: { text: 'x', txt: 'y' } },
      either: { b: 'x', a: 1 },
    },
  }
  expect(fields(value)).toEqual([
    'searchParams.places[0].radius',
    'searchParams.places[1].radius.quantty',
    'searchParams.labels.any.txt',
    'searchParams.either.a',
  ])
})

test('names that every object inherits are unknown, too', () => {
  const value = JSON.parse('{"searchParams":{"__proto__":{},"constructor":1},"toString":2}') as unknown
  expect(fields(value)).toEqual(['searchParams.__proto__', 'searchParams.constructor', 'toString'])
})

test('what is below an unknown member is not repeated', () => {
  expect(fields({ searchParams: {}, extra: { a: { b: 1 } } })).toEqual(['extra'])
})

test('very many are counted instead of listed', () => {
  const extra = Object.fromEntries(Array.from({ length: 250 }, (_, index) => [`x${index}`, 1]))
  const warnings = unknownMembers(schema, { searchParams: {}, ...extra })
  expect(warnings).toHaveLength(101)
  expect(warnings.at(-1)?.message).toBe('150 more unknown members were ignored.')
})
