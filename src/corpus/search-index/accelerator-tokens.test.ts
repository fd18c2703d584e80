import { expect, it } from 'vitest'
import { completeCompany } from '../records/index.ts'
import { acceleratorToken, acceleratorTokens, batchValue } from './accelerator-tokens.ts'

it.each([
  [
    'winter_2021',
    ['W21', 'w21', 'W2021', 'Winter 2021', 'winter-2021', 'Winter 21', 'YC W21', 'Batch W21', '2021 Winter'],
  ],
  ['summer_2005', ['S05', 'Summer 2005']],
  ['fall_2024', ['F24', 'Fall 2024', 'Autumn 2024']],
  ['spring_2025', ['X25', 'Spring 2025']],
  ['ik12', ['IK12']],
  ['unspecified', ['Unspecified']],
  ['cohort_3', ['Cohort 3']],
])('%s is what %j say', (value, written) => {
  expect([...new Set(written.map(batchValue))]).toEqual([value])
})

it('finds a company by its batch as published and as loaded', () => {
  const company = completeCompany({
    accelerators: [
      { accelerator_slug: 'ycombinator', accelerator_name: 'YC', batch: 'W21', year: 2021, founders: [] },
    ],
  })
  for (const batch of ['Winter 2021', 'W21'])
    expect(acceleratorTokens(company)).toContain(acceleratorToken({ slug: 'ycombinator', batch, year: 2021 }))
})
