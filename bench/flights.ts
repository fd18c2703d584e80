import { findTrips } from '../src/capabilities/flights/find-trips.ts'
import { searchInput } from '../src/capabilities/flights/schema.ts'
import {
  operatesOn,
  toSchedule,
  buildTimetable,
  type Schedule,
  type Timetable,
} from '../src/capabilities/flights/timetable.ts'
import { bestAndOthers } from '../src/capabilities/flights/rank.ts'
import { readWays } from '../src/capabilities/flights/trip.ts'
import { completeFlight } from '../src/corpus/records/index.ts'
import { createWorld, flightCount, flightLine } from '../src/corpus/sample/index.ts'
import { race, type Contender } from './measure.ts'
import { figure, markdownTable, type Report } from './results-file.ts'

const nowMs = Date.parse('2026-11-23T12:00:00Z')
const day = '2027-03-10'

/** Pairs of hubs, of a hub and a small airport, and of two small airports. */
const pairs = [
  ['JFK', 'LHR'],
  ['ATL', 'FRA'],
  ['BOS', 'ATH'],
  ['EDI', 'SIN'],
  ['CPT', 'OSL'],
  ['ADL', 'LIM'],
] as const

/** The sample's flights again and again, each time at another hour, until there are so many. */
function schedules(count: number): Schedule[] {
  const world = createWorld({ seed: 1, companies: 3_000, people: 100, asOf: '2026-11-01' })
  const own = flightCount(world)
  return Array.from({ length: count }, (_, index) => {
    const line = flightLine(world, index % own)
    const turn = Math.floor(index / own)
    const later = (time: string) => {
      const [hours = '0', minutes = '00'] = time.split(':')
      return { hour: Number(hours) + ((turn * 7) % 24), minutes }
    }
    const [departs, lands] = [later(line.departure_time), later(line.arrival_time)]
    const clock = ({ hour, minutes }: typeof departs) => `${String(hour % 24).padStart(2, '0')}:${minutes}`
    const carried = Math.floor(lands.hour / 24) - Math.floor(departs.hour / 24)
    const record = completeFlight({
      ...line,
      departure_time: clock(departs),
      arrival_time: clock(lands),
      arrival_day_offset: (line.arrival_day_offset ?? 0) + carried,
      variation: String(turn),
    })
    return toSchedule(String(index), record)
  }).filter((each) => each !== undefined)
}

/** The least that an answer without an index reads: every flight once, for those that leave where it begins. */
function onePass(all: readonly Schedule[], [from]: readonly [string, string]): number {
  const on = Date.parse(day) / 86_400_000
  return all.filter((each) => each.from.code === from && operatesOn(each, on)).length
}

function search(timetable: Timetable, [from, to]: readonly [string, string]): number {
  const trip = { flightType: 'one_way', departureAirports: from, arrivalAirports: to, date: day }
  const { nextPageToken: _none, ...question } = searchInput.parse({ trip })
  const today = Math.floor(nowMs / 86_400_000)
  const found = findTrips(timetable, question, { ways: readWays(question.trip, nowMs), today, nowMs })
  const { best, others } = bestAndOthers(found, question.sortBy)
  return best.length + others.length
}

/** `npm run bench -- flights` */
export async function benchFlights(given: {
  flights: number
  runs: number
}): Promise<Omit<Report, 'loadBefore'>> {
  const all = schedules(given.flights)
  const timetable = buildTimetable(all)
  const rows: string[][] = []
  for (const pair of pairs) {
    const found = search(timetable, pair)
    const contenders: Contender[] = [
      { name: 'timetable', run: async () => search(timetable, pair) },
      { name: 'one pass', run: async () => onePass(all, pair) },
    ]
    const timings = await race(contenders, { runs: given.runs, warmUp: 2, budgetMs: 10_000, fewest: 2 })
    for (const [name, { runs, median, p99 }] of timings)
      rows.push([pair.join(' '), name, figure(found), figure(median), figure(p99), figure(runs)])
  }
  return {
    bench: 'flights',
    title: 'flights: one way with up to two changes',
    command: `npm run bench -- flights --flights ${given.flights} --runs ${given.runs}`,
    versions: {},
    body: [
      `${all.length} schedules of the sample's airports, each flown every day, in memory. A search connects, prices, filters and
orders all itineraries of a day; nothing is read from a store. The baseline is one pass over all flights for those that leave
the first airport on the day, which is the least that a search without an index by airport would read. Without HTTP.`,
      markdownTable(['way', 'what', 'itineraries', 'median', 'p99', 'runs'], rows),
    ].join('\n\n'),
  }
}
