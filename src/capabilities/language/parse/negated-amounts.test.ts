import { expect, test } from 'vitest'
import { toDollars } from '../../../corpus/records/index.ts'
import type { CompanySearchParams } from '../../../corpus/search/index.ts'
import { parseQuestion } from './parse-question.ts'

const read = (question: string) => {
  const { companySearchParams, profileSearchParams, notUnderstood } = parseQuestion(question, {
    nowMs: Date.parse('2026-11-23'),
  })
  return {
    company: companySearchParams ?? ({} as CompanySearchParams),
    person: profileSearchParams ?? {},
    unread: notUnderstood.map(({ text }) => text).join(' | '),
  }
}

test.each([
  ['haven’t raised more than $2M', { totalFundingUSD: { upperBound: 2_000_000 } }],
  ['havent raised more than 2M', { totalFundingUSD: { upperBound: 2_000_000 } }],
  ['have never raised over $5M', { totalFundingUSD: { upperBound: 5_000_000 } }],
  ['haven’t raised a series A', { stage: { noneOf: ['series_a'] } }],
  ['don’t have more than 50 employees', { employeeCountV2: { upperBoundInclusive: 50 } }],
  ['don’t have at least 20 people', { employeeCountV2: { upperBoundInclusive: 19 } }],
])('companies that %s: the bound is the other one, and no lower bound is made of it', (said, params) => {
  expect(read(`companies that ${said}`).company).toEqual(params)
})

test.each([
  'empresas que no han recaudado más de 2 millones',
  'entreprises qui n’ont pas levé plus de 2 millions de dollars',
])('so in other languages: %s', (question) => {
  expect(read(question).company).toEqual({ totalFundingUSD: { upperBound: 2_000_000 } })
})

test('a verb that is negated with a day asks for no growth and no round of that time', () => {
  expect(read('companies that haven’t grown in the last year')).toMatchObject({
    company: {},
    unread: 'in the last year',
  })
  expect(read('companies that haven’t raised money since 2023').company).toEqual({
    lastFundedOn: { strategy: 'absolute', range: { upperBound: '2022-12-31' } },
  })
  // They may have raised nothing then, or before.
  expect(read('companies that didn’t raise more than $5M in 2024').company).toEqual({})
})

test.each([
  ['banks w/o Salesforce', 0, 1],
  ['banks w/out Salesforce', 0, 1],
  ['banks in Spain !Salesforce', 0, 1],
  ['bancos en Chile s/ Salesforce', 0, 1],
  ['bancos en Chile c/ Salesforce', 1, 0],
  // May be meant either way.
  ['banks wo Salesforce', 0, 0],
  ['banks in Spain -Salesforce', 0, 0],
])('a short form of without wants nothing: %s', (question, wanted, unwanted) => {
  const { anyOf = [], noneOf = [] } = read(question).company.technologies ?? {}
  expect([anyOf.length, noneOf.length]).toEqual([wanted, unwanted])
})

test('a region `ex` one of its countries is the region without it', () => {
  for (const question of ['banks in EMEA ex UK', 'EMEA ex-UK banks'])
    expect(read(question).company.headquartersCountryCode).toEqual({ anyOf: ['X-EMEA'], noneOf: ['GBR'] })
})

test('whom hotels are without is not which hotels they are', () => {
  expect(read('hotels in Tyrol without booking.com')).toMatchObject({
    company: { industriesV2: { anyOf: ['Hospitality'] } },
    unread: 'booking.com',
  })
  expect(read('hotels in Tyrol without booking.com').company.exactCompanyV2).toBeUndefined()
})

test.each([
  ['over 50 million Swiss francs in revenue', 50_000_000, 'CHF'],
  ['revenue over 100 million yen', 100_000_000, 'JPY'],
  ['R$ 5M revenue', 5_000_000, 'BRL'],
  ['over A$5m in revenue', 5_000_000, 'AUD'],
  ['turnover over 20m sek', 20_000_000, 'SEK'],
  ['over 5 crore revenue', 50_000_000, 'INR'],
])('an amount is of the currency it names, and of no country: %s', (said, amount, currency) => {
  expect(read(`companies with ${said}`).company).toEqual({
    revenueRangeUSD: { lowerBound: toDollars({ amount, currency }) },
  })
})

test.each(['over 10 million pesos', 'revenue over 50 million francs', 'over kr 50m in revenue'])(
  'of a currency that several countries have nobody knows the worth: %s',
  (said) => {
    expect(read(`companies with ${said}`).company).toEqual({})
  },
)

test.each([
  ['10 nad 50 employees', { employeeCountV2: { lowerBoundExclusive: 9, upperBoundInclusive: 50 } }],
  ['10 ot 50 employees', { employeeCountV2: { lowerBoundExclusive: 9, upperBoundInclusive: 50 } }],
  // Neither is known to be a bound.
  ['10 t0 50 employees', {}],
  ['10 xq 50 employees', {}],
])('the end of a misspelt range is no number by itself: %s', (said, params) => {
  expect(read(`companies with ${said}`).company).toEqual(params)
})

test('how long somebody has been somewhere is neither experience nor the past', () => {
  expect(read('engineers at Airbnb for over 5 years').person).not.toHaveProperty('yearsOfExperience')
  expect(read('people who have been at Google for more than 3 years').person).not.toHaveProperty('pastJobs')
  expect(read('people who have been at Google').person).toHaveProperty('pastJobs')
})

test.each([
  'who needs nurses in Dresden',
  'wer sucht gerade Krankenpfleger in Dresden',
  'companies with an open role for a nurse in Dresden',
])('those who look for somebody are companies: %s', (question) => {
  expect(read(question)).toMatchObject({
    company: { jobPostingsV2: { anyOf: [{ geoLocation: { city: 'Dresden' } }] } },
    person: {},
  })
})
