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
const isOne = (a: CompanyRecord, b: CompanyRecord, years = 0) =>
  alikeCompanies(a, b, { yearsApart: () => years })?.isConvincing === true

describe('companies of one name in one city', () => {
  test('are one where their year is, or their size, unless they are as small as most', () => {
    const both = (first: object, second: object) =>
      isOne(company('Quillon', first), company('QUILLON GmbH', second))
    expect(both(founded(1987), founded(1987))).toBe(true)
    expect(both(staff(120), staff(140))).toBe(true)
    expect(both(staff(120), staff(900))).toBe(false)
    expect(both(staff(3), staff(4))).toBe(false)
  })

  test('are two where only a trade of most companies agrees, or a size of most', () => {
    for (const more of [staff(4), { standard_industries: ['Software'] }])
      expect(isOne(company('Quillonberry Pumps', more), company('Quillonberry Pumps', more))).toBe(false)
  })

  test('a long name says more than a short one, words such as Group aside', () => {
    const [some, more] = [staff(20), staff(24)]
    expect(isOne(company('Quillonberry Pumps', some), company('Quillonberry Pumps', more))).toBe(true)
    expect(isOne(company('Quil Technologies', some), company('Quil Technologies', more))).toBe(false)
  })

  test('an industry says more than one of most companies, and a narrow one more than a broad one', () => {
    const both = (name: string, ones: string[], others = ones) =>
      isOne(company(name, { standard_industries: ones }), company(name, { standard_industries: others }))
    expect(both('Quillon', ['Healthcare'])).toBe(true)
    expect(both('Quillon', ['Software'])).toBe(false)
    expect(both('Quil', ['Healthcare'])).toBe(false)
    expect(both('Quil', ['Healthcare', 'Dentistry'])).toBe(true)
    expect(both('Quil', ['Dentistry'], ['Dentistry', 'Healthcare'])).toBe(false)
  })

  test('industries are named in many ways, so another one outweighs little; another year does', () => {
    const at = (industry: string, year: number) =>
      company('Quillon', { ...founded(year), ...staff(240), standard_industries: [industry] })
    expect(isOne(at('Pumps', 1987), at('Machinery', 1987))).toBe(true)
    expect(isOne(at('Pumps', 1987), at('Pumps', 1999))).toBe(false)
    const legal = { ...founded(1987), standard_industries: ['Legal'] }
    const mining = { ...founded(1987), standard_industries: ['Mining'] }
    expect(isOne(company('Quillon', legal), company('Quillon', mining))).toBe(false)
  })

  test('years apart a company may have grown, and has hardly shrunk; at one time it is of one size', () => {
    const of = (count: number) => company('Quillonberry Pumps', { ...founded(1987), ...staff(count) })
    expect(isOne(of(60), of(12), 0)).toBe(false)
    expect(isOne(of(60), of(12), 4)).toBe(true)
    expect(isOne(of(12), of(60), -4)).toBe(true)
    expect(isOne(of(12), of(60), 4)).toBe(false)
    expect(isOne(of(900), of(12), 4)).toBe(false)
  })

  test('name and city alone are not enough', () => {
    expect(isOne(company('Quillonberry Pumps'), company('Quillonberry Pumps'))).toBe(false)
  })
})

describe('what companies of one name share besides', () => {
  const street = (street_address: string) => ({
    location_consensus: { city: 'Jena', country_code: 'DEU', street_address },
  })
  const reached = { phone_numbers: ['+15550101234'] }
  const account = (handle: string) => ({ twitter_handles: [handle] })
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
    [
      'a description made of the other',
      { long_description: `Founded in a cellar in 1987, ${description}` },
      { long_description: description.replace('breweries', 'bakeries') },
    ],
    [
      'an account, with its address or not',
      { twitter_handles: ['@Quillon'] },
      { twitter_handles: ['quillon'] },
    ],
    [
      "a page of somebody else's site",
      { websites: ['https://www.sites.example/Quillon/'] },
      { websites: ['http://sites.example/quillon'] },
    ],
    ['a house, however written', street('12 North Main Street, Suite 4'), street('12 N. Main St')],
    ['a house in the German way', street('Kastanienstraße 12'), street('Kastanienstr. 12')],
    [
      'the telephone, with an account each',
      { ...reached, ...account('quillon') },
      { ...reached, ...account('quil') },
    ],
    [
      'the year, with two mailboxes of one domain or of a provider',
      { ...founded(1987), emails: ['info@quillon.example', 'quillon@gmail.com'] },
      { ...founded(1987), emails: ['office@jena.quillon.example', 'quil@gmx.de'] },
    ],
  ])('%s makes them one', (_, a, b) =>
    expect(isOne(company('Quillon', a), company('QUILLON GmbH', b))).toBe(true),
  )

  test.each<[string, object, object]>([
    ['a street', street('12 Main Street'), street('14 Main Street')],
    [
      'the size, with an account each',
      { ...staff(120), ...account('quillon') },
      { ...staff(140), ...account('quil') },
    ],
    [
      'the year, with a telephone and a mailbox each',
      { ...founded(1987), ...reached, emails: ['info@quillon.example'] },
      { ...founded(1987), phone_numbers: ['+15550109999'], emails: ['info@quil.example'] },
    ],
    [
      'a description of the same trade',
      { short_description: description },
      { short_description: 'We build pumps for breweries and for dairies, and we rent out vans and trucks.' },
    ],
  ])('%s does not', (_, a, b) => expect(isOne(company('Quillon', a), company('QUILLON GmbH', b))).toBe(false))

  test('a city by another of its names, and a town beside it for little', () => {
    const at = (city: string) =>
      company('Quillon', {
        ...founded(1987),
        ...staff(120),
        location_consensus: { city, country_code: 'USA' },
      })
    expect(isOne(at('New York'), at('New York City'))).toBe(true)
    expect(isOne(at('New York'), at('Newark'))).toBe(false)
    const staffed = (city: string, lat: number, lon: number) =>
      company('Quillonberry Pumps', {
        ...founded(1987),
        ...staff(120),
        standard_industries: ['Manufacturing', 'Pumps'],
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

describe('companies at one place whose names are written in other ways', () => {
  const at = (name: string, more: object = {}, street_address = '903 N. Ostrander Blvd.') =>
    company(name, {
      phone_numbers: ['310/652-9770'],
      location_consensus: { city: 'Ostrau', country_code: 'USA', street_address },
      ...more,
    })

  test.each<[string, string, string]>([
    ['words in another order', 'Hotel Quillon', 'Quillon Hotel'],
    ['a slip in one word', 'Philippes the Original', 'Philippe the Original'],
    ['a word left out', 'Quillon Restaurant', 'Quillon'],
    ['the town behind it', 'Quillon', 'Quillon (Ostrau)'],
    ['a word cut short', 'Quillon Delicatessen', 'Quillon Deli'],
  ])('%s: they are one where telephone and house are', (_what, one, other) => {
    const found = alikeCompanies(at(one), at(other))
    expect(found?.isConvincing).toBe(true)
    expect(found?.evidence).toEqual(expect.arrayContaining(['telephone: the same']))
  })

  test('a slip or another order where the house alone is known, and one name in two suburbs', () => {
    const silent = { phone_numbers: [] }
    expect(isOne(at('Ostrander Quillon Grille', silent), at('Ostrander Quillon Grill', silent))).toBe(true)
    const suburb = {
      location_consensus: {
        city: 'West Wackern',
        country_code: 'USA',
        street_address: '903 N Ostrander Blvd',
      },
    }
    expect(isOne(at('Quillon'), at('Quillon', suburb))).toBe(true)
  })

  test.each<[string, string, string]>([
    ['strangers in one building, behind one switchboard', 'Quillon Pumps', 'Ahlers Shipping'],
    ['that share a word of their trade alone', 'Quillon Consulting', 'Ahlers Consulting'],
    ['two rooms of one hotel', 'Quillon Cafe', 'Quillon Dining Room'],
    ['firms of one owner', 'Quillon Logistics GmbH', 'Quillon Properties GmbH'],
    ['a firm and that which holds it', 'Quillon', 'Quillon Holding'],
    ['a firm and its other trade', 'Quillon', 'Quillon Immobilien'],
    ['numbers that are others', 'Quillon Studio 4', 'Quillon Studio 5'],
  ])('%s are two', (_what, one, other) => expect(isOne(at(one), at(other))).toBe(false))

  test('a telephone alone, or a house alone, joins none of which a word is left out', () => {
    const silent = { phone_numbers: [] }
    expect(isOne(at('Quillon Argyle', silent), at('Quillon', silent))).toBe(false)
    expect(isOne(at('Quillon Argyle'), at('Quillon', {}, '12 Tannenweg'))).toBe(false)
  })

  test('a street of that name in another town is another one', () => {
    const there = {
      phone_numbers: [],
      location_consensus: { city: 'Celmen', country_code: 'USA', street_address: '903 N. Ostrander Blvd.' },
    }
    expect(
      isOne(at('Philippe the Original', { phone_numbers: [] }), at('Philippes the Original', there)),
    ).toBe(false)
  })
})
