import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Flight } from '../../corpus/records/index.ts'
import { always, type Condition, type CorpusSearch } from '../../corpus/search/index.ts'
import { toSchedule, buildTimetable, type Schedule, type Timetable } from './timetable.ts'

/** A timetable and its commit. */
export interface CurrentTimetable {
  timetable: Timetable
  commit: number
}

type Reads = Pick<CorpusSearch, 'snapshots' | 'page' | 'count'>

/** Flights per read: some 5 MB of JSON. */
const perPage = 4_000
/** Flights converted to schedules in one turn of the event loop: about 5 ms. A whole page blocked it for 170. */
const perTurn = 200

/**
 * All flights of the corpus in memory, about 1 KB each. The first request reads all of them; after an import only its
 * own flights are read, or all again where flights were removed.
 */
export function openTimetable(search: Reads): () => Promise<CurrentTimetable> {
  let cachedSchedules = new Map<string, Schedule | undefined>()
  let current: CurrentTimetable | undefined
  let reading: Promise<CurrentTimetable> | undefined

  async function refresh(): Promise<CurrentTimetable> {
    const snapshot = await search.snapshots.newest('flights')
    if (current?.commit === snapshot.number) return current
    const since = current?.commit
    const changed = since === undefined ? always : bornAfter(since)
    const added = await readAll(search, changed, snapshot)
    const merged = since === undefined ? added : new Map([...cachedSchedules, ...added])
    const wanted = await search.count('flights', { condition: always, snapshot })
    cachedSchedules = merged.size === wanted ? merged : await readAll(search, always, snapshot)
    const schedules = [...cachedSchedules.values()].filter((schedule) => schedule !== undefined)
    return (current = { timetable: buildTimetable(schedules), commit: snapshot.number })
  }

  return async () => {
    const { number } = await search.snapshots.newest('flights')
    if (current?.commit === number) return current
    // Requests that arrive meanwhile wait for the same reading.
    reading ??= refresh().finally(() => (reading = undefined))
    return reading
  }
}

const bornAfter = (commit: number): Condition => ({
  kind: 'sql',
  text: (bind) => `born > ${bind.value('UInt32', commit)}`,
})

async function readAll(
  search: Reads,
  condition: Condition,
  snapshot: Awaited<ReturnType<Reads['snapshots']['newest']>>,
): Promise<Map<string, Schedule | undefined>> {
  const read = new Map<string, Schedule | undefined>()
  let after: Parameters<Reads['page']>[1]['after']
  do {
    const page = await search.page('flights', { condition, limit: perPage, snapshot, after })
    for (const [place, id] of page.ids.entries()) {
      if (place % perTurn === perTurn - 1) await nextTurn()
      read.set(id, toSchedule(id, JSON.parse(page.bodies[place] as string) as Flight))
    }
    after = page.next
  } while (after !== undefined)
  return read
}
