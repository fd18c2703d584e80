import type { ClickHouse } from '../../store/clickhouse/index.ts'
import type { Postgres } from '../../store/postgres/index.ts'
import type { CommitStores } from '../commits/index.ts'
import { kinds, type CorpusKind } from '../kinds/index.ts'

/**
 * Removes the search rows of a commit that will never be published; nothing else of it was stored. Safe to repeat.
 */
async function abandonCommit(engine: ClickHouse, kind: CorpusKind, number: number): Promise<void> {
  const params = { number }
  const remove = (table: string, condition: string) =>
    engine.command({ tag: 'abandon-commit', sql: `DELETE FROM ${table} WHERE ${condition}`, params })
  await remove(kind.table, 'born = {number:UInt32}')
  if (kind.companion !== undefined) await remove(kind.companion.table, 'born = {number:UInt32}')
  await remove(kind.supersededTable, 'dead = {number:UInt32}')
}

/** The stores that commits are written to, and how the search rows of a failed one are removed. */
export function commitStores({ db, engine, onlyReader }: WrittenStores): CommitStores {
  return {
    db,
    abandon: (kind, number) => abandonCommit(engine, kinds[kind], number),
    ...(onlyReader && { onlyReader }),
  }
}

/** Both stores of the corpus, as a commit writes them. */
export interface WrittenStores {
  db: Postgres
  engine: ClickHouse
  onlyReader?: CommitStores['onlyReader']
}
