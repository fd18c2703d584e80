import type { Clock } from '../../lib/clock.ts'
import { column, nullable, rowShape, sql, type Postgres, type Queryable } from '../../store/postgres/index.ts'
import type { PersonalStore, Subject } from '../privacy/index.ts'
import { insertActivity } from './list-rows.ts'

const batch = 5_000

/** Where a reading of all unresolved members goes on. */
interface Place {
  list: number
  kind: string
  number: number
}

const placeRow = rowShape<Place>({ list: column.int(), kind: column.text(), number: column.int() })

interface UnresolvedRow extends Place {
  key: string
  label: string | null
}

const unresolvedRow = rowShape<UnresolvedRow>({
  list: column.int(),
  kind: column.text(),
  number: column.int(),
  key: column.text(),
  label: nullable(column.text()),
})

/**
 * Removes members, past and present, that are the person or name them from outside, as if they had never been there. Search
 * parameters and settings that name the person are emptied in every list; an entry of a setting that is a list (a rule) is
 * removed completely.
 */
export function forgetLists({ db, clock }: { db: Postgres; clock: Clock }): PersonalStore {
  return {
    tables: ['list_members', 'list_searches'],
    async forget(subject) {
      const forgottenAt = new Date(clock.now())
      return (
        (await forgetEntities(db, subject, forgottenAt)) +
        (await forgetMembers(db, subject, forgottenAt)) +
        (await forgetSearches(db, subject, forgottenAt)) +
        (await forgetSettings(db, subject, forgottenAt))
      )
    },
  }
}

/** Kind of the members that are people of the corpus. */
const personKind = 'person'

async function forgetEntities(db: Postgres, { people }: Subject, forgottenAt: Date): Promise<number> {
  // Looked up by name in each list, which is a probe of an index, however many members there are.
  const rows = await db.query(sql.rows(placeRow)`
    SELECT m.list, m.kind, m.number FROM lists l CROSS JOIN unnest(${[...people]}::text[]) AS p (id)
    JOIN list_members m ON m.name = l.number::text || '/' || ${personKind} || '#' || p.id`)
  return forgetRows(db, rows, forgottenAt)
}

async function forgetRows(db: Postgres, rows: readonly Place[], forgottenAt: Date): Promise<number> {
  let count = 0
  for (const list of new Set(rows.map((row) => row.list)))
    count += await db.transact((tx) =>
      deleteMembers(tx, { list, rows: rows.filter((row) => row.list === list), forgottenAt }),
    )
  return count
}

async function forgetMembers(db: Postgres, subject: Subject, forgottenAt: Date): Promise<number> {
  let count = 0
  let last: Place = { list: 0, kind: '', number: 0 }
  for (;;) {
    // A name is told from a namesake's here, not in the store: some at a time, without a transaction around all.
    const rows = await db.query(sql.rows(unresolvedRow)`
      SELECT list, kind, number, key, label FROM list_members
      WHERE (list, kind, number) > (${last.list}, ${last.kind}, ${last.number}) AND NOT is_entity
      ORDER BY list, kind, number LIMIT ${batch}`)
    const named = rows.filter((row) => namesThem(row, subject))
    count += await forgetRows(db, named, forgottenAt)
    const end = rows.at(-1)
    if (end === undefined) return count
    last = end
  }
}

const withoutSort = (text: string) => text.slice(text.indexOf(':') + 1)

/**
 * A name beside an identifier may be a namesake's; as all there is, it is theirs. Several identifiers stand in a row, each
 * behind its sort: `slug:ada uid:77`.
 */
function namesThem({ key, label }: UnresolvedRow, subject: Subject): boolean {
  const bare = withoutSort(key)
  const each = key.split(' ').filter((part) => part.includes(':'))
  return (
    subject.isIn(JSON.stringify([key, bare, ...each.map(withoutSort), label])) ||
    subject.mayBeIn(JSON.stringify([bare]))
  )
}

interface Stay {
  kind: string
  joinedIn: number
  leftIn: number | null
  isReturn: boolean
}

const stayRow = rowShape<Stay>({
  kind: column.text(),
  joinedIn: column.int(),
  leftIn: nullable(column.int()),
  isReturn: column.bool(),
})

/** What a list and its versions count of a stay, so that statistics are what pages show. */
async function uncount(
  tx: Queryable,
  list: number,
  { kind, joinedIn, leftIn, isReturn }: Stay,
): Promise<void> {
  const arrival = isReturn ? 'returned' : 'joined'
  await tx.query(sql`
    UPDATE list_versions SET movements = jsonb_set(movements, ARRAY[${kind}::text, m.name],
      to_jsonb(GREATEST((movements -> ${kind}::text ->> m.name)::bigint - 1, 0)))
    FROM (SELECT version AS of, CASE version WHEN ${joinedIn} THEN ${arrival} WHEN ${leftIn} THEN 'left' ELSE 'stayed' END AS name
      FROM list_versions WHERE list = ${list} AND version >= ${joinedIn} AND version <= COALESCE(${leftIn}, version)) AS m
    WHERE list = ${list} AND version = m.of AND movements -> ${kind}::text ->> m.name IS NOT NULL`)
  if (leftIn === null)
    await tx.query(sql`
      UPDATE lists SET counts = jsonb_set(counts, ARRAY[${kind}::text], to_jsonb((counts ->> ${kind})::bigint - 1))
      WHERE number = ${list}`)
}

async function deleteMembers(
  tx: Queryable,
  { list, rows, forgottenAt }: { list: number; rows: readonly Place[]; forgottenAt: Date },
): Promise<number> {
  await tx.query(sql`SELECT 1 FROM lists WHERE number = ${list} FOR NO KEY UPDATE`)
  const stays = await tx.query(sql.rows(stayRow)`
    DELETE FROM list_members m
    USING unnest(${rows.map(({ kind }) => kind)}::text[], ${rows.map(({ number }) => number)}::bigint[])
      AS g (kind, number)
    WHERE m.list = ${list} AND m.kind = g.kind AND m.number = g.number
    RETURNING m.kind, m.joined_in AS "joinedIn", m.left_in AS "leftIn", m.is_return AS "isReturn"`)
  for (const stay of stays) await uncount(tx, list, stay)
  const detail = { members: stays.length }
  if (stays.length > 0)
    await insertActivity(tx, list, { action: 'members-forgotten', detail, by: 'system', at: forgottenAt })
  return stays.length
}

const searchTextRow = rowShape({ list: column.int(), number: column.int(), params: column.text() })

async function forgetSearches(db: Postgres, subject: Subject, forgottenAt: Date): Promise<number> {
  // Reads all searches there are; a request of a person may take longer than one of a customer.
  return db.transact(
    async (tx) => {
      const rows = await tx.query(sql.rows(searchTextRow)`
        SELECT list, number, params::text AS params FROM list_searches
        WHERE lower(params::text) LIKE ANY(${subject.patterns}::text[])`)
      const about = rows.filter(({ params }) => subject.isIn(params))
      for (const { list, number } of about) {
        // Of few parameters a hash tells what they were.
        await tx.query(sql`
          UPDATE list_searches SET params = NULL, hash = '' WHERE list = ${list} AND number = ${number}`)
        const detail = { search: number }
        await insertActivity(tx, list, { action: 'search-forgotten', detail, by: 'system', at: forgottenAt })
      }
      return about.length
    },
    { statementTimeoutMs: 0 },
  )
}

const settingsTextRow = rowShape({ list: column.int(), settings: column.text() })

async function forgetSettings(db: Postgres, subject: Subject, forgottenAt: Date): Promise<number> {
  return db.transact(
    async (tx) => {
      const rows = await tx.query(sql.rows(settingsTextRow)`
        SELECT number AS list, settings::text AS settings FROM lists
        WHERE lower(settings::text) LIKE ANY(${subject.patterns}::text[]) FOR NO KEY UPDATE`)
      let count = 0
      for (const { list, settings } of rows) {
        const before = JSON.parse(settings) as Record<string, unknown>
        const remaining = Object.fromEntries(
          Object.entries(before).map(([name, value]) => [
            name,
            Array.isArray(value) ? value.filter((each) => !subject.isIn(JSON.stringify(each))) : value,
          ]),
        )
        if (JSON.stringify(remaining) === JSON.stringify(before)) continue
        await tx.query(sql`
          UPDATE lists SET settings = ${JSON.stringify(remaining)}, revision = revision + 1 WHERE number = ${list}`)
        const detail = { settings: true }
        await insertActivity(tx, list, { action: 'search-forgotten', detail, by: 'system', at: forgottenAt })
        count += 1
      }
      return count
    },
    { statementTimeoutMs: 0 },
  )
}
