import fc from 'fast-check'
import { expect, test } from 'vitest'
import { milli } from '../../lib/credits.ts'
import { isInRanges } from '../../lib/network-address.ts'
import { matchesScope } from '../../operation/index.ts'
import { findExcess, findForeignExcess, type KeyPower } from './key-power.ts'

const operationIds = [
  'companySearch',
  'companyCount',
  'getLedger',
  'getOrgCredits',
  'createApiKey',
  'a',
  'ab',
  'ba',
]
const addresses = ['10.0.0.1', '10.1.2.3', '192.0.2.7', '192.0.2.200', '2001:db8::1', '2001:db9::1', '::1']
const bounds = [null, 0, 10, 20]

const scope = fc.oneof(
  fc.constantFrom('*', 'get*', '*Search', 'company*', 'c*y*', 'getLedger', 'a*', '*b', 'a*b', '**'),
  fc.constantFrom(...operationIds),
)
const range = fc.constantFrom(
  '10.0.0.0/8',
  '10.0.0.1',
  '10.0.0.0/24',
  '192.0.2.0/25',
  '192.0.2.7',
  '0.0.0.0/0',
  '2001:db8::/32',
  '2001:db8::1',
  '::/0',
  '::1',
)
const power: fc.Arbitrary<KeyPower> = fc.record({
  scopes: fc.array(scope, { maxLength: 3 }),
  isReadOnly: fc.boolean(),
  allowedAddresses: fc.array(range, { maxLength: 3 }),
  expiresAt: fc.constantFrom(...bounds).map((day) => (day === null ? null : new Date(day))),
  maxCredits: fc.constantFrom(...bounds).map((most) => (most === null ? null : milli(most))),
})

/** Everything a key of this power can do, worked out from what the pipeline lets through. */
function listAbilities(key: KeyPower): string[] {
  const uses = operationIds.filter(
    (id) => key.scopes.length === 0 || key.scopes.some((one) => matchesScope(one, id)),
  )
  const places = addresses.filter(
    (address) => key.allowedAddresses.length === 0 || isInRanges(address, key.allowedAddresses),
  )
  const days = [5, 15, 25].filter((day) => key.expiresAt === null || day < key.expiresAt.getTime())
  const sums = [5, 15, 25].filter((most) => key.maxCredits === null || milli(most) <= key.maxCredits)
  return [
    ...uses.flatMap((id) => places.map((place) => `${id} from ${place}`)),
    ...(key.isReadOnly ? [] : ['changes']),
    ...days.map((day) => `on day ${day}`),
    ...sums.map((most) => `spends ${most}`),
  ]
}

test('a key that exceeds another in nothing can do nothing that the other cannot', () => {
  fc.assert(
    fc.property(power, power, (inner, outer) => {
      fc.pre(findExcess(inner, outer) === undefined)
      const abilities = new Set(listAbilities(outer))
      expect(listAbilities(inner).filter((one) => !abilities.has(one))).toEqual([])
    }),
    { numRuns: 200 },
  )
})

test('a key exceeds itself in nothing, nor one that may do everything', () => {
  const everything = {
    scopes: [],
    isReadOnly: false,
    allowedAddresses: [],
    expiresAt: null,
    maxCredits: null,
  }
  fc.assert(
    fc.property(power, (one) => {
      expect(findExcess(one, one)).toBeUndefined()
      expect(findExcess(one, everything)).toBeUndefined()
    }),
  )
})

test.each([
  [['get*'], ['g*'], undefined],
  [['*'], ['get*'], 'scopes'],
  [[], ['*'], 'scopes'],
  [['getLedger', 'companyCount'], ['get*'], 'scopes'],
  [['getLedger', 'companyCount'], ['get*', 'company*'], undefined],
])('scopes %j beside %j: %s', (scopes, wider, excess) => {
  const rest = { isReadOnly: false, allowedAddresses: [], expiresAt: null, maxCredits: null }
  expect(findExcess({ ...rest, scopes }, { ...rest, scopes: wider })).toBe(excess)
})

test('with a limit another key is always beyond reach, however little it may spend', () => {
  const rest = { scopes: [], isReadOnly: false, allowedAddresses: [], expiresAt: null }
  const [one, other] = [
    { ...rest, id: 'key_1', maxCredits: milli(10) },
    { ...rest, id: 'key_2', maxCredits: milli(1) },
  ]
  expect(findForeignExcess(other, one)).toBe('maxCredits')
  expect(findForeignExcess(one, one)).toBeUndefined()
})
