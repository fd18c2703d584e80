import type { ClickHouse } from '../../store/clickhouse/index.ts'
import type { CorpusKind } from '../kinds/index.ts'

/** Removes the rows of a commit that will never be published. Safe to repeat. */
export async function abandonCommit(engine: ClickHouse, kind: CorpusKind, number: number): Promise<void> {
  const params = { number, kind: kind.name }
  const remove = (table: string, condition: string) =>
    engine.command({ tag: 'abandon-commit', sql: `DELETE FROM ${table} WHERE ${condition}`, params })
  await remove(kind.table, 'born = {number:UInt32}')
  await remove(kind.bodyTable, 'born = {number:UInt32}')
  await remove(kind.supersededTable, 'dead = {number:UInt32}')
  for (const table of ['identifiers', 'versions', 'snapshots']) {
    await remove(table, 'kind = {kind:String} AND born = {number:UInt32}')
  }
}
