import { expect, test } from 'vitest'
import { toDollars } from '../../../corpus/records/index.ts'
import { parseQuestion } from './parse-question.ts'

const read = (question: string) => parseQuestion(question, { nowMs: Date.parse('2026-11-23') })
const days = (lowerBound?: string, upperBound?: string) => ({
  strategy: 'absolute',
  range: { ...(lowerBound && { lowerBound }), ...(upperBound && { upperBound }) },
})

test.each([
  ['companies founded after 2010 and before 2020', days('2011-01-01', '2019-12-31')],
  ['companies founded before 2020 and after 2010', days('2011-01-01', '2019-12-31')],
])('days that are open to different sides hold together: %s', (question, foundedOn) => {
  const { companySearchParams, notices } = read(question)
  expect(companySearchParams).toEqual({ foundedOn })
  expect(notices).toEqual([])
})

test.each([
  ['companies founded after 2020 and before 2010', { foundedOn: days('2021-01-01', '2009-12-31') }],
  [
    'companies with fewer than 10 employees and more than 500 employees',
    { employeeCountV2: { lowerBoundExclusive: 500, upperBoundInclusive: 9 } },
  ],
])('bounds that contradict each other are told, and none is dropped: %s', (question, params) => {
  const { companySearchParams, notices } = read(question)
  expect(companySearchParams).toEqual(params)
  expect(notices.join()).toMatch(/contradict each other/)
})

test.each([
  [
    'companies with under 10 or over 500 employees',
    [{ employeeCountV2: { upperBoundInclusive: 9 } }, { employeeCountV2: { lowerBoundExclusive: 500 } }],
  ],
  [
    'companies founded before 2010 or after 2020',
    [{ foundedOn: days(undefined, '2009-12-31') }, { foundedOn: days('2021-01-01') }],
  ],
])('bounds with `or` between them are alternatives: %s', (question, or) => {
  expect(read(question).companySearchParams).toEqual({ group: { or } })
})

test.each([
  ['hospitals with no fewer than 500 staff', { lowerBoundExclusive: 499 }],
  ['banks with not more than 50 people', { upperBoundInclusive: 50 }],
  ['Banken mit nicht mehr als 50 Mitarbeitern', { upperBoundInclusive: 50 }],
  ['banques avec pas moins de 500 employés', { lowerBoundExclusive: 499 }],
])('a comparison that is negated is the other one: %s', (question, employeeCountV2) => {
  expect(read(question).companySearchParams?.employeeCountV2).toEqual(employeeCountV2)
})

test('a number behind a comparison that nobody reads is no exact number', () => {
  const { companySearchParams, notUnderstood } = read('banks with quonk than 50 employees')
  expect(companySearchParams?.employeeCountV2).toBeUndefined()
  expect(notUnderstood.map(({ text }) => text).join(' ')).toMatch(/50/)
})

test.each([
  ['at least CHF 20m', 'CHF'],
  ['at least 20m CHF', 'CHF'],
  ['more than 20 million SEK', 'SEK'],
])('an amount of another currency is searched in dollars, and that is told: %s', (amount, currency) => {
  const { companySearchParams, notices } = read(`companies that have raised ${amount}`)
  const lowerBound = toDollars({ amount: 20_000_000, currency })
  expect(companySearchParams).toEqual({ totalFundingUSD: { lowerBound } })
  expect(notices.join()).toContain(currency)
})

test('pounds of revenue are no dollars, and a currency without a rate is nothing', () => {
  const pounds = read('companies with revenue over £3bn')
  expect(pounds.companySearchParams).toEqual({
    revenueRangeUSD: { lowerBound: toDollars({ amount: 3e9, currency: 'GBP' }) },
  })
  const unknown = read('companies with revenue over XDR 3m')
  expect(unknown.companySearchParams?.revenueRangeUSD).toBeUndefined()
})

test('`TOP 20` is no amount of money', () => {
  expect(read('TOP 20 banks in Spain by headcount').limit).toBe(20)
})

test('`nothing` excludes what follows, `nothing but` does not', () => {
  expect(
    read('banks in Norway, but nothing in Oslo').companySearchParams?.headquartersLocation,
  ).toMatchObject({ subtractAll: [{ city: 'Oslo' }] })
  expect(read('nothing but banks in Norway').companySearchParams).toEqual({
    industriesV2: { anyOf: ['Finance'] },
    headquartersCountryCode: { anyOf: ['NOR'] },
  })
})

test('who started is no company that was founded', () => {
  const { companySearchParams, profileSearchParams } = read('CFOs who started in 2024 at banks')
  expect(companySearchParams).toEqual({ industriesV2: { anyOf: ['Finance'] } })
  expect(profileSearchParams?.startedAtCompany).toEqual(days('2024-01-01', '2024-12-31'))
})

test('a city that its state is named after is the city', () => {
  expect(read('banks in Antwerp').companySearchParams?.headquartersLocation).toMatchObject({
    unionAll: [{ city: 'Antwerpen', countryCode: 'BEL' }],
  })
})

test.each([
  ['wealth managers in Singapore with under 40 staff', 'Finance'],
  ['Versicherungsmakler in Hessen mit mehr als 20 Mitarbeitern', 'Insurance'],
])('traders that have staff are firms: %s', (question, industry) => {
  const { kind, companySearchParams } = read(question)
  expect(kind).toBe('companies')
  expect(companySearchParams?.industriesV2).toEqual({ anyOf: [industry] })
})

test.each(['компании по разработке программного обеспечения в Москве', 'شركات التأمين في دبي'])(
  'what of another script is not understood is told: %s',
  (question) => {
    const { notUnderstood } = read(question)
    expect(notUnderstood.length).toBeGreaterThan(0)
  },
)

test.each([
  'people who live in Berlin but not in Berlin',
  'companies that use Salesforce and do not use Salesforce',
])('what is wanted and excluded is told: %s', (question) => {
  expect(read(question).notices.join()).toMatch(/wants and excludes the same/)
})

test('a number below nothing is not understood', () => {
  const { companySearchParams, notUnderstood } = read('banks with -5 employees')
  expect(companySearchParams).toEqual({ industriesV2: { anyOf: ['Finance'] } })
  expect(notUnderstood.map(({ text }) => text).join()).toMatch(/5/)
})

test('a range is one, whichever way it is said', () => {
  expect(read('banks between 500 and 10 employees').companySearchParams?.employeeCountV2).toEqual({
    lowerBoundExclusive: 9,
    upperBoundInclusive: 500,
  })
})

test.each([
  ['engineers in Paris or founders in London', true],
  ['companies in Berlin or using Snowflake', true],
  ['companies in Berlin or Paris using Snowflake or dbt', false],
  ['banks without Salesforce or offices in Spain', true],
])('`or` between descriptions is told not to be read: %s', (question, isTold) => {
  expect(read(question).notices.some((line) => line.includes('"or" before'))).toBe(isTold)
})
