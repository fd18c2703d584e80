import { expect, test } from 'vitest'
import { parseQuestion } from './parse-question.ts'

const read = (question: string) => parseQuestion(question, { nowMs: Date.parse('2026-11-23') })
const listed = (...names: string[]) => names.map((technology) => ({ type: 'predefined', technology }))

test.each([
  ['Firmen, die weder HubSpot noch Salesforce nutzen', { noneOf: listed('HubSpot', 'Salesforce') }],
  ['Unternehmen, die HubSpot oder Marketo einsetzen', { anyOf: listed('HubSpot', 'Marketo') }],
  ['bedrijven die Salesforce gebruiken', { anyOf: listed('Salesforce') }],
  ['banki, które nie używają Salesforce', { noneOf: listed('Salesforce') }],
])('the verb may stand behind what is used: %s', (question, technologies) => {
  const { companySearchParams, notUnderstood } = read(question)
  expect(companySearchParams?.technologies).toEqual(technologies)
  expect(notUnderstood).toEqual([])
})

test('the verb may stand behind languages', () => {
  const { profileSearchParams, notUnderstood } = read('Leute in Wien, die Deutsch und Polnisch sprechen')
  expect(profileSearchParams?.languages).toEqual({ allOf: ['German', 'Polish'] })
  expect(notUnderstood).toEqual([])
})

test.each([
  ['companies founded in the nineties', '1990-01-01', '1999-12-31'],
  ['companies founded in the 2010s', '2010-01-01', '2019-12-31'],
])('a decade is ten years: %s', (question, lowerBound, upperBound) => {
  expect(read(question).companySearchParams?.foundedOn).toEqual({
    strategy: 'absolute',
    range: { lowerBound, upperBound },
  })
})

test('a part of a decade is said not to be understood', () => {
  const { companySearchParams, notUnderstood } = read('companies founded in the late nineties')
  expect(companySearchParams?.foundedOn).toBeUndefined()
  expect(notUnderstood.map(({ text }) => text).join(' ')).toMatch(/late/)
})

test('Polish in its basics, and an unknown word of it is reported', () => {
  const { companySearchParams, notUnderstood } = read('firmy w Warszawie zatrudniające ponad 100 osób')
  expect(companySearchParams?.employeeCountV2).toEqual({ lowerBoundExclusive: 100 })
  expect(companySearchParams?.headquartersLocation?.unionAll).toMatchObject([{ city: 'Warsaw' }])
  expect(notUnderstood).toEqual([])
  expect(
    read('firmy w Warszawie z wąsami')
      .notUnderstood.map(({ text }) => text)
      .join(' '),
  ).toMatch(/wąsami/)
})
