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
