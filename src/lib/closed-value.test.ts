import { expect, test } from 'vitest'
import { closedValue } from './closed-value.ts'
import { companyStage, employmentTypes, jobLocationTypes, seniorities } from '../corpus/records/index.ts'

test.each([
  ['Full-Time', employmentTypes, 'Full-time'],
  ['full time', employmentTypes, 'Full-time'],
  ['FULL_TIME', employmentTypes, 'Full-time'],
  ['On-Site', jobLocationTypes, 'On-site'],
  ['onsite', jobLocationTypes, 'On-site'],
  ['series a', companyStage.options, 'series_a'],
  ['Series-A', companyStage.options, 'series_a'],
  ['MID SENIOR LEVEL', seniorities, 'Mid-Senior level'],
  ['series z', companyStage.options, undefined],
  ['', companyStage.options, undefined],
])('%s', (text, values, wanted) => {
  expect(closedValue(values, text)).toBe(wanted)
})

test('two values that differ in spelling alone are told apart as they are written', () => {
  const values = ['US', 'us', 'C++', 'C#']
  expect(closedValue(values, 'US')).toBe('US')
  expect(closedValue(values, 'Us')).toBeUndefined()
  expect(closedValue(values, 'C')).toBeUndefined()
})
