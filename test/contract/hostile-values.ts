import type { AnyOperation } from '../../src/operation/index.ts'
import { isLong } from '../support/long.ts'
import { distinctMembers, inTurn } from './members.ts'

/** Values no member expects, or expects only here and there. */
export const odd: unknown[] = [
  null,
  true,
  -1,
  0.1,
  1e308,
  '',
  'x'.repeat(20_000),
  '\ud800',
  "'; DROP TABLE companies; --",
  [],
  [[]],
  {},
  { anyOf: 1 },
  { ['__proto__']: { polluted: true } },
  Array.from({ length: 1_000 }, () => null),
]

export type Path = (string | number)[]

/** Where odd values go, and which of them. */
export interface OddPlace {
  place: Path
  values: unknown[]
  /** Whether the same place was not tried before, in an operation that comes earlier. */
  isNew: boolean
}

export function* pathsOf(value: unknown, path: Path = []): Generator<Path> {
  if (path.length > 0) yield path
  if (typeof value !== 'object' || value === null) return
  for (const [name, member] of Object.entries(value))
    yield* pathsOf(member, [...path, Array.isArray(value) ? Number(name) : name])
}

/** The value with another one in a place of it. */
export function replaced(value: unknown, [name, ...rest]: Path, by: unknown): unknown {
  if (name === undefined) return by
  if (Array.isArray(value))
    return value.map((item, index) => (index === name ? replaced(item, rest, by) : item))
  return { ...(value as object), [name]: replaced((value as Record<string, unknown>)[name], rest, by) }
}

/** How many of the odd values are tried where a member made alike was tried with all of them. */
export const fewer = 5

/**
 * Where odd values go in each operation. A schema gets all of them in the first member that is made of it; elsewhere,
 * and inside of the example, every place gets some, the next place the next ones.
 */
export function placesOfAll(
  operations: readonly (readonly [string, AnyOperation])[],
): Map<string, OddPlace[]> {
  const first = new Set(distinctMembers(operations).map(({ id, member }) => `${id} ${member}`))
  const seen = new Set<string>()
  let turn = 0
  const some = (place: Path, isNew: boolean): OddPlace => ({
    place,
    isNew,
    values: isLong ? odd : inTurn(odd, turn++, fewer),
  })
  const isNewPlace = (place: Path) => {
    const size = seen.size
    return seen.add(place.filter((step) => typeof step === 'string').join('.')).size > size
  }
  return new Map(
    operations.map(([id, operation]) => {
      const members = Object.keys(operation.input.shape).map((member) =>
        first.has(`${id} ${member}`) ? { place: [member], values: odd, isNew: true } : some([member], false),
      )
      const inside = [...pathsOf(operation.examples[0]?.input)].filter((place) => place.length > 1)
      return [id, [...members, ...inside.map((place) => some(place, isNewPlace(place)))]]
    }),
  )
}

const nested = (levels: number) => `{"x":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`
const padded = (bytes: number) => `{"x":"${'y'.repeat(bytes - 8)}"}`

/** What is no body, or nearly none, and how it may be answered. */
export const wrongBodies: [string | Uint8Array<ArrayBuffer>, number[]][] = [
  ['', [200, 400]],
  ['{', [400]],
  ['[{}]', [400]],
  ['"x"', [400]],
  ['{} {}', [400]],
  ['\uFEFF[]', [400]],
  [new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), [400]],
  [new Uint8Array([0x7b, 0x22, 0xc0, 0xaf, 0x22, 0x3a, 0x31, 0x7d]), [400]],
  [nested(33), [400]],
  [nested(500_000), [400]],
  [nested(32), [200, 400]],
  [padded(2_097_153), [413]],
  [padded(1_048_576), [200, 400]],
  [String.raw`{"x":"\u0000"}`, [400]],
  ['{"searchParams":{"domains":["a"],"domains":7},"x":1,"x":2}', [200, 400]],
  ['{"__proto__":{"pageSize":1},"constructor":{"prototype":{}},"toString":1}', [200, 400]],
]

/** Texts in a query, percent-encoded. */
export const oddQueries = [
  '',
  '%00',
  '%ff%fe',
  '%ED%A0%80',
  'x'.repeat(8_000),
  '%F0%9F%98%80',
  '[]',
  '{}',
  'NaN',
  '-0',
]
