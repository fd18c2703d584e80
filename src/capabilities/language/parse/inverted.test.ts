import { describe, expect, test } from 'vitest'
import { parseQuestion } from './parse-question.ts'

const nowMs = Date.parse('2026-11-23')
const read = (question: string) => {
  const {
    companySearchParams: company,
    profileSearchParams: person,
    ...rest
  } = parseQuestion(question, { nowMs })
  return { ...rest, company, person, unread: rest.notUnderstood.map(({ text }) => text).join(' | ') }
}
const countries = (question: string) => read(question).company?.headquartersCountryCode
const technologies = (question: string) => {
  const { anyOf = [], noneOf = [] } = read(question).company?.technologies ?? {}
  return [anyOf.length, noneOf.length]
}

describe('a question is never answered the other way round', () => {
  test.each([
    ['hotéis no Peru', { anyOf: ['PER'] }],
    ['bancos no México com mais de 50 funcionários', { anyOf: ['MEX'] }],
    ['bancos en Chile, no en Perú', { anyOf: ['CHL'], noneOf: ['PER'] }],
    ['banks in South America, no Chile', { anyOf: ['X-SOUTH_AMERICA'], noneOf: ['CHL'] }],
    ['banks not only in Spain but also in Portugal', { anyOf: ['ESP', 'PRT'] }],
    ['banks in both Singapore and Japan', { anyOf: ['SGP', 'JPN'] }],
    ['Singapore and Japan', { anyOf: ['SGP', 'JPN'] }],
  ])('a word of negation counts in the languages in which it is one: %s', (question, wanted) => {
    expect(countries(question)).toEqual(wanted)
  })

  test('where nothing tells the language, the words are not understood and lower the confidence', () => {
    const { company, unread, confidence } = read('startups no Peru')
    expect([company?.headquartersCountryCode, unread]).toEqual([undefined, 'Peru'])
    expect(confidence).toBeLessThan(0.7)
    expect(read('SEM managers in Oslo').person?.jobTitleV3?.noneOf).toBeUndefined()
    expect(read('outside counsel in Oslo').person?.jobTitleV3?.noneOf).toBeUndefined()
    expect(read('non-woven makers').company?.keywords?.containsNone).toBeUndefined()
  })

  test.each([
    ["firms that haven't adopted Salesforce", [0, 1]],
    ['firms that no longer use HubSpot', [0, 1]],
    ['empresas que no usan HubSpot', [0, 1]],
    // What they use now is not said.
    ['firms that stopped using HubSpot', [0, 0]],
    ['firms that previously used Salesforce', [0, 0]],
    // No word of grammar comes of a slip, and nothing is wanted after one that may exclude.
    ['firms wihtout HubSpot', [0, 0]],
  ])('%s', (question, counts) => {
    expect(technologies(question)).toEqual(counts)
  })

  test.each([
    ['people who left Oslo', 'location'],
    ['people who moved from Oslo to Bergen in 2020', 'jobStatus'],
    ['people born in Oslo', 'location'],
    ['people who used to live in Oslo', 'location'],
  ])('where somebody was is not where they are: %s', (question, param) => {
    expect(read(question).person ?? {}).not.toHaveProperty(param)
    expect(read(question).unread).toContain('Oslo')
  })

  test('who buys is not who was bought', () => {
    expect(read('insurers that acquired banks').company).toEqual({
      industriesV2: { anyOf: ['Insurance'] },
      specialFlags: { anyOf: ['has-acquired'] },
    })
    expect(read('acquired banks in Spain').company?.status).toEqual({ anyOf: ['acquired'] })
    expect(read('banks that closed their series A').company?.status).toBeUndefined()
  })

  test('stealth that was left is no stealth', () => {
    for (const said of [
      'left stealth',
      'came out of stealth',
      'emerged from stealth',
      'are no longer in stealth',
    ])
      expect([said, read(`founders who ${said}`).person]).toMatchObject([
        said,
        { stealthV2: { status: 'left-stealth' } },
      ])
    expect(read('founders who left stealth in the last 6 months').person?.stealthV2).toMatchObject({
      leftStealthAt: { strategy: 'relative' },
    })
    expect(read('founders in stealth').person).toMatchObject({ isInStealth: true })
  })
})

describe('no meaning by one word without its neighbours', () => {
  test.each([
    ['companies in the fashion space', ['Consumer Goods']],
    ['hospitality space, Spain', ['Hospitality']],
    ['space companies in Spain', ['Aerospace & Military']],
    ['the space industry in Spain', ['Aerospace & Military']],
  ])('%s', (question, industries) => {
    expect(read(question).company?.industriesV2).toEqual({ anyOf: industries })
  })

  test.each([
    ['public health nurses in Ohio', 'stage'],
    ['capital markets lawyers in Ohio', 'specialFlags'],
    ['companies growing mushrooms', 'employeeTrendsV2'],
    ['companies raising cattle', 'specialFlags'],
    ['growth equity investors', 'employeeTrendsV2'],
  ])('%s', (question, param) => {
    expect(read(question).company ?? {}).not.toHaveProperty(param)
  })

  test('a name is no slip of a word of grammar, nor of one that asks for something', () => {
    expect(read('UX designer Oslo Figma').person?.location?.unionAll).toMatchObject([{ city: 'Oslo' }])
    expect(read('law firms that smell').company?.employeeCountV2).toBeUndefined()
  })

  test('people are found by name', () => {
    const { kind, person } = read('find Maria Quintero in Oslo')
    expect([kind, person?.fuzzyName, person?.location?.unionAll?.length]).toEqual([
      'people',
      { anyOf: [{ name: 'Maria Quintero' }] },
      1,
    ])
    // Firms that are called like people, and places.
    expect(read('John Deere engineers in Oslo').person).not.toHaveProperty('fuzzyName')
    expect(read('engineers near Santiago Chile').person).not.toHaveProperty('fuzzyName')
  })
})

describe('numbers', () => {
  test.each([
    ['more then 50 employes', { lowerBoundExclusive: 50 }],
    ['mroe than 50 people', { lowerBoundExclusive: 50 }],
    ['fewr than 50 people', { upperBoundInclusive: 49 }],
    ['no more then 50 people', { upperBoundInclusive: 50 }],
    ['atleast 50 people', { lowerBoundExclusive: 49 }],
    ['at leest 50 people', { lowerBoundExclusive: 49 }],
    ['50 people or more', { lowerBoundExclusive: 49 }],
    ['50 or fewer people', { upperBoundInclusive: 50 }],
    ['over a thousand people', { lowerBoundExclusive: 1000 }],
    ['mehr wie 50 Mitarbeitern', { lowerBoundExclusive: 50 }],
    ['menos de veinte empleados', { upperBoundInclusive: 19 }],
    ['a few hundred people', undefined],
  ])('%s', (said, wanted) => {
    expect(read(`firms with ${said}`).company?.employeeCountV2).toEqual(wanted)
  })

  test('offices that are counted in a country are those there', () => {
    const rule = { type: 'country-or-region', countryOrRegionCode: 'ESP', range: { lowerBound: 3 } }
    const { company } = read('law firms with at least 3 offices in Spain')
    expect(company?.officeLocationsV2).toEqual({ anyOf: [rule] })
    expect(company).not.toHaveProperty('headquartersCountryCode')
    // No parameter counts those of a city.
    expect(read('law firms with at least 3 offices in Oslo').unread).toContain('3 offices')
  })
})
