import { randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { monotonicMs } from '../../lib/clock.ts'
import { passingTables, type ClickHouse } from '../../store/clickhouse/index.ts'
import type { Snapshot } from '../commits/index.ts'
import { kinds, type EntityKind } from '../kinds/index.ts'
import { compileAll, inSets, not, type Condition, type Sieve, type Within } from './condition.ts'
import { notEmployedIn } from './employment.ts'
import { visibleAt } from './visibility.ts'

/** The rows that a sieve takes out of a snapshot, kept. */
export interface KeptRows {
  rows: number
  /** Set of their entities: `id IN …`. */
  ids: string
  /** A copy of them, indexed like the table they are of; none of too many. */
  copy: string | undefined
}

/**
 * Whom exclusion lists leave out of a snapshot, worked out once: an entity is then tested by its number, and of a count the
 * same count over a copy of those rows is taken off, so that both are answered from posting lists. What a set of a version
 * leaves out of a snapshot never changes; another version, or a commit, is another question.
 */
export interface LeftOut {
  /** Undefined if it is not kept (yet): then the members are joined. */
  of(kind: EntityKind, snapshot: Snapshot, sieve: Sieve): KeptRows | undefined
  /** A statement joined the members: the second of the same has them kept, which it does not wait for. */
  joined(sieved: Iterable<Sieved>): void
  /** Removes what nobody uses any more, also of processes that ended; answers how many tables. */
  sweep(olderMs?: number): Promise<number>
  /** Resolves when nothing is being worked out. */
  settled(): Promise<void>
}

/** A sieve, and what it is put over. */
export interface Sieved {
  sieve: Sieve
  within: Within
}

interface LeftOutRules {
  /** Rows a copy is made of, 1,000 in 45 ms of processor time and 850 KB. */
  mostCopied: number
  /** Time between two that are worked out, as a multiple of what the last one took. */
  pause: number
}

const usual: LeftOutRules = { mostCopied: 100_000, pause: 9 }

const prefix = `${passingTables}left_out_`
/** Kept at once: 16 bytes an entity in the engine's memory, and two tables. */
const maxEntities = 4_000_000
const tablesWeigh = 50_000
/** Questions that are remembered. */
const maxIdentifiersPerRead = 10_000
/** After this it is worked out again, so that what is older belongs to nobody. */
const keptMs = 3_600_000
/** After this it is tried again where it failed. */
const refusedMs = 60_000
/** A statement that was compiled with a table has ended by then. */
const stillReadMs = 60_000
const maxMs = 60_000

type Entry = { state: 'asked' | 'refused' } | { state: 'kept'; rows: KeptRows }

/** On shards nothing is kept. */
export function openLeftOut(engine: ClickHouse, rules: LeftOutRules = usual): LeftOut {
  const process = randomBytes(6).toString('hex')
  let last = 0
  const unused: { names: readonly string[]; sinceMs: number }[] = []
  const entries = new LRUCache<string, Entry>({
    max: maxIdentifiersPerRead,
    maxSize: maxEntities,
    sizeCalculation: (entry) => (entry.state === 'kept' ? entry.rows.rows + tablesWeigh : 1),
    ttl: keptMs,
    perf: { now: monotonicMs },
    dispose(entry) {
      if (entry.state === 'kept') unused.push({ names: listTables(entry.rows), sinceMs: monotonicMs() })
    },
  })
  let working: Promise<void> | undefined
  let restsUntil = 0

  const command = (sql: string, params = {}) =>
    engine.command({ tag: 'left-out', sql, params, maxMs, settings: { max_threads: 1 } })
  const drop = async (names: readonly string[]) => {
    for (const name of names) await command(`DROP TABLE IF EXISTS ${name}`)
  }
  const dropUnused = async () => {
    while (unused[0] !== undefined && monotonicMs() - unused[0].sinceMs > stillReadMs) {
      await drop(unused[0].names)
      unused.shift()
    }
  }

  async function workOut({ sieve, within: { kind, snapshot } }: Sieved): Promise<KeptRows | undefined> {
    const name = `${prefix}${process}_${++last}`
    const made = { ids: `${name}_ids`, copy: name }
    const selected = (condition: Condition) => {
      const { sqls, params } = compileAll([visibleAt(kind, condition, thatMayHoldAll(snapshot))], 'IN')
      return { where: `FROM ${kinds[kind].table} WHERE ${sqls[0]}`, params }
    }
    try {
      await command(`CREATE TABLE ${made.ids} (id UInt64) ENGINE = Set`)
      const selection = selected(goneBy(sieve))
      await command(`INSERT INTO ${made.ids} SELECT id ${selection.where}`, selection.params)
      const among = selected({ kind: 'sql', text: () => `id IN ${made.ids}` })
      const [counted] = await engine.query<{ n: string }>({
        tag: 'left-out',
        sql: `SELECT count() AS n ${among.where}`,
        params: among.params,
        maxMs,
      })
      const rows = Number(counted?.n)
      if (rows > maxEntities / 4) throw new Error('too many')
      if (rows > rules.mostCopied) return { rows, ids: made.ids, copy: undefined }
      await command(`CREATE TABLE ${made.copy} AS ${kinds[kind].table}`)
      await command(`INSERT INTO ${made.copy} SELECT * ${among.where}`, among.params)
      return { rows, ...made }
    } catch {
      // The engine is away, busy or out of time. Searches join the members, as before, and say it if that fails too.
      unused.push({ names: [made.ids, made.copy], sinceMs: 0 })
      return undefined
    }
  }

  async function keep(key: string, sieved: Sieved): Promise<void> {
    const start = monotonicMs()
    const rows = await workOut(sieved)
    if (rows === undefined) entries.set(key, { state: 'refused' }, { ttl: refusedMs })
    else entries.set(key, { state: 'kept', rows })
    await dropUnused().catch(() => {})
    restsUntil = monotonicMs() + (monotonicMs() - start) * rules.pause
  }

  return {
    of(kind, snapshot, sieve) {
      const key = makeKey({ sieve, within: { kind, snapshot } })
      const entry = key === undefined ? undefined : entries.get(key)
      return entry?.state === 'kept' ? entry.rows : undefined
    },
    joined(all) {
      if (engine.topology.kind === 'cluster') return
      for (const sieved of all) {
        const key = makeKey(sieved)
        if (key === undefined) continue
        const entry = entries.get(key)
        if (entry === undefined) entries.set(key, { state: 'asked' })
        else if (entry.state === 'asked' && working === undefined && monotonicMs() >= restsUntil)
          working = keep(key, sieved).finally(() => {
            working = undefined
          })
      }
    },
    async sweep(olderMs = 2 * keptMs) {
      entries.purgeStale()
      await dropUnused()
      const old = await engine.query<{ name: string }>({
        tag: 'left-out',
        sql: `SELECT name FROM system.tables WHERE database = currentDatabase() AND startsWith(name, {prefix:String})
          AND metadata_modification_time <= now() - {age:UInt32}`,
        params: { prefix, age: Math.round(olderMs / 1000) },
      })
      await drop(old.map(({ name }) => name))
      return old.length
    },
    async settled() {
      await working
    },
  }
}

const listTables = ({ ids, copy }: KeptRows) => (copy === undefined ? [ids] : [ids, copy])

/** It may be read long after it was asked for, when what was said of the rows that are there no longer holds. */
const thatMayHoldAll = ({ number }: Snapshot): Snapshot => ({
  number,
  mayHoldLater: true,
  mayHoldSuperseded: true,
})

/** Rows that a sieve takes out. */
const goneBy = (sieve: Sieve): Condition =>
  sieve.by === 'identifiers'
    ? inSets(sieve.sets)
    : not(notEmployedIn(sieve.sets, thatMayHoldAll(sieve.companies)))

/** Undefined if the stored rows lack something: then a search is to say so. */
function makeKey({ sieve, within: { kind, snapshot } }: Sieved): string | undefined {
  const companies = sieve.by === 'employers' ? sieve.companies : undefined
  if (snapshot.lacks !== undefined || companies?.lacks !== undefined) return undefined
  return JSON.stringify([kind, snapshot.number, sieve.by, companies?.number, sieve.sets])
}
