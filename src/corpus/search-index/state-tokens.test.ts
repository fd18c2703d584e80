import { expect, it } from 'vitest'
import { stateTokens, wantedStateTokens } from './state-tokens.ts'

const place = (country_code: string | null, state_name: string | null, state_code: string | null = null) => ({
  country_code,
  state_name,
  state_code,
})
const finds = (wanted: string, held: ReturnType<typeof place>, country?: string) => {
  const { tokens } = wantedStateTokens(wanted, country)
  return stateTokens(held).some((token) => tokens.includes(token))
}

it.each([
  ['Bavaria', place('DEU', 'Bayern')],
  ['Bayern', place('DEU', null, 'BY')],
  ['BY', place('DEU', 'Free State of Bavaria')],
  ['DE-BY', place('DEU', 'Bavaria')],
  ['Bavaria', place('DEU', 'Baviera')],
  ['Freistaat Bayern', place('DEU', 'Bavière')],
  ['ca', place('USA', 'California')],
  ['Québec', place('CAN', 'Quebec')],
  ['Rhône-Alpes', place(null, 'Rhone Alpes')],
  ['Nirgendwo', place('DEU', 'Nirgendwo')],
])('%s finds %j', (wanted, held) => {
  expect(finds(wanted, held)).toBe(true)
  if (held.country_code !== null) {
    expect(finds(wanted, held, held.country_code)).toBe(true)
    expect(finds(wanted, held, held.country_code.toLowerCase())).toBe(true)
    expect(finds(wanted, held, 'FRA')).toBe(false)
  }
})

it('keeps states of one name in two countries apart, and those nobody knows', () => {
  expect(finds('Limburg', place('NLD', 'Limburg'), 'BEL')).toBe(false)
  expect(finds('California', place('MEX', 'Baja California'))).toBe(false)
  expect([wantedStateTokens('Bavria').isKnown, wantedStateTokens('Bavaria').isKnown]).toEqual([false, true])
  expect(stateTokens(null)).toEqual([])
})
