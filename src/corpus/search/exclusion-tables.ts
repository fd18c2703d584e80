import { randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { monotonicMs } from '../../lib/clock.ts'
import { passingTables, type ClickHouse } from '../../store/clickhouse/index.ts'
import type { Snapshot } from '../commits/index.ts'
import { kinds, type EntityKind } from '../kinds/index.ts'
import {
  compileAll,
  inSets,
  not,
  onOneServer,
  type Condition,
  type Exclusion,
  type SnapshotRows,
} from './condition.ts'
import { notEmployedIn } from './employment.ts'
import { visibleAt } from './visibility.ts'

/** The rows that an exclusion takes out of a snapshot, as tables of the engine. */
export interface ExcludedRows {
  rows: number
  /** Set table of their entities: `id IN …`. */
  ids: string
  /** Table with a copy of the rows and the indexes of the search table; undefined where they are too many. */
  copy: string | undefined
}

/**
 * What exclusion lists take out of a snapshot, worked out once. A row is then tested by its entity's number, and a count is
 * the count of all rows less the count over the copy, so both are answered from posting lists. An entry never goes stale,
 * because a version of a set takes the same rows out of a snapshot for ever.
 */
export interface ExclusionTables {
  /** Undefined until the tables are there: then the statement joins the members. */
  find(kind: EntityKind, snapshot: Snapshot, exclusion: Exclusion): ExcludedRows | undefined
  /** Notes that a statement joined the members. The second time the tables begin to be built, for which nobody waits. */
  noteJoins(exclusions: Iterable<PlacedExclusion>): void
  /** Drops tables that nobody uses any more, also those of processes that ended; answers how many. */
  sweep(olderMs?: number): Promise<number>
  /** Resolves when no tables are being built. */
  waitUntilIdle(): Promise<void>
}

/** An exclusion, and the rows it is applied to. */
export interface PlacedExclusion {
  exclusion: Exclusion
  within: SnapshotRows
}

interface BuildRules {
  /** A copy of 1,000 rows takes 45 ms of processor time and 850 KB. */
  maxCopiedRows: number
  /** Rest between two builds, as a multiple of the time that the last one took. */
  pause: number
}

const usualRules: BuildRules = { maxCopiedRows: 100_000, pause: 9 }

const prefix = `${passingTables}left_out_`
/** Entities in all set tables together: 16 bytes each in the engine's memory. */
const maxEntities = 4_000_000
/** Two tables cost as much as this many entities. */
const entitiesPerEntry = 50_000
const maxEntries = 10_000
const entryTtlMs = 3_600_000
/** A build that failed is tried again after this. */
const refusalTtlMs = 60_000
/** A statement that was compiled with a table has ended by then. */
const readGraceMs = 60_000
const maxStatementMs = 60_000

type Entry = { state: 'joined' | 'refused' } | { state: 'built'; rows: ExcludedRows }

/** Builds nothing on shards. */
export function openExclusionTables(engine: ClickHouse, rules: BuildRules = usualRules): ExclusionTables {
  const builder = new TableBuilder(engine, rules)
  const entries = new LRUCache<string, Entry>({
    max: maxEntries,
    maxSize: maxEntities,
    sizeCalculation: (entry) => (entry.state === 'built' ? entry.rows.rows + entitiesPerEntry : 1),
    ttl: entryTtlMs,
    perf: { now: monotonicMs },
    dispose(entry) {
      if (entry.state === 'built') builder.dropLater(listTables(entry.rows), readGraceMs)
    },
  })
  let building: Promise<void> | undefined
  let restsUntilMs = 0

  async function addEntry(key: string, placed: PlacedExclusion): Promise<void> {
    const startMs = monotonicMs()
    const rows = await builder.build(placed)
    if (rows === undefined) entries.set(key, { state: 'refused' }, { ttl: refusalTtlMs })
    else entries.set(key, { state: 'built', rows })
    await builder.dropUnused().catch(() => {})
    restsUntilMs = monotonicMs() + (monotonicMs() - startMs) * rules.pause
  }

  return {
    find(kind, snapshot, exclusion) {
      const key = makeKey({ exclusion, within: { kind, snapshot } })
      const entry = key === undefined ? undefined : entries.get(key)
      return entry?.state === 'built' ? entry.rows : undefined
    },
    noteJoins(all) {
      if (engine.topology.kind === 'cluster') return
      for (const placed of all) {
        const key = makeKey(placed)
        if (key === undefined) continue
        const entry = entries.get(key)
        if (entry === undefined) entries.set(key, { state: 'joined' })
        else if (entry.state === 'joined' && building === undefined && monotonicMs() >= restsUntilMs)
          building = addEntry(key, placed).finally(() => {
            building = undefined
          })
      }
    },
    async sweep(olderMs = 2 * entryTtlMs) {
      entries.purgeStale()
      await builder.dropUnused()
      return builder.dropOlder(olderMs)
    },
    async waitUntilIdle() {
      await building
    },
  }
}

/** Builds and drops the tables, on one thread of the engine. */
class TableBuilder {
  readonly #engine: ClickHouse
  readonly #rules: BuildRules
  readonly #process = randomBytes(6).toString('hex')
  readonly #unused: { names: readonly string[]; dueMs: number }[] = []
  #last = 0

  constructor(engine: ClickHouse, rules: BuildRules) {
    this.#engine = engine
    this.#rules = rules
  }

  /** Undefined where the engine is away, busy or out of time, or where too many rows are taken out. */
  async build({ exclusion, within }: PlacedExclusion): Promise<ExcludedRows | undefined> {
    const copy = `${prefix}${this.#process}_${++this.#last}`
    const ids = `${copy}_ids`
    try {
      await this.#command(`CREATE TABLE ${ids} (id UInt64) ENGINE = Set`)
      const excluded = selectRows(within, excludedBy(exclusion))
      await this.#command(`INSERT INTO ${ids} SELECT id ${excluded.from}`, excluded.params)
      const byId = selectRows(within, { kind: 'sql', text: () => `id IN ${ids}` })
      const [counts] = await this.#engine.query<{ n: string }>({
        tag: 'left-out',
        sql: `SELECT count() AS n ${byId.from}`,
        params: byId.params,
        maxMs: maxStatementMs,
      })
      const rows = Number(counts?.n)
      if (rows > maxEntities / 4) throw new Error('too many')
      if (rows > this.#rules.maxCopiedRows) return { rows, ids, copy: undefined }
      await this.#command(`CREATE TABLE ${copy} AS ${kinds[within.kind].table}`)
      await this.#command(`INSERT INTO ${copy} SELECT * ${byId.from}`, byId.params)
      return { rows, ids, copy }
    } catch {
      // Searches join the members as before, and report the engine's failure if that fails, too.
      this.#unused.push({ names: [ids, copy], dueMs: 0 })
      return undefined
    }
  }

  dropLater(names: readonly string[], graceMs: number): void {
    this.#unused.push({ names, dueMs: monotonicMs() + graceMs })
  }

  async dropUnused(): Promise<void> {
    while (this.#unused[0] !== undefined && monotonicMs() > this.#unused[0].dueMs) {
      await this.#drop(this.#unused[0].names)
      this.#unused.shift()
    }
  }

  /** Drops tables of any process that were built so long ago; answers how many. */
  async dropOlder(olderMs: number): Promise<number> {
    const tables = await this.#engine.query<{ name: string }>({
      tag: 'left-out',
      sql: `SELECT name FROM system.tables WHERE database = currentDatabase() AND startsWith(name, {prefix:String})
          AND metadata_modification_time <= now() - {age:UInt32}`,
      params: { prefix, age: Math.round(olderMs / 1000) },
    })
    await this.#drop(tables.map(({ name }) => name))
    return tables.length
  }

  async #drop(names: readonly string[]): Promise<void> {
    for (const name of names) await this.#command(`DROP TABLE IF EXISTS ${name}`)
  }

  #command(sql: string, params = {}) {
    const settings = { max_threads: 1 }
    return this.#engine.command({ tag: 'left-out', sql, params, maxMs: maxStatementMs, settings })
  }
}

const listTables = ({ ids, copy }: ExcludedRows) => (copy === undefined ? [ids] : [ids, copy])

function selectRows({ kind, snapshot }: SnapshotRows, condition: Condition) {
  const { sqls, params } = compileAll([visibleAt(kind, condition, assumeNothing(snapshot))], onOneServer)
  return { from: `FROM ${kinds[kind].table} WHERE ${sqls[0]}`, params }
}

/** The snapshot without what was known of its rows when the search began: the tables are built and read long after. */
const assumeNothing = ({ number }: Snapshot): Snapshot => ({
  number,
  mayHoldLater: true,
  mayHoldSuperseded: true,
})

/** Rows that an exclusion takes out. */
const excludedBy = (exclusion: Exclusion): Condition =>
  exclusion.by === 'identifiers'
    ? inSets(exclusion.sets)
    : not(notEmployedIn(exclusion.sets, assumeNothing(exclusion.companies)))

/** Undefined where the stored rows lack something, which the search itself must report. */
function makeKey({ exclusion, within: { kind, snapshot } }: PlacedExclusion): string | undefined {
  const companies = exclusion.by === 'employers' ? exclusion.companies : undefined
  if (snapshot.lacks !== undefined || companies?.lacks !== undefined) return undefined
  return JSON.stringify([kind, snapshot.number, exclusion.by, companies?.number, exclusion.sets])
}
