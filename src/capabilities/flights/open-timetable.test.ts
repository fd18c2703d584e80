import { expect, test } from 'vitest'
import { openTimetable } from './open-timetable.ts'

/** A flight as stored. */
const body = JSON.stringify({
  departure_airport: 'FRA',
  arrival_airport: 'LHR',
  departure_time: '10:00',
  arrival_time: '10:40',
  days_of_week: null,
  valid_from: null,
  valid_until: null,
  fares: null,
})

test('thousands of flights are read in turns, between which other requests go on', async () => {
  const ids = Array.from({ length: 4_000 }, (_, number) => String(number))
  const current = openTimetable({
    snapshots: { newest: async () => ({ number: 1, mayHoldLater: false, mayHoldSuperseded: false }) },
    page: async () => ({ ids, bodies: ids.map(() => body) }),
    count: async () => ids.length,
  } as unknown as Parameters<typeof openTimetable>[0])
  let turns = 0
  let isDone = false
  const others = () => {
    turns += 1
    if (!isDone) setImmediate(others)
  }
  setImmediate(others)
  const { timetable } = await current()
  isDone = true
  expect(timetable.size).toBe(4_000)
  expect(turns).toBeGreaterThanOrEqual(20)
})
