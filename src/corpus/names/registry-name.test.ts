import { describe, expect, test } from 'vitest'
import { companyNameForms, companyNameLikeness } from './company-likeness.ts'
import { withoutRegistryMarks } from './registry-name.ts'

describe('withoutRegistryMarks', () => {
  test.each([
    ['BANK OF AMBERLEY CORP /DE/', 'BANK OF AMBERLEY CORP'],
    ['Toyonaka Motor Corp/ADR', 'Toyonaka Motor Corp'],
    ['Alphabet Inc. (Class A)', 'Alphabet Inc.'],
    ['Alphabet Inc - Class A Common Stock', 'Alphabet Inc'],
    ['Rosmond Pharma AG Sponsored ADR', 'Rosmond Pharma AG'],
    ['Acme plc Ord Shs', 'Acme plc'],
    ['Acme plc ORD SH', 'Acme plc'],
    ['Acme plc COM STK', 'Acme plc'],
    ['Acme plc GDR', 'Acme plc'],
    ['Acme (formerly Beta) Ltd', 'Acme Ltd'],
  ])('%s is %s', (name, rest) => expect(withoutRegistryMarks(name)).toBe(rest))

  test.each([
    'A/S',
    'Class A',
    'Business Class Bistro',
    'World Class',
    'Novo A/S',
    'Common Stock',
    '/DE/',
    '',
  ])('%s stays', (name) => expect(withoutRegistryMarks(name)).toBe(name))

  test('long repetitive text neither blocks nor is lost', () => {
    for (const text of ['common ', ' (', '/DE/', 'class a ', 'formerly (', 'ord shs '])
      expect(withoutRegistryMarks(text.repeat(300 / text.length))).not.toBe('')
  })
})

test.each([
  ['A. O. Smith Corporation', 'SMITH A O CORP'],
  ['A. O. Smith Corporation', 'A O Smith'],
  ['J. B. Hunt Transport Services', 'HUNT J B TRANSPORT SERVICES INC'],
  ['Acme UK Ltd', 'Acme Ltd (UK)'],
  ['Quillonberry Pumps GmbH', 'Quillonberry GmbH Pumps'],
  ['Bank of Amberley Corporation', 'BANK OF AMBERLEY CORP /DE/'],
])('%s and %s are one name', (a, b) => {
  const found = companyNameLikeness(companyNameForms(a), companyNameForms(b), { fuzzy: false })
  expect(found?.likeness).toBeGreaterThanOrEqual(0.9)
})
