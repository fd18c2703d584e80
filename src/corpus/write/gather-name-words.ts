import type { ClickHouse } from '../../store/clickhouse/index.ts'
import type { Postgres } from '../../store/postgres/index.ts'
import { lacksOf, type IndexState } from '../commits/index.ts'
import type { CorpusKind } from '../kinds/index.ts'
import { storeNameWords } from '../record-store/index.ts'
import { nameWordNumber, nameWordsColumn } from '../search-index/index.ts'

const longMs = 3_600_000

/** Rows and identifiers are of the rules of this program, but which words their names have is not stored. */
export function lackNameWordsAlone(kind: CorpusKind, state: IndexState): boolean {
  const { rows, identifiers } = lacksOf(kind.name, state)
  if (identifiers !== undefined || rows === undefined || rows === 'all') return false
  return rows.facets.size === 0 && [...rows.columns].every((column) => column === nameWordsColumn)
}

/** Stores the words of names that rows of later commits than one have: read from their facets, a million people in 5 s. */
export async function gatherNameWords(
  { db, engine }: { db: Postgres; engine: ClickHouse },
  kind: CorpusKind,
  after: number,
): Promise<void> {
  const words = engine.stream<{ word: string }>({
    tag: 'name-words',
    sql: `SELECT DISTINCT arrayJoin(extractAll(facets, '(?:^| )(nm:[^ ]+)')) AS word FROM ${kind.table} WHERE born > {after:UInt32}`,
    params: { after },
    maxMs: longMs,
  })
  for await (const rows of words) {
    const numbers = rows.map(({ word }) => nameWordNumber(word))
    await db.transact((tx) => storeNameWords(tx, numbers))
  }
}
