import { kinds, type EntityKind } from '../../src/corpus/kinds/index.ts'
import type { ClickHouse } from '../../src/store/clickhouse/index.ts'
import { sql, type Postgres } from '../../src/store/postgres/index.ts'

/** All that the stores hold of a kind. */
export async function contentOf({ db, engine }: { db: Postgres; engine: ClickHouse }, kind: EntityKind) {
  const rowsOf = async (table: string) => {
    const [row] = await db.query<{ n: number; hash: string }>(sql`
      SELECT count(*)::int AS n, COALESCE(sum(hashtextextended(t::text, 0)), 0)::text AS hash FROM ${sql.id(table)} t`)
    return [table, row?.n, row?.hash]
  }
  const tables = ['records', 'identifiers', 'snapshots', 'lines'].map((part) => `corpus_${part}_${kind}`)
  const { table, supersededTable } = kinds[kind]
  const searched = await Promise.all(
    [table, supersededTable].map((name) =>
      engine.query({ tag: 'test', sql: `SELECT count() AS n, sum(cityHash64(*)) AS hash FROM ${name}` }),
    ),
  )
  const merges = await db.query(sql`
    SELECT commit_number, entity_id, score, evidence, changes FROM corpus_merges WHERE kind = ${kind} ORDER BY id`)
  const log = await db.query(sql`
    SELECT number, rows, superseded, source FROM corpus_commit_log WHERE kind = ${kind} ORDER BY number`)
  return { stored: await Promise.all(tables.map(rowsOf)), searched, merges, log }
}
