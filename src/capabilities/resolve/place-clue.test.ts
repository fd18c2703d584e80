import { expect, it } from 'vitest'
import { completePerson } from '../../corpus/records/index.ts'
import { placeClue } from './place-clue.ts'

const at = (state_name: string) =>
  completePerson({ name: 'Ann Lee', inferred_location: { country_code: 'DEU', state_name } } as never)

it.each([
  ['Baviera', 'Bayern', 'agrees'],
  ['Freistaat Bayern', 'Bavière', 'agrees'],
  ['BY', 'Bavaria', 'agrees'],
  ['Sachsen', 'Bayern', 'differs'],
  ['Nirgendwo', 'Nirgendwo', 'agrees'],
])('a person asked for in %s, whose record says %s: %s', (stateName, held, verdict) => {
  for (const countryCode of ['DEU', undefined])
    expect(placeClue({ countryCode, stateName })?.assess(at(held)).verdict).toBe(verdict)
})
