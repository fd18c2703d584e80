import { expect, it } from 'vitest'
import { allZones, canonicalZone, offsetsOfYear } from './time-zone.ts'

const dayOf = (date: string) => (Date.parse(date) - Date.parse(`${date.slice(0, 4)}-01-01`)) / 86_400_000

it.each([
  ['America/New_York', '2026-03-07', -300],
  ['America/New_York', '2026-03-09', -240],
  ['America/New_York', '2026-10-31', -240],
  ['America/New_York', '2026-11-02', -300],
  ['Europe/Berlin', '2026-03-28', 60],
  ['Europe/Berlin', '2026-03-30', 120],
  ['Asia/Kolkata', '2026-07-01', 330],
  ['Asia/Kathmandu', '2026-07-01', 345],
  ['Australia/Lord_Howe', '2026-01-01', 660],
  ['Australia/Lord_Howe', '2026-07-01', 630],
  ['Africa/Casablanca', '2026-01-10', 60],
  ['Africa/Casablanca', '2026-03-01', 0],
  ['UTC', '2024-12-31', 0],
  ['Etc/GMT+12', '2026-01-01', -720],
])('%s on %s is %i minutes ahead', (zone, date, minutes) => {
  expect(offsetsOfYear(zone, Number(date.slice(0, 4)))[dayOf(date)]).toBe(minutes)
})

it('has every day of a year, leap years included', () => {
  expect(offsetsOfYear('UTC', 2024)).toHaveLength(366)
  expect(offsetsOfYear('UTC', 2026)).toHaveLength(365)
})

it('knows zones by any of their names and in any case', () => {
  expect(canonicalZone('asia/kolkata')).toBe(canonicalZone('Asia/Calcutta'))
  expect(canonicalZone('US/Pacific')).toBe('America/Los_Angeles')
  for (const name of ['', 'Mars/Olympus', 'Berlin']) expect(canonicalZone(name)).toBeUndefined()
})

it('lists canonical names, once each', () => {
  const zones = allZones()
  expect(zones.length).toBeGreaterThan(400)
  expect(new Set(zones).size).toBe(zones.length)
  for (const zone of zones) expect(canonicalZone(zone)).toBe(zone)
})
