import { describe, expect, test } from 'vitest'
import type { CompanyRecord } from '../../records/index.ts'
import { alikeCompanies } from './companies.ts'

const company = (name: string, more: object = {}): CompanyRecord =>
  ({
    preferred_name: name,
    names: [name],
    domains: [],
    location_consensus: {
      city: 'Jena',
      country_code: 'DEU',
    },
    ...more,
  }) as unknown as CompanyRecord
const staff = (count: number) => ({ employee_count_consensus: { gte: count, lte: count } })
const founded = (year: number) => ({ founded_on_consensus: `${year}-01-01` })
const isOne = (a: CompanyRecord, b: CompanyRecord) => alikeCompanies(a, b) !== undefined

describe('companies of one name in one city', () => {
  test('are one where their size is, unless they are as small as most', () => {
    expect(isOne(company('Quillon', staff(120)), company('QUILLON GmbH', staff(140)))).toBe(true)
    expect(isOne(company('Quillon', staff(120)), company('QUILLON GmbH', staff(900)))).toBe(false)
    expect(isOne(company('Quillon', staff(3)), company('QUILLON GmbH', staff(4)))).toBe(false)
  })

  test('a long name says more than a short one, words such as Group aside', () => {
    const [small, smaller] = [staff(4), staff(3)]
    expect(isOne(company('Quillonberry Pumps', small), company('Quillonberry Pumps', smaller))).toBe(true)
    expect(isOne(company('Quil Technologies', small), company('Quil Technologies', smaller))).toBe(false)
    expect(isOne(company('Quil', staff(120)), company('Quil', staff(140)))).toBe(false)
  })

  test('industries are named in many ways, so another one outweighs little; another year does', () => {
    const industry = (name: string) => ({ ...founded(1987), standard_industries: [name] })
    const pumps = (of: string) => company('Quillonberry Pumps', industry(of))
    expect(isOne(pumps('Pumps'), pumps('Machinery'))).toBe(true)
    const year = (of: number) => company('Quillon', { ...founded(of), ...staff(120) })
    expect(isOne(year(1987), year(1999))).toBe(false)
  })

  test('name and city alone are not enough', () => {
    expect(isOne(company('Quillonberry Pumps'), company('Quillonberry Pumps'))).toBe(false)
  })
})

describe('what companies of one name share besides', () => {
  const description = 'Quillon builds pumps for breweries, dairies and whoever else moves thick liquids.'
  test.each<[string, object, object]>([
    [
      'a number, however written',
      { phone_numbers: ['+1 (555) 010-1234'] },
      { phone_numbers: ['555.010.1234'] },
    ],
    ['an address', { emails: ['Info@quillon.example'] }, { emails: ['info@quillon.example'] }],
    [
      'a description, cut or not',
      { short_description: description },
      { long_description: `${description} Since 1987.` },
    ],
  ])('%s makes them one', (_, a, b) =>
    expect(isOne(company('Quillon', a), company('QUILLON GmbH', b))).toBe(true),
  )

  test('a city by another of its names', () => {
    const at = (city: string) =>
      company('Quillon', { ...founded(1987), location_consensus: { city, country_code: 'USA' } })
    expect(isOne(at('New York'), at('New York City'))).toBe(true)
    expect(isOne(at('New York'), at('Newark'))).toBe(false)
  })
})
