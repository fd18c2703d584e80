import { expect, test } from 'vitest'
import { yieldTo } from './yielding.ts'

const yields = ['preferred_name', 'founded_on_consensus', 'location_consensus', 'employee_count_consensus']
const place = (city: string) => ({ location_consensus: { city, country_code: 'AUT' } })

test('an answer fills what the record leaves open', () => {
  const record = { preferred_name: 'Acme', founded_on_consensus: '2011', ...place('Vienna') }
  const recorded = { preferred_name: 'Acme', founded_on_consensus: null, location_consensus: null }
  expect(yieldTo({ record, yields }, recorded)).toEqual({
    record: { founded_on_consensus: '2011', ...place('Vienna') },
    withheld: [],
  })
  expect(yieldTo({ record, yields }, undefined)).toEqual({ record, withheld: [] })
})

test('what it says otherwise stays out and is named; another name is one more name', () => {
  const record = {
    preferred_name: 'Acme Rockets',
    founded_on_consensus: '1999',
    ...place('Graz'),
    logo_url: 'https://a.example/1',
  }
  const recorded = {
    preferred_name: 'Acme',
    founded_on_consensus: '2011-04-01',
    ...place('Vienna'),
    logo_url: 'https://a.example/0',
  }
  expect(yieldTo({ record, yields }, recorded)).toEqual({
    record: { names: ['Acme Rockets'], logo_url: 'https://a.example/1' },
    withheld: ['preferred_name', 'founded_on_consensus', 'location_consensus'],
  })
})

test.each([
  ['a year against a day in it', { founded_on_consensus: '2011' }, { founded_on_consensus: '2011-04-01' }],
  ['capitals', { preferred_name: 'ACME' }, { preferred_name: 'Acme' }],
  ['a place without its town', { location_consensus: { country_code: 'AUT', city: null } }, place('Vienna')],
  [
    'half a range',
    { employee_count_consensus: { gte: 50, lte: null } },
    { employee_count_consensus: { gte: 50, lte: 100 } },
  ],
])('%s contradicts nothing', (_what, record, recorded) => {
  expect(yieldTo({ record: record as object, yields }, recorded)).toEqual({ record: {}, withheld: [] })
})

test('an answer that yields nothing is written as it is', () => {
  const record = { preferred_name: 'Acme Rockets' }
  expect(yieldTo({ record }, { preferred_name: 'Acme' })).toEqual({ record, withheld: [] })
})
