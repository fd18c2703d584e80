import type { ClickHouse } from '../../store/clickhouse/index.ts'
import type { Snapshot, Snapshots } from '../commits/index.ts'
import { kinds, type EntityKind } from '../kinds/index.ts'
import type { AnswerCache, SnapshotStatement } from './answer-cache.ts'
import type { ConditionCompiler } from './compiler.ts'
import { and, countedParts, dated, splitExclusions, type Condition, type RowQuestion } from './condition.ts'
import type { ExclusionTables } from './exclusion-tables.ts'
import { visibleAt } from './visibility.ts'

// polygon.ts decides about polygons. The engine's own check refuses some that its function answers well.
export const anyPolygon = { validate_polygons: 0 }

interface Counting {
  engine: ClickHouse
  snapshots: Snapshots
  compiler: ConditionCompiler
  exclusionTables: Pick<ExclusionTables, 'find'>
  answers: AnswerCache
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
export async function countRows(counting: Counting, kind: EntityKind, search: RowQuestion): Promise<number> {
  const { snapshot, signal } = search
  const { condition, terms: removedTerms } = withoutCopies(counting, kind, search)
  const { table } = kinds[kind]
  const looksUp = snapshot.mayHoldSuperseded && snapshot.fewSuperseded === true
  const visible = visibleAt(kind, condition, looksUp ? { ...snapshot, mayHoldSuperseded: false } : snapshot)
  const statement = await compileTerms(counting, [...listTerms(table, visible), ...removedTerms])
  const direct = () => {
    const terms = [...listTerms(table, visibleAt(kind, condition, snapshot)), ...removedTerms]
    return compileTerms(counting, terms)
  }
  // Stored is the count itself, whichever way it was found; the statement says what was counted, in which snapshots.
  const count = await counting.answers.read('count', statement, async () => {
    if (!looksUp) return { text: String(await ask(counting, kind, { statement, signal })), isFinal: true }
    const removed = and([dated(condition, snapshot.number, { kind, snapshot }), superseded(kind, snapshot)])
    const [all, hidden] = await Promise.all([
      ask(counting, kind, { statement, signal }),
      compileTerms(counting, listTerms(table, removed)).then((each) =>
        ask(counting, kind, { statement: each, signal }),
      ),
    ])
    // Compaction announces itself a second before it removes its first row. Had it begun, the two counts might be of
    // different rows.
    if ((await counting.snapshots.newest(kind)).fewSuperseded === true)
      return { text: String(all - hidden), isFinal: true }
    return { text: String(await ask(counting, kind, { statement: await direct(), signal })), isFinal: false }
  })
  return Number(count)
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
  { condition, snapshot }: RowQuestion,
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

async function compileTerms(
  { compiler }: Pick<Counting, 'compiler'>,
  terms: readonly Term[],
): Promise<SnapshotStatement> {
  const { sqls, ...statement } = await compiler.compileAll(terms.map(({ condition }) => condition))
  const counts = sqls.map((sql, index) => {
    const { table, isTaken = false } = terms[index] as Term
    return `SELECT toInt64(count())${isTaken ? ' * -1' : ''} AS n FROM ${table} WHERE ${sql}`
  })
  return { sql: counts.join(' UNION ALL '), ...statement }
}

async function ask(
  { engine }: Pick<Counting, 'engine'>,
  kind: EntityKind,
  { statement: { sql, params }, signal }: { statement: SnapshotStatement; signal: AbortSignal | undefined },
): Promise<number> {
  const rows = await engine.query<{ n: string }>({
    tag: `count-${kind}`,
    sql,
    params,
    settings: anyPolygon,
    ...(signal === undefined ? {} : { signal }),
  })
  return rows.reduce((sum, { n }) => sum + Number(n), 0)
}
