import { column, rowShape, sql } from '../../src/store/postgres/index.ts'
import type { CorpusStores } from '../../src/stores.ts'
import type { GrowthKind } from './rows.ts'

/** Bytes of the rows of one kind, indexes included. */
export interface StoreBytes {
  records: number
  identifiers: number
  /** All tables of the kind in Postgres, these two among them. */
  postgres: number
  engine: number
}

const sizeRow = rowShape({ name: column.text(), bytes: column.int() })

export async function readStoreBytes({ db, engine }: CorpusStores, kind: GrowthKind): Promise<StoreBytes> {
  const sizes = await db.query(sql.rows(sizeRow)`
    SELECT relname::text AS name, pg_total_relation_size(oid)::bigint AS bytes FROM pg_class
    WHERE relkind = 'r' AND (relname LIKE ${`corpus\\_%\\_${kind}`} OR relname IN ('corpus_confirmations', 'corpus_name_words'))`)
  const find = (name: string) => sizes.find((each) => each.name === name)?.bytes ?? 0
  const tables = kind === 'people' ? ['people', 'tenures'] : ['companies']
  const [row] = await engine.query<{ value: string }>({
    tag: 'bench',
    sql: `SELECT toString(sum(bytes_on_disk)) AS value FROM system.parts
      WHERE active AND database = currentDatabase() AND table IN {tables:Array(String)}`,
    params: { tables },
  })
  return {
    records: find(`corpus_records_${kind}`),
    identifiers: find(`corpus_identifiers_${kind}`),
    postgres: sizes.reduce((all, { bytes }) => all + bytes, 0),
    engine: Number(row?.value ?? 0),
  }
}
