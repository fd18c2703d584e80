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
    const [some, more] = [staff(20), staff(24)]
    expect(isOne(company('Quillonberry Pumps', some), company('Quillonberry Pumps', more))).toBe(true)
    expect(isOne(company('Quil Technologies', some), company('Quil Technologies', more))).toBe(false)
    expect(isOne(company('Quil', staff(120)), company('Quil', staff(140)))).toBe(false)
  })

  test('few people say little, whatever the name', () => {
    expect(isOne(company('Quillonberry Pumps', staff(4)), company('Quillonberry Pumps', staff(3)))).toBe(
      false,
    )
  })

  test('an industry says more than one of most companies, and two more than one', () => {
    const of = (...standard_industries: string[]) => ({ ...staff(8), standard_industries })
    const both = (first: object, second: object) =>
      isOne(company('Quillon', first), company('QUILLON GmbH', second))
    expect(both(of('Healthcare'), of('Healthcare'))).toBe(true)
    expect(both(of('Software'), of('Software'))).toBe(false)
    expect(both(of('Software', 'Legal'), of('Legal', 'Software'))).toBe(true)
    expect(both({ ...founded(1987), ...of('Legal') }, { ...founded(1987), ...of('Mining') })).toBe(false)
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

  test('a city by another of its names, and a town beside it for little', () => {
    const at = (city: string) =>
      company('Quillon', { ...founded(1987), location_consensus: { city, country_code: 'USA' } })
    expect(isOne(at('New York'), at('New York City'))).toBe(true)
    expect(isOne(at('New York'), at('Newark'))).toBe(false)
    const staffed = (city: string, lat: number, lon: number) =>
      company('Quillonberry Pumps', {
        ...founded(1987),
        standard_industries: ['Manufacturing', 'Software'],
        location_consensus: {
          city,
          country_code: 'USA',
          state_name: 'California',
          coordinates: { lat, lon },
        },
      })
    const venice = staffed('Venice', 33.99, -118.46)
    expect(isOne(venice, staffed('Los Angeles', 34.05, -118.24))).toBe(true)
    expect(isOne(venice, staffed('San Francisco', 37.77, -122.42))).toBe(false)
  })
})
