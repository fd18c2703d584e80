import { expect, test } from 'vitest'
import { sampleFlights } from '../../../worlds/markets.ts'
import { airports, type Airport } from '../../../../src/lib/airports.ts'
import { distanceKm } from '../../../../src/lib/geo.ts'
import { completeFlight, type NativeFlight } from '../../../../src/corpus/records/index.ts'
import { connect } from '../../../../src/capabilities/flights/connect.ts'
import { toDay } from '../../../../src/capabilities/flights/local-time.ts'
import { openPriceBook, type PricedDeparture } from '../../../../src/capabilities/flights/price-book.ts'
import { toSchedule, buildTimetable, type Timetable } from '../../../../src/capabilities/flights/timetable.ts'

const at = (code: string) => airports().get(code) as Airport

/** Minutes since 1970 of a local time, by trial: the moment whose local time it is. */
const formats = new Map<string, Intl.DateTimeFormat>()
function momentOf(date: string, time: string, { zone }: Airport): number {
  let format = formats.get(zone)
  if (format === undefined) {
    const parts = {
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
    } as const
    format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, ...parts })
    formats.set(zone, format)
  }
  const wanted = Date.parse(`${date}T${time}Z`)
  let moment = wanted
  for (let round = 0; round < 3; round++)
    moment += wanted - Date.parse(`${format.format(moment).replace(' ', 'T')}Z`)
  return moment / 60_000
}

interface Dated {
  name: string
  from: Airport
  to: Airport
  date: string
  leaves: number
  lands: number
  km: number
}

/** Every flight of some days, by a rule of its own. */
function datedFlights(lines: readonly NativeFlight[], dates: readonly string[]): Dated[] {
  return lines.flatMap((line) => {
    const [from, to] = [at(line.departure_airport), at(line.arrival_airport)]
    return dates.flatMap((date): Dated[] => {
      const weekday = new Date(`${date}T12:00Z`).getUTCDay() || 7
      if (line.days_of_week && line.days_of_week.length > 0 && !line.days_of_week.includes(weekday)) return []
      if ((line.valid_from ?? date) > date || (line.valid_until ?? date) < date) return []
      const landing = new Date(Date.parse(date) + 86_400_000 * (line.arrival_day_offset ?? 0))
      const leaves = momentOf(date, line.departure_time, from)
      const lands = momentOf(landing.toISOString().slice(0, 10), line.arrival_time, to)
      if (lands <= leaves) return []
      const name = `${date} ${line.carrier_code}${line.flight_number}`
      return [{ name, from, to, date, leaves, lands, km: distanceKm(from, to) }]
    })
  })
}

/** All ways by looking at every flight behind every other. */
function bruteForce(flights: readonly Dated[], from: string, to: string, date: string): string[] {
  const farthest = distanceKm(at(from), at(to)) * 1.8 + 800
  const found: string[] = []
  const isAbroad = (a: Dated) => a.from.country !== a.to.country
  const walk = (path: Dated[]) => {
    const last = path.at(-1) as Dated
    const km = path.reduce((sum, each) => sum + each.km, 0)
    if (last.to.code === to) {
      if (path.length === 1 || km <= farthest) found.push(path.map(({ name }) => name).join(' > '))
      return
    }
    if (path.length === 3) return
    for (const next of flights) {
      if (next.from !== last.to || path.some((each) => each.from === next.to)) continue
      const stop = next.leaves - last.lands
      if (stop < (isAbroad(last) || isAbroad(next) ? 90 : 60) || stop > 720) continue
      walk([...path, next])
    }
  }
  for (const first of flights) if (first.from.code === from && first.date === date) walk([first])
  return found.sort()
}

function namesOf(timetable: Timetable, from: string, to: string, date: string): string[] {
  const paths: PricedDeparture[][] = []
  const question = {
    origins: [at(from)],
    destinations: [at(to)],
    day: toDay(date),
    notBefore: 0,
    maxStops: 2,
    accepts: () => true,
    begins: () => true,
    ends: () => true,
    isOneCarrier: false,
    connectsAt: () => true,
    layover: { min: 0, max: 720 },
  }
  const purchase = { cabin: 'economy', currency: 'USD', today: toDay(date) - 30 } as const
  connect(timetable, question, {
    book: openPriceBook(purchase, question),
    guide: {
      isHopeful: () => true,
      worth: () => 0,
      take: (path) => {
        paths.push([...path])
      },
    },
  })
  return paths
    .map((path) =>
      path
        .map(({ day, schedule: { record } }) => {
          const left = new Date(day * 86_400_000).toISOString().slice(0, 10)
          return `${left} ${record.carrier_code}${record.flight_number}`
        })
        .join(' > '),
    )
    .sort()
}

const timetable = (lines: readonly NativeFlight[]) =>
  buildTimetable(lines.flatMap((line, place) => toSchedule(String(place), completeFlight(line)) ?? []))

test('finds exactly the ways that looking at every flight behind every other finds', () => {
  // Some leave on some days, and for some time.
  const lines = sampleFlights.map((line, place) => ({
    ...line,
    ...(place % 3 === 0 ? { days_of_week: [1, 3, 6, 7] } : {}),
    ...(place % 5 === 0 ? { valid_from: '2026-03-29', valid_until: '2026-03-30' } : {}),
  }))
  const ours = timetable(lines)
  // Clocks are changed in Europe on the 29th.
  const dates = ['2026-03-28', '2026-03-29', '2026-03-30', '2026-03-31']
  const flights = datedFlights(lines, dates)
  const pairs = [
    ['BOS', 'LHR'],
    ['LIS', 'JFK'],
    ['AKL', 'SYD'],
    ['SEA', 'NRT'],
    ['CPT', 'CAI'],
    ['EDI', 'ATH'],
  ] as const
  let compared = 0
  for (const [from, to] of pairs) {
    const expected = bruteForce(flights, from, to, '2026-03-28')
    expect(namesOf(ours, from, to, '2026-03-28'), `${from} ${to}`).toEqual(expected)
    compared += expected.length
  }
  expect(compared).toBeGreaterThan(60)
})

const line = (flight_number: string, way: [string, string], times: [string, string], more: object = {}) => ({
  carrier_code: 'A0',
  flight_number,
  departure_airport: way[0],
  arrival_airport: way[1],
  departure_time: times[0],
  arrival_time: times[1],
  fares: [{ cabin: 'economy' as const, amount: 100, currency: 'USD' }],
  ...more,
})

test('a change takes its least time, on this side of midnight and on the other', () => {
  const lines = [
    line('1', ['BOS', 'ORD'], ['20:00', '22:00']),
    line('2', ['ORD', 'DEN'], ['22:59', '23:59']),
    line('3', ['ORD', 'DEN'], ['23:00', '23:59']),
    line('4', ['ORD', 'DEN'], ['06:00', '07:00']),
    line('5', ['ORD', 'DEN'], ['10:01', '11:00']),
    line('6', ['ORD', 'YVR'], ['23:29', '23:59']),
    line('7', ['ORD', 'YVR'], ['23:30', '23:59']),
  ]
  const paths = namesOf(timetable(lines), 'BOS', 'DEN', '2026-05-05')
  expect(paths).toEqual(['2026-05-05 A01 > 2026-05-05 A03', '2026-05-05 A01 > 2026-05-06 A04'])
  expect(namesOf(timetable(lines), 'BOS', 'YVR', '2026-05-05')).toEqual(['2026-05-05 A01 > 2026-05-05 A07'])
})

test('an airport without scheduled service has no clock, and no flights', () => {
  expect(toSchedule('1', completeFlight(line('1', ['BOS', 'QQQ'], ['10:00', '11:00'])))).toBeUndefined()
})
