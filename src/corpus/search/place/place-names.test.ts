import { expect, test } from 'vitest'
import { near } from './place-filter.ts'

const radius = { unit: 'kilometers', quantity: 30 } as const
const takenAs = (city: string, countryCode?: string) => {
  const lines: string[] = []
  near(
    { strategy: 'free-form-city', city, countryCode, radius },
    { path: 'location', advise: (line) => lines.push(line) },
  )
  return lines.join()
}

test.each([
  ['Mallorca', undefined, 'Mallorca, Spain, without its radius.'],
  ['Mallorca', 'ESP', 'Mallorca, Spain, without its radius.'],
  ['Lake Como', undefined, 'Lake Como, Italy, without its radius.'],
  ['Cornwall', undefined, 'Cornwall, United Kingdom, without its radius.'],
  ['Cornwall', 'CAN', 'Cornwall, Ontario, CAN'],
  ['Cornwall, Ontario', undefined, 'Cornwall, Ontario, CAN'],
  ['California', undefined, 'California, United States, without its radius.'],
])(
  'a town that is called like an island or a state is that, unless its country says otherwise: %s %s',
  (city, countryCode, words) => {
    expect(takenAs(city, countryCode)).toContain(`was taken as ${words}`)
  },
)
