import type { ClickHouse } from '../../store/clickhouse/index.ts'
import type { Snapshot, Snapshots } from '../commits/index.ts'
import { kinds, type EntityKind } from '../kinds/index.ts'
import type { ConditionCompiler } from './compiler.ts'
import { and, countedParts, dated, splitExclusions, type Condition } from './condition.ts'
import type { ExclusionTables } from './exclusion-tables.ts'
import { visibleAt } from './visibility.ts'

// polygon.ts decides about polygons. The engine's own check refuses some that its function answers well.
export const anyPolygon = { validate_polygons: 0 }

interface Counting {
  engine: ClickHouse
  snapshots: Snapshots
  compiler: ConditionCompiler
  exclusionTables: Pick<ExclusionTables, 'find'>
}

interface Counted {
  condition: Condition
  snapshot: Snapshot
  signal?: AbortSignal | undefined
}

/** Rows of a table that are added to a count, or subtracted from it. */
interface Term {
  table: string
  condition: Condition
  isTaken?: boolean
}

/**
 * Counts the rows that satisfy a condition in a snapshot. While few versions are superseded, it counts all rows from
 * the posting lists and subtracts the superseded ones, found by key: testing every row against them would read the
 * keys of every match. Rows of exclusion lists are subtracted in the same way where their tables exist.
 */
export async function countRows(counting: Counting, kind: EntityKind, search: Counted): Promise<number> {
  const { snapshot, signal } = search
  const { condition, terms: removedTerms } = withoutCopies(counting, kind, search)
  const { table } = kinds[kind]
  if (snapshot.mayHoldSuperseded && snapshot.fewSuperseded === true) {
    const all = visibleAt(kind, condition, { ...snapshot, mayHoldSuperseded: false })
    const removed = and([dated(condition, snapshot.number, { kind, snapshot }), superseded(kind, snapshot)])
    const [visible, hidden] = await Promise.all([
      ask(counting, { kind, terms: [...listTerms(table, all), ...removedTerms], signal }),
      ask(counting, { kind, terms: listTerms(table, removed), signal }),
    ])
    // Compaction announces itself a second before it removes its first row. Had it begun, the two counts might be of
    // different rows.
    if ((await counting.snapshots.newest(kind)).fewSuperseded === true) return visible - hidden
  }
  const terms = [...listTerms(table, visibleAt(kind, condition, snapshot)), ...removedTerms]
  return ask(counting, { kind, terms, signal })
}

const listTerms = (table: string, condition: Condition): Term[] =>
  countedParts(condition).map((part) => ({ table, condition: part }))

/**
 * Drops the exclusions whose rows are copied, and answers what to subtract for them: rows of each copy that satisfy
 * the rest, each row once. A copy holds exactly what its snapshot shows.
 */
function withoutCopies(
  { exclusionTables }: Counting,
  kind: EntityKind,
  { condition, snapshot }: Counted,
): { condition: Condition; terms: Term[] } {
  const { rest, exclusions, parts } = splitExclusions(condition)
  const copies = exclusions.map((exclusion) => exclusionTables.find(kind, snapshot, exclusion))
  if (exclusions.length === 0 || copies.some((copy) => copy === undefined || (copy.rows > 0 && !copy.copy)))
    return { condition, terms: [] }
  const whole = { number: snapshot.number, mayHoldLater: false, mayHoldSuperseded: false }
  const terms = copies.flatMap((copy, index): Term[] =>
    copy?.copy === undefined
      ? []
      : [
          {
            table: copy.copy,
            condition: visibleAt(kind, and([rest, ...parts.slice(0, index)]), whole),
            isTaken: true,
          },
        ],
  )
  return { condition: rest, terms }
}

/** Versions that are superseded in a snapshot, by the key of their rows. */
function superseded(kind: EntityKind, { number }: Snapshot): Condition {
  return {
    kind: 'sql',
    text: (bind) => {
      const supersededRows = `SELECT rank, id, born FROM ${kinds[kind].supersededTable} WHERE dead <= ${bind.value('UInt32', number)}`
      return `(rank, id, born) ${bind.within} (${supersededRows})`
    },
  }
}

async function ask(
  { engine, compiler }: Counting,
  { kind, terms, signal }: { kind: EntityKind; terms: readonly Term[]; signal: AbortSignal | undefined },
): Promise<number> {
  const { sqls, params } = await compiler.compileAll(terms.map(({ condition }) => condition))
  const counts = sqls.map((sql, index) => {
    const { table, isTaken = false } = terms[index] as Term
    return `SELECT toInt64(count())${isTaken ? ' * -1' : ''} AS n FROM ${table} WHERE ${sql}`
  })
  const rows = await engine.query<{ n: string }>({
    tag: `count-${kind}`,
    sql: counts.join(' UNION ALL '),
    params,
    settings: anyPolygon,
    ...(signal === undefined ? {} : { signal }),
  })
  return rows.reduce((sum, { n }) => sum + Number(n), 0)
}
