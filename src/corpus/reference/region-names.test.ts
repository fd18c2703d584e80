import { expect, test } from 'vitest'
import { regionCalled } from './region-names.ts'

test.each([
  ['USA', 'United States'],
  ['US', 'United States'],
  ['U.K.', 'United Kingdom'],
  ['California', 'California, United States'],
  ['Florida', 'Florida, United States'],
  ['Texas', 'Texas, United States'],
  ['Hawaii', 'Hawaii, United States'],
  ['Bavaria', 'Bavaria, Germany'],
  ['Tuscany', 'Tuscany, Italy'],
  ['Tuscany, Italy', 'Tuscany, Italy'],
  ['Bali', 'Bali, Indonesia'],
  ['Scotland', 'Scotland, United Kingdom'],
  ['Ontario', 'Ontario, Canada'],
  ['Montana', 'Montana, United States'],
])('%s is a country or state', (text, name) => {
  expect(regionCalled(text)?.name).toBe(name)
})

test.each([
  'New York',
  'Washington',
  'Zurich',
  'Singapore',
  'Berlin',
  'LA',
  'NY',
  'Punjab',
  'Granada',
  'Goa',
  '',
])('%s is a city, or in doubt', (text) => expect(regionCalled(text)).toBeUndefined())
