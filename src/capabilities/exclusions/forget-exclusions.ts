import type { PersonalStore, Subject } from '../../platform/privacy/index.ts'
import { column, rowShape, sql, type Postgres } from '../../store/postgres/index.ts'

const batch = 5_000

interface IdentifierRow {
  listId: string
  token: string
  entry: string
}

const identifierRow = rowShape<IdentifierRow>({
  listId: column.text(),
  token: column.text(),
  entry: column.text(),
})

/** Index rows of entries that name the person; the entries are members of lists and are removed with those. */
export function forgetExclusions(db: Postgres): PersonalStore {
  return {
    tables: ['exclusion_identifiers'],
    async forget(subject) {
      let count = 0
      let last: IdentifierRow = { listId: '', token: '', entry: '' }
      for (;;) {
        const rows = await db.query(sql.rows(identifierRow)`
          SELECT list_id AS "listId", token, entry FROM exclusion_identifiers
          WHERE (list_id, token, entry) > (${last.listId}, ${last.token}, ${last.entry})
          ORDER BY list_id, token, entry LIMIT ${batch}`)
        const named = rows.filter((row) => namesThem(row, subject))
        if (named.length > 0)
          await db.query(sql`
            DELETE FROM exclusion_identifiers i
            USING unnest(${named.map(({ listId }) => listId)}::text[], ${named.map(({ entry }) => entry)}::text[])
              AS g (list_id, entry)
            WHERE i.list_id = g.list_id AND i.entry = g.entry`)
        count += named.length
        const end = rows.at(-1)
        if (end === undefined) return count
        last = end
      }
    },
  }
}

/** Identifiers are prefixed with their kind: `slug:ada`. */
function namesThem({ token, entry }: IdentifierRow, subject: Subject): boolean {
  const bare = [token, ...entry.split(' ')].map((text) => text.slice(text.indexOf(':') + 1))
  return subject.isIn(JSON.stringify([entry, ...bare]))
}
