import { allKinds } from '../../corpus/kinds/index.ts'
import { column, rowShape, sql } from '../../store/postgres/index.ts'
import type { Stores } from '../../stores.ts'
import type { Manifest } from './manifest.ts'

const publishedRow = rowShape({ kind: column.text(), published: column.int() })

/** The newest commit of each kind. */
export async function publishedCommits({ corpus }: Pick<Stores, 'corpus'>): Promise<Map<string, number>> {
  const rows = await corpus.db.query(sql.rows(publishedRow)`SELECT kind, published FROM corpus_commits`)
  return new Map(rows.map(({ kind, published }) => [kind, published]))
}

/** Counts the records a search sees at those commits. Rows never change, so they can be counted later as well. */
export async function recordsAt(
  { engine }: Pick<Stores, 'engine'>,
  commits: Map<string, number>,
): Promise<Manifest['corpus']> {
  const counts: Manifest['corpus'] = {}
  for (const { name, table, supersededTable } of allKinds) {
    const published = commits.get(name) ?? 0
    const [row] = await engine.query<{ records: string }>({
      tag: 'backup',
      sql: `SELECT count() AS records FROM ${table} WHERE born <= {published:UInt32}
        AND (id, born) NOT IN (SELECT id, born FROM ${supersededTable} WHERE dead <= {published:UInt32})`,
      params: { published },
      maxMs: 600_000,
    })
    counts[name] = { published, records: Number(row?.records ?? 0) }
  }
  return counts
}
