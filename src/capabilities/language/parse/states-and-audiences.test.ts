import { expect, test } from 'vitest'
import type { CompanySearchParams, ProfileSearchParams } from '../../../corpus/search/index.ts'
import { parseQuestion } from './parse-question.ts'

const read = (question: string) => {
  const { kind, companySearchParams, profileSearchParams, notUnderstood } = parseQuestion(question, {
    nowMs: Date.parse('2026-11-23'),
  })
  return {
    kind,
    company: companySearchParams ?? ({} as CompanySearchParams),
    person: profileSearchParams ?? ({} as ProfileSearchParams),
    unread: notUnderstood.map(({ text }) => text).join(' | '),
  }
}
const states = (question: string) => read(question).company.headquartersStateName?.anyOf

test.each([
  ['companies in Lagos State', 'Lagos'],
  ['companies in São Paulo state', 'São Paulo'],
  ['companies in upstate New York', 'New York'],
  ['companies in Antioquia', 'Antioquia'],
  ['companies in canton Vaud', 'Vaud'],
  ['companies in NRW', 'North Rhine-Westphalia'],
  ['Bavarian breweries', 'Bavaria'],
  ['Texan oil companies', 'Texas'],
  ['Catalan startups', 'Catalonia'],
])('a state that is named is no city, no other state and no word: %s', (question, state) => {
  expect(states(question)).toEqual([state])
})

test('a word of grammar before a county is no code of a state, and New England is no England', () => {
  expect(states('companies in County Cork')).toBeUndefined()
  expect(states('companies in New England')).toBeUndefined()
})

test('a language that is spoken is neither a state nor a country', () => {
  const { person } = read('sales people in Paris who speak German but not Spanish')
  expect([person.languages?.noneOf, person.country3LetterCode]).toEqual([['Spanish'], undefined])
  expect(read('nurses in Wales who speak Welsh').person.languages).toEqual({ anyOf: ['Welsh'] })
})

test.each([
  ['software for dentists', 'dentists'],
  ['apps for nurses in Berlin', 'nurses'],
  ['companies that sell CRM software to dentists', 'dentists'],
])('for whom something is made is not who is looked for: %s', (question, unread) => {
  expect(read(question)).toMatchObject({ kind: 'companies', person: {}, unread })
})

test('where somebody would go is not where they are, and who was laid off is no company', () => {
  expect(read('nurses willing to relocate to Germany').person).not.toHaveProperty('country3LetterCode')
  expect(read('recently laid off engineers in Seattle').company).toEqual({})
})

test.each(['companies founded around 2015', 'bakeries with 3 or more shops', 'companies valued over 5M'])(
  'no number of something else is a number of employees: %s',
  (question) => {
    expect(read(question).company).not.toHaveProperty('employeeCountV2')
  },
)

test('months and quarters with one year are one time', () => {
  const funded = (question: string) => read(question).company.lastFundedOn
  const range = (lowerBound: string, upperBound: string) => ({
    strategy: 'absolute',
    range: { lowerBound, upperBound },
  })
  expect(funded('companies that raised between Jan and June 2024')).toEqual(range('2024-01-01', '2024-06-30'))
  expect(funded('companies that raised from Q1 to Q3 2025')).toEqual(range('2025-01-01', '2025-09-30'))
})

test('a growing team is no growing company, and finance at a bank is what somebody does there', () => {
  const { company } = read('companies with a growing sales team')
  expect(company.employeeTrendsV2).toBeUndefined()
  expect(company.employeeTrends?.obeysAll).toMatchObject([{ jobFunction: 'sales' }])
  expect(read('everyone in finance at Bosch')).toMatchObject({
    company: { nameLike: { anyOf: ['Bosch'] } },
    person: { jobFunction: { anyOf: ['Finance'] } },
  })
})

test('a school is where its alumni studied, and not where they worked', () => {
  expect(read('alumni of IIT Bombay').person).toEqual({
    education: { anyOf: [{ schoolNameKeywords: { anyOf: ['IIT Bombay'] } }] },
  })
  expect(read('alumni of McKinsey').person).toHaveProperty('pastJobs')
})
