import type { PersonalStore } from '../../platform/privacy/index.ts'
import { column, nullable, rowShape, sql, type Postgres } from '../../store/postgres/index.ts'

const batch = 5_000

interface ProfileRow {
  organizationId: string
  listId: string
  id: string
  identifier: string
  pnetUrl: string
  entityId: string | null
}

const profileRow = rowShape<ProfileRow>({
  organizationId: column.text(),
  listId: column.text(),
  id: column.text(),
  identifier: column.text(),
  pnetUrl: column.text(),
  entityId: nullable(column.text()),
})

/** Profiles that name the person or resolved to them, with their movements; members of lists are removed with them. */
export function forgetJobChanges(db: Postgres): PersonalStore {
  return {
    tables: ['job_change_profiles'],
    async forget(subject) {
      let count = 0
      let last = { organizationId: '', listId: '', id: '' }
      for (;;) {
        const rows = await db.query(sql.rows(profileRow)`
          SELECT organization_id AS "organizationId", list_id AS "listId", id, identifier, pnet_url AS "pnetUrl",
            entity_id::text AS "entityId"
          FROM job_change_profiles
          WHERE (organization_id, list_id, id) > (${last.organizationId}, ${last.listId}, ${last.id})
          ORDER BY organization_id, list_id, id LIMIT ${batch}`)
        const theirs = rows.filter((row) => subject.isIn(toText(row)))
        if (theirs.length > 0)
          await db.query(sql`
            DELETE FROM job_change_profiles p
            USING unnest(${theirs.map(({ listId }) => listId)}::text[], ${theirs.map(({ id }) => id)}::text[]) AS g (list_id, id)
            WHERE p.list_id = g.list_id AND p.id = g.id`)
        count += theirs.length
        const end = rows.at(-1)
        if (end === undefined) return count
        last = end
      }
    },
  }
}

/** Identifiers are prefixed with their kind: `slug:ada`. */
function toText({ identifier, pnetUrl, entityId }: ProfileRow): string {
  const bare = identifier.split(' ').map((text) => text.slice(text.indexOf(':') + 1))
  return JSON.stringify({ identifier, pnetUrl, bare, personid: entityId })
}
