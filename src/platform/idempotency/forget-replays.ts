import { column, rowShape, sql, type Postgres } from '../../store/postgres/index.ts'
import type { PersonalStore } from '../privacy/index.ts'
import { answerSeal } from './answer-seal.ts'

const batch = 500

interface StoredRow {
  organizationId: string
  key: string
  body: Buffer
}

const storedRow = rowShape<StoredRow>({
  organizationId: column.text(),
  key: column.text(),
  body: column.bytes(),
})

/**
 * Empties stored answers that may be about the person. Their keys stay used, so that nothing is charged again, and repeats
 * are refused. A namesake's answer is emptied as well; it can be requested again.
 */
export function forgetReplays({ db, secret }: { db: Postgres; secret: Buffer }): PersonalStore {
  const seal = answerSeal(secret)
  return {
    tables: ['idempotency_keys'],
    async forget(subject) {
      let count = 0
      let last: Pick<StoredRow, 'organizationId' | 'key'> = { organizationId: '', key: '' }
      for (;;) {
        // They are sealed, so each is read here: some at a time, without a transaction around all.
        const rows = await db.query(sql.rows(storedRow)`
          SELECT organization_id AS "organizationId", key, body FROM idempotency_keys
          WHERE (organization_id, key) > (${last.organizationId}, ${last.key}) AND state = 'done' AND body <> ''
          ORDER BY organization_id, key LIMIT ${batch}`)
        count += await empty(
          db,
          rows.filter(({ body }) => subject.mayBeIn(seal.open(body.toString()))),
        )
        const end = rows.at(-1)
        if (end === undefined) return count
        last = end
      }
    },
  }
}

async function empty(db: Postgres, rows: readonly StoredRow[]): Promise<number> {
  if (rows.length === 0) return 0
  const organizations = rows.map(({ organizationId }) => organizationId)
  const keys = rows.map(({ key }) => key)
  const emptied = await db.query(sql`
    UPDATE idempotency_keys k SET body = ''
    FROM unnest(${organizations}::text[], ${keys}::text[]) AS about (organization_id, key)
    WHERE k.organization_id = about.organization_id AND k.key = about.key AND k.state = 'done' RETURNING 1`)
  return emptied.length
}
