import type { ClickHouse } from '../../store/clickhouse/index.ts'
import type { Snapshots } from '../commits/index.ts'
import { kinds, type EntityKind } from '../kinds/index.ts'
import type { AnswerCache, SnapshotStatement } from './answer-cache.ts'
import type { RowNumbers } from './apply-exclusion.ts'
import type { ConditionCompiler } from './compiler.ts'
import { and, type Condition } from './condition.ts'
import { anyPolygon } from './count.ts'
import { requireColumns } from './lacking-rows.ts'
import type { PageRequest } from './page-request.ts'
import { numbersIn } from './read-employers.ts'
import { listOrders, writeSortKey, type Order } from './sort.ts'
import type { VersionKey } from './superseded.ts'

/** The key of a row of a page. */
export interface FoundKey extends VersionKey {
  /** Sort key; NaN in rank order. */
  key: number
  furtherKeys?: readonly number[] | undefined
  /** The numbers that exclusions read. */
  numbers?: RowNumbers
}

/**
 * Asks for one row more than the limit, which tells whether there is another page. `columns` are columns of numbers
 * that exclusions read.
 */
export async function readPageKeys(
  { engine, compiler, snapshots, answers }: PageStores,
  kind: EntityKind,
  request: PageRequest & { columns?: readonly string[] },
): Promise<FoundKey[]> {
  const { order, signal, snapshot, after, columns = [] } = request
  // Nothing can match, so the engine is not asked; besides, a statement with `never` in it has no place for its sort
  // key.
  if (request.condition.kind === 'never') return []
  const statement = await (order === undefined
    ? rankedKeys(compiler, kind, request, columns)
    : sortedKeys(compiler, kind, { ...request, order }))
  const ask = async () => {
    const bytes = await engine.raw(
      {
        tag: `page-${kind}`,
        sql: statement.sql,
        params: statement.params,
        settings: order === undefined ? { ...anyPolygon, max_threads: 1 } : anyPolygon,
        ...(signal === undefined ? {} : { signal }),
      },
      'TSVRaw',
    )
    return bytes.toString('latin1')
  }
  // Rows of superseded versions are among these; whoever reads them drops them, as long as they are there.
  const readsSuperseded =
    snapshot.mayHoldSuperseded &&
    statement.snapshots.some((each) => each.kind === kind && !each.snapshot.mayHoldSuperseded)
  if (after !== undefined || (readsSuperseded && snapshot.fewSuperseded !== true))
    return parseKeys(await ask(), columns)
  const sql = readsSuperseded ? `${statement.sql} /* superseded rows, too */` : statement.sql
  const text = await answers.read('page', { ...statement, sql }, async () => ({
    text: await ask(),
    isFinal: !readsSuperseded || (await snapshots.newest(kind)).fewSuperseded === true,
  }))
  return parseKeys(text, columns)
}

interface PageStores {
  engine: ClickHouse
  compiler: ConditionCompiler
  snapshots: Pick<Snapshots, 'newest'>
  answers: AnswerCache
}

async function rankedKeys(
  compiler: ConditionCompiler,
  kind: EntityKind,
  request: PageRequest,
  columns: readonly string[],
): Promise<SnapshotStatement> {
  const { sql, params, snapshots } = await compiler.compile(request.condition)
  const { limit, after } = request
  // Both halves matter: the first lets the engine stop early, while a tuple comparison would read the whole rest.
  const behind = after?.born === undefined ? 'id > {id:UInt64}' : '(id, born) > ({id:UInt64}, {born:UInt32})'
  const start = after === undefined ? '1' : `rank >= {rank:UInt32} AND (rank > {rank:UInt32} OR ${behind})`
  return {
    sql: `SELECT ${['rank', 'id', 'born', ...columns].join(', ')} FROM ${kinds[kind].table} WHERE ${start} AND ${sql}
      ORDER BY rank, id, born LIMIT {limit:UInt32}`,
    params: {
      ...params,
      limit: limit + 1,
      ...(after && {
        rank: after.rank,
        id: after.id,
      }),
      ...(after?.born !== undefined && { born: after.born }),
    },
    snapshots,
  }
}

/**
 * Sorts rows of equal keys by rank, so that every row has its place and a page begins after the last row of the one
 * before.
 */
async function sortedKeys(
  compiler: ConditionCompiler,
  kind: EntityKind,
  request: PageRequest & { order: Order },
): Promise<SnapshotStatement> {
  const { limit, after } = request
  const orders = listOrders(request.order)
  let keys: string[] = []
  let start = '1'
  const keyed: Condition = {
    kind: 'sql',
    text(bind) {
      keys = orders.map((order) => writeSortKey(order, bind))
      requireColumns(kind, keys.join(' '), request.snapshot.lacks)
      if (after !== undefined) {
        start = `(rank, id) > (${bind.value('UInt32', after.rank)}, ${bind.value('UInt64', after.id)})`
        const keyParts = [after.key ?? 0, ...(after.furtherKeys ?? [])]
        for (const [index, key] of [...keys.entries()].toReversed()) {
          const at = bind.value('Float64', keyParts[index] ?? 0)
          start = `(${key} ${orders[index]?.descending === true ? '<' : '>'} ${at} OR (${key} = ${at} AND ${start}))`
        }
      }
      return '1'
    },
  }
  const { sql, params, snapshots } = await compiler.compile(and([request.condition, keyed]))
  return {
    sql: `SELECT rank, id, born, ${keys.map((key, index) => `${key} AS sort_key_${index}`).join(', ')}
      FROM ${kinds[kind].table} WHERE ${sql} AND ${start}
      ORDER BY ${orders.map(({ descending }, index) => `sort_key_${index} ${descending ? 'DESC' : 'ASC'}`).join(', ')}, rank, id
      LIMIT {limit:UInt32}`,
    params: { ...params, limit: limit + 1 },
    snapshots,
  }
}

function parseKeys(text: string, columns: readonly string[]): FoundKey[] {
  if (text === '') return []
  const lines = text.replace(/\n$/, '').split('\n')
  return lines.map((line) => {
    const [rank = '', id = '', born = '', ...more] = line.split('\t')
    if (columns.length > 0) {
      const numbers = columns.map((column, index) => [column, numbersIn(more[index] ?? '[]')])
      return { rank, id, born, key: Number.NaN, numbers: Object.fromEntries(numbers) as RowNumbers }
    }
    const [key = Number.NaN, ...furtherKeys] = more.map(Number)
    return { rank, id, born, key, ...(furtherKeys.length > 0 && { furtherKeys }) }
  })
}
