import type { PersonalStore, Subject } from '../../platform/privacy/index.ts'
import { column, rowShape, sql, type Postgres } from '../../store/postgres/index.ts'

const batch = 5_000

interface MemberRow {
  organization_id: string
  set_id: string
  token: string
}

const memberRow = rowShape<MemberRow>({
  organization_id: column.text(),
  set_id: column.text(),
  token: column.text(),
})

/**
 * Removes identifiers of a person from every set, also at earlier versions. The engine's copy is made again at the
 * next start, because its counts then differ (`restoreMembers`). Addresses are digests, which name nobody.
 */
export function forgetEntitySets(db: Postgres): PersonalStore {
  return {
    tables: ['entity_set_members'],
    async forget(subject) {
      let count = 0
      let last: MemberRow = { organization_id: '', set_id: '', token: '' }
      for (;;) {
        const rows = await db.query(sql.rows(memberRow)`
          SELECT DISTINCT organization_id, set_id, token FROM entity_set_members
          WHERE (organization_id, set_id, token) > (${last.organization_id}, ${last.set_id}, ${last.token})
          ORDER BY organization_id, set_id, token LIMIT ${batch}`)
        const named = rows.filter(({ token }) => namesThem(token, subject))
        for (const { organization_id, set_id, token } of named)
          await db.query(sql`
            DELETE FROM entity_set_members
            WHERE organization_id = ${organization_id} AND set_id = ${set_id} AND token = ${token}`)
        count += named.length
        const end = rows.at(-1)
        if (end === undefined) return count
        last = end
      }
    },
  }
}

/** Identifiers come after their sort: `slug:ada`. */
function namesThem(token: string, subject: Subject): boolean {
  return subject.isIn(JSON.stringify([token, token.slice(token.indexOf(':') + 1)]))
}
