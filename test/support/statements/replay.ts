import type pg from 'pg'
import type { RecordedStatement } from './recorded-statements.ts'

/** What a statement looked at, beside what it was about. */
export interface Replayed {
  /** Rows of tables and entries of indexes. */
  looked: number
  /** Rows it answered or wrote, and keys that it was given. */
  about: number
}

/** Carries out a statement again, and undoes it. Rows are counted by Postgres, those that functions look at too. */
export async function replay(client: pg.Client, { text, values }: RecordedStatement): Promise<Replayed[]> {
  const results: Replayed[] = []
  for (const bound of values) {
    await client.query('BEGIN')
    await client.query('SAVEPOINT before')
    const before = await counted(client)
    let about = keysIn(bound)
    try {
      const { rowCount } = await client.query({ text, values: bound })
      about += rowCount ?? 0
    } catch (error) {
      // What is there already is not written again; what it looked at before counts.
      if (!isWritten.test((error as Error).message)) throw new Error(text, { cause: error })
      await client.query('ROLLBACK TO before')
    }
    const looked = (await counted(client)) - before
    await client.query('ROLLBACK')
    results.push({ looked, about })
  }
  return results
}

const isWritten = /^duplicate key value|violates foreign key/

async function counted(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ rows: string }>({
    name: 'counted',
    text: `
      SELECT sum(pg_stat_get_xact_tuples_returned(oid) + pg_stat_get_xact_tuples_fetched(oid)) AS rows
      FROM pg_class WHERE relkind IN ('r', 'i') AND relnamespace = 'public'::regnamespace`,
  })
  return Number(rows[0]?.rows)
}

/** Keys among values: elements of lists, of JSON too. */
function keysIn(values: readonly unknown[]): number {
  const sizes = values.map((value) => {
    if (Array.isArray(value)) return value.length
    if (typeof value !== 'string' || !value.startsWith('[')) return 0
    try {
      return (JSON.parse(value) as unknown[]).length
    } catch {
      return 0
    }
  })
  return sizes.reduce((sum, size) => sum + size, 0)
}
