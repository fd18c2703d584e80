import { sql, type Postgres, type Queryable } from '../../store/postgres/index.ts'
import type { EntityKind } from '../kinds/index.ts'
import { nameLinesTable, nameRecordsTable } from './tables.ts'

/** A line that was written, and the version that holds what it says. */
export interface StoredLine {
  /** 32 hexadecimal digits. */
  digest: string
  id: string
  born: number
  /** ISO 8601. */
  observedAt: string
  /** Members that it confirms when it comes again later; null if it has a date of its own. */
  said: readonly string[] | null
}

/** What is known of lines that came again. */
export interface KnownLines {
  /** The newest commit at the time of the look-up. */
  published: number
  /** Entities by digest, for lines whose version is still its entity's newest. */
  ids: Map<string, string>
}

/**
 * Lines that would change nothing if they were written now, observed at `observedAt`: the version that holds them is
 * still its entity's newest, and they are no older than before and than what was said of the entity since. One
 * statement for any number.
 */
export async function readKnownLines(
  db: Queryable,
  kind: EntityKind,
  { digests, observedAt }: { digests: readonly string[]; observedAt: Date },
): Promise<KnownLines> {
  const rows = await db.query<{ published: number; digest: string | null; id: string | null }>(sql`
    SELECT c.published, replace(k.digest::text, '-', '') AS digest, k.id::text AS id
    FROM corpus_commits c LEFT JOIN (
      SELECT l.digest, l.id FROM unnest(${[...digests]}::uuid[]) AS asked (digest)
        JOIN ${sql.id(nameLinesTable(kind))} l ON l.digest = asked.digest AND l.observed_at <= ${observedAt}
        JOIN ${sql.id(nameRecordsTable(kind))} r ON r.id = l.id AND r.born = l.born AND r.dead IS NULL
      WHERE NOT EXISTS (
        SELECT 1 FROM corpus_confirmations c
        WHERE c.kind = ${kind} AND c.id = l.id AND c.confirmed_at > ${observedAt})) AS k ON true
    WHERE c.kind = ${kind}`)
  const ids = new Map<string, string>()
  for (const { digest, id } of rows) if (digest !== null && id !== null) ids.set(digest, id)
  return { published: rows[0]?.published ?? 0, ids }
}

/** Sightings stored for an entity and source, the last ones; a file may come every day. */
const maxSightings = 60
const firstKept = sql`greatest(1, cardinality(c.seen_at) + cardinality(EXCLUDED.seen_at) + 1 - ${maxSightings}::int)`
/** For an upsert of confirmations `c`: the former sightings with the new ones. */
export const sightingsAdded = sql`
  seen_at = (c.seen_at || EXCLUDED.seen_at)[${firstKept}:],
  seen_sets = (c.seen_sets || EXCLUDED.seen_sets)[${firstKept}:]`

/** For the same upsert: repetitions of several lines of one day count together. */
export const membersConfirmed = sql`
  members = CASE WHEN c.confirmed_at < EXCLUDED.confirmed_at THEN EXCLUDED.members
    ELSE ARRAY(SELECT DISTINCT unnest(c.members || EXCLUDED.members) ORDER BY 1) END`
export const isConfirmedNow = sql`(c.confirmed_at < EXCLUDED.confirmed_at
  OR c.confirmed_at = EXCLUDED.confirmed_at AND NOT c.members @> EXCLUDED.members)`

/** Stores what lines that came again confirm, as if they had been read. */
export async function confirmLines(
  tx: Queryable,
  kind: EntityKind,
  { digests, observedAt, source }: { digests: readonly string[]; observedAt: Date; source: string },
): Promise<void> {
  await tx.query(sql`
    INSERT INTO corpus_confirmations AS c (kind, id, source, confirmed_at, confidence, members, seen_at, seen_sets)
    SELECT ${kind}, l.id, ${source}, ${observedAt}, 1, m.members, ARRAY[${observedAt}::timestamptz], ARRAY[m.number]
    FROM unnest(${[...digests]}::uuid[]) AS asked (digest)
      JOIN ${sql.id(nameLinesTable(kind))} l ON l.digest = asked.digest AND l.observed_at < ${observedAt}
      JOIN ${sql.id(nameRecordsTable(kind))} r ON r.id = l.id AND r.born = l.born AND r.dead IS NULL
      JOIN corpus_line_members m ON m.kind = ${kind} AND m.number = l.said
    ORDER BY l.id
    ON CONFLICT (kind, id, source) DO UPDATE
      SET confirmed_at = EXCLUDED.confirmed_at, confidence = EXCLUDED.confidence, ${membersConfirmed},
        ${sightingsAdded}
      WHERE ${isConfirmedNow}`)
}

/** Sets of members that are distinguished. Lines of a source that always gives other ones are not remembered. */
const maxSets = 20_000

/**
 * Remembers lines. A known line moves to the version that holds it now. The caller holds the writers' lock of the
 * kind.
 */
export async function storeLines(
  tx: Queryable,
  kind: EntityKind,
  storedLines: readonly StoredLine[],
): Promise<void> {
  const sets = await numberSets(tx, kind, storedLines)
  const lines = storedLines.flatMap((line) => {
    const setNumber = line.said === null ? null : sets.get(line.said.join())
    return setNumber === undefined ? [] : [{ ...line, said: setNumber }]
  })
  if (lines.length === 0) return
  // A statement may not update a row twice.
  const once = [...new Map(lines.map((line) => [line.digest, line])).values()]
  await tx.query(sql`
    INSERT INTO ${sql.id(nameLinesTable(kind))} (digest, id, born, said, observed_at)
    SELECT * FROM unnest(${once.map(({ digest }) => digest)}::uuid[], ${once.map(({ id }) => id)}::bigint[],
      ${once.map(({ born }) => born)}::int[], ${once.map(({ said: setNumber }) => setNumber)}::int[],
      ${once.map(({ observedAt }) => observedAt)}::timestamptz[])
    ON CONFLICT (digest) DO UPDATE
      SET id = EXCLUDED.id, born = EXCLUDED.born, said = EXCLUDED.said, observed_at = EXCLUDED.observed_at`)
}

/** Numbers of the sets of members that lines give, by their names joined. New sets are added. */
export async function numberSets(
  tx: Queryable,
  kind: EntityKind,
  lines: readonly Pick<StoredLine, 'said'>[],
): Promise<ReadonlyMap<string, number>> {
  const wanted = new Map(
    lines.flatMap(({ said: members }) => (members === null ? [] : [[members.join(), members] as const])),
  )
  if (wanted.size === 0) return new Map()
  const existing = await tx.query<{ number: number; members: string[] }>(
    sql`SELECT number, members FROM corpus_line_members WHERE kind = ${kind}`,
  )
  const sets = new Map(existing.map(({ number, members }) => [members.join(), number]))
  const missing = [...wanted].filter(([name]) => !sets.has(name)).slice(0, Math.max(0, maxSets - sets.size))
  if (missing.length === 0) return sets
  for (const [name] of missing) sets.set(name, sets.size + 1)
  const added = missing.map(([name, members]) => ({ number: sets.get(name), members }))
  await tx.query(sql`
    INSERT INTO corpus_line_members (kind, number, members)
    SELECT ${kind}, (r->>'number')::int, ARRAY(SELECT jsonb_array_elements_text(r->'members'))
    FROM jsonb_array_elements(${JSON.stringify(added)}::jsonb) AS r`)
  return sets
}

/** Forgets the lines of some entities. */
export async function dropLines(tx: Queryable, kind: EntityKind, ids: readonly string[]): Promise<void> {
  await tx.query(sql`DELETE FROM ${sql.id(nameLinesTable(kind))} WHERE id = ANY (${[...ids]}::bigint[])`)
}

/** Forgets all lines of a kind that were read by other rules. */
export async function renewLineRules(db: Postgres, kind: EntityKind, rules: string): Promise<void> {
  const [state] = await db.query<{ line_rules: string }>(
    sql`SELECT line_rules FROM corpus_commits WHERE kind = ${kind}`,
  )
  if (state?.line_rules === rules) return
  await db.transact(async (tx) => {
    const [changed] = await tx.query(sql`
      UPDATE corpus_commits SET line_rules = ${rules} WHERE kind = ${kind} AND line_rules <> ${rules} RETURNING 1`)
    if (changed !== undefined) await tx.query(sql`TRUNCATE ${sql.id(nameLinesTable(kind))}`)
  })
}
