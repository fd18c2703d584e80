import { expect, test } from 'vitest'
import { readHeadcount } from './headcount-text.ts'

test.each([
  ['250', 250, 250],
  ['~250', 250, 250],
  ['about 50 people', 50, 50],
  ['201-500 employees', 201, 500],
  ['11 – 50 Mitarbeiter', 11, 50],
  ['1k+', 1000, null],
  ['10,001+', 10_001, null],
  ['1 200', 1200, 1200],
  ['501-1K', 501, 1000],
  ['250.0', 250, 250],
  ['1.234.567', undefined, undefined],
])('%s', (text, gte, lte) => {
  expect(readHeadcount(text)).toEqual(gte === undefined ? undefined : { gte, lte })
})

test.each([
  ['11 bis 50', 11, 50],
  ['de 11 à 50 salariés', 11, 50],
  ['entre 11 et 50', 11, 50],
  ['od 11 do 50', 11, 50],
  ['от 11 до 50 сотрудников', 11, 50],
  ['11～50人', 11, 50],
  ['１１－５０', 11, 50],
  ['약 50명', 50, 50],
  ['٥٠', 50, 50],
  ['mehr als 500', 501, null],
  ['plus de 500', 501, null],
  ['10001 oder mehr', 10_001, null],
  ['más de 1.000', 1001, null],
  ['moins de 10', null, 9],
  ['hasta 10', null, 10],
  ['1.001-5.000', 1001, 5000],
  ['10.001+', 10_001, null],
  ['D: 51-200', 51, 200],
  ['c_00051_00100', 51, 100],
  ['51-200 (medium)', 51, 200],
  ['Enterprise (1000+)', 1000, null],
  ['200 (2023)', 200, 200],
])('in other languages, scripts and exports: %s', (text, gte, lte) => {
  expect(readHeadcount(text)).toEqual({ gte, lte })
})

test.each([
  'Nov-50',
  '1.5E+03',
  '50/60',
  '2. Okt',
  'Feb-19',
  '2-Oct',
  '2050-11-01',
  '01/11/2050',
  '-7',
  '12.5',
  '1.234',
  '12.500',
  '1-5k',
  '£50',
  '30%',
  '50-11',
])('%s is no headcount, or in doubt', (text) => {
  expect(readHeadcount(text)).toBeUndefined()
})

test('with the decimal sign of its column', () => {
  expect(readHeadcount('12.500', ',')).toEqual({ gte: 12_500, lte: 12_500 })
  expect(readHeadcount('1.001-5.000', ',')).toEqual({ gte: 1001, lte: 5000 })
  expect(readHeadcount('12,5', ',')).toBeUndefined()
})
