import { expect, test } from 'vitest'
import { testEngine } from '../../../test/support/engine.ts'
import { completeHotel } from '../../corpus/records/index.ts'
import { hotelColumns, hotelRow } from '../../corpus/search-index/index.ts'
import { always, type CorpusSearch } from '../../corpus/search/index.ts'
import { readCandidates } from './candidates.ts'
import { dayMs } from '../../lib/time.ts'

// Calendars lie in pieces of some days in columns that they take turns in: whatever a stay touches must come out as it went in.

const dateOf = (day: number) => new Date(day * dayMs).toISOString().slice(0, 10)
/** A piece of 32 days begins on it, in the first column. */
const start = 32 * 12 * 53

let state = 7
const below = (bound: number) => (state = (state * 48_271) % 2_147_483_647) % bound

/** Prices tell their day, so that one out of place shows; now and then one that is closed or not known. */
function calendarFrom(first: number, nights: number) {
  const of = <T>(value: (day: number) => T) =>
    Array.from({ length: nights }, (_, night) => value(first + night))
  return {
    room_id: null,
    currency: 'EUR',
    first_date: dateOf(first),
    prices: of((day) => [null, -1][below(9)] ?? day),
    left: below(2) === 0 ? [] : of((day) => day % 50),
  }
}

const calendars = [
  [calendarFrom(start, 365)],
  [calendarFrom(start + 31, 1), calendarFrom(start + 32, 1)],
  [calendarFrom(start - 400, 750), calendarFrom(start + 100, 750), calendarFrom(start + 5, 32)],
  [],
  ...Array.from({ length: 20 }, () => [calendarFrom(start - 400 + below(1_200), 1 + below(750))]),
]

test('the nights of any stay are those of the calendars', async () => {
  const engine = await testEngine()
  const rows = calendars.map((own, id) => {
    const { rank, values } = hotelRow(completeHotel({ property_id: String(id), name: 'x', calendars: own }))
    return JSON.stringify([rank, id, 1, ...values])
  })
  const columns = ['rank', 'id', 'born', ...hotelColumns]
  await engine.insert({ table: 'hotels', columns, format: 'JSONCompactEachRow' }, `${rows.join('\n')}\n`)
  const search = {
    rows: (_kind: string, { select }: { select: Record<string, string> }) => {
      const selected = Object.entries(select).map(([name, text]) => `${text} AS ${name}`)
      return engine.query({ tag: 'test', sql: `SELECT ${selected.join(', ')} FROM hotels` })
    },
  } as unknown as CorpusSearch
  const asked = { condition: always, snapshot: {} as never, signal: new AbortController().signal }
  const stays = [
    [start, start + 1],
    [start + 31, start + 33],
    [start - 10, start + 355],
    ...Array.from({ length: 40 }, () => {
      const from = start - 500 + below(1_900)
      return [from, from + 1 + below(below(3) === 0 ? 365 : 14)]
    }),
  ] as [number, number][]
  for (const [from, to] of stays) {
    const read = await readCandidates(search, { ...asked, stay: { from, to } })
    const found = read.toSorted((a, b) => Number(a.id) - Number(b.id))
    const expected = calendars.map((own) =>
      own.map(({ first_date, prices, left }) => {
        const first = Date.parse(first_date) / dayMs
        const days = Array.from({ length: to - from }, (_, night) => from + night - first)
        return {
          prices: days.map((day) => prices[day] ?? 0),
          left: days.map((day) => left[day] ?? 65_535),
        }
      }),
    )
    expect(
      found.map(({ nights }) => nights),
      `${dateOf(from)} ${to - from}`,
    ).toEqual(expected)
  }
})
