import { column, nullable, rowShape, sql, type Postgres, type Queryable } from '../../store/postgres/index.ts'
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

/** A line that came before, and that would change nothing if it were written now. */
export interface KnownLine {
  id: string
  /** Number of the set of members that it confirms; 0 if it confirms none. */
  confirms: number
}

/** What is known of lines that came again. */
export interface KnownLines {
  /** The newest commit at the time of the look-up. */
  published: number
  /** By digest, for lines whose version is still its entity's newest. */
  lines: ReadonlyMap<string, KnownLine>
}

const knownRow = rowShape({ published: column.int(), lines: nullable(column.bytes()) })

/** Of each line: its place in the question, its entity, the members that it confirms. */
const knownLineBytes = 4 + 8 + 4

/** Thousands of numbers or digests as the text of an array, which the driver would write one by one. */
const arrayText = (values: readonly (string | number)[]): string => `{${values.join()}}`

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
  const [row] = await db.query(sql.rows(knownRow)`
    SELECT c.published, (
      SELECT string_agg(int4send(k.place::int) || int8send(k.id) || int4send(k.confirms), ''::bytea) FROM (
        SELECT asked.place, l.id, CASE WHEN l.observed_at < ${observedAt} THEN COALESCE(l.said, 0) ELSE 0 END AS confirms
        FROM unnest(${arrayText(digests)}::uuid[]) WITH ORDINALITY AS asked (digest, place)
          JOIN ${sql.id(nameLinesTable(kind))} l ON l.digest = asked.digest AND l.observed_at <= ${observedAt}
          JOIN ${sql.id(nameRecordsTable(kind))} r ON r.id = l.id AND r.born = l.born AND r.dead IS NULL
        WHERE c.confirmed_to <= ${observedAt} OR NOT EXISTS (
          SELECT 1 FROM corpus_confirmations m
          WHERE m.kind = ${kind} AND m.id = l.id AND m.confirmed_at > ${observedAt})) AS k) AS lines
    FROM corpus_commits c WHERE c.kind = ${kind}`)
  const lines = new Map<string, KnownLine>()
  const bytes = row?.lines ?? Buffer.alloc(0)
  for (let at = 0; at < bytes.length; at += knownLineBytes) {
    const digest = digests[bytes.readInt32BE(at) - 1] as string
    lines.set(digest, { id: String(bytes.readBigInt64BE(at + 4)), confirms: bytes.readInt32BE(at + 12) })
  }
  return { published: row?.published ?? 0, lines }
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

/** What one source says at one instant. */
interface Saying {
  observedAt: Date
  source: string
}

/** Notes that nothing said of a kind is later. It comes before what is said, in its transaction or before it. */
export async function raiseConfirmedTo(tx: Queryable, kind: EntityKind, observedAt: Date): Promise<void> {
  await tx.query(sql`
    UPDATE corpus_commits SET confirmed_to = ${observedAt} WHERE kind = ${kind} AND confirmed_to < ${observedAt}`)
}

const publishedRow = rowShape({ published: column.int() })

/** Stores what lines that came again confirm, as if they had been read. */
export async function confirmLines(
  tx: Queryable,
  kind: EntityKind,
  {
    published,
    lines,
    ...saying
  }: { published: number; lines: readonly (KnownLine & { digest: string })[] } & Saying,
): Promise<void> {
  const { observedAt, source } = saying
  const confirming = lines.filter(({ confirms }) => confirms > 0)
  if (confirming.length === 0) return
  await raiseConfirmedTo(tx, kind, observedAt)
  const ids = arrayText(confirming.map(({ id }) => id))
  const sets = arrayText(confirming.map(({ confirms }) => confirms))
  // What the look-up has read holds as long as no commit came between; the statement sees one moment.
  const [now] = await tx.query(sql.rows(publishedRow)`
    WITH stored AS (
      INSERT INTO corpus_confirmations AS c (kind, id, source, confirmed_at, confidence, members, seen_at, seen_sets)
      SELECT ${kind}, l.id, ${source}, ${observedAt}, 1, m.members, ARRAY[${observedAt}::timestamptz], ARRAY[m.number]
      FROM unnest(${ids}::bigint[], ${sets}::int[]) AS l (id, said)
        JOIN corpus_line_members m ON m.kind = ${kind} AND m.number = l.said
      WHERE EXISTS (SELECT 1 FROM corpus_commits s WHERE s.kind = ${kind} AND s.published = ${published})
      ORDER BY l.id
      ${confirmedAgain})
    SELECT published FROM corpus_commits WHERE kind = ${kind}`)
  if (now?.published !== published)
    await confirmDigests(tx, kind, { digests: lines.map(({ digest }) => digest), ...saying })
}

/** For confirmations `c` that are there already. */
const confirmedAgain = sql`
  ON CONFLICT (kind, id, source) DO UPDATE
    SET confirmed_at = EXCLUDED.confirmed_at, confidence = EXCLUDED.confidence, ${membersConfirmed},
      ${sightingsAdded}
    WHERE ${isConfirmedNow}`

/** The same after a commit came between: only lines whose version is still its entity's newest confirm. */
async function confirmDigests(
  tx: Queryable,
  kind: EntityKind,
  { digests, observedAt, source }: { digests: readonly string[] } & Saying,
): Promise<void> {
  await tx.query(sql`
    INSERT INTO corpus_confirmations AS c (kind, id, source, confirmed_at, confidence, members, seen_at, seen_sets)
    SELECT ${kind}, l.id, ${source}, ${observedAt}, 1, m.members, ARRAY[${observedAt}::timestamptz], ARRAY[m.number]
    FROM unnest(${arrayText(digests)}::uuid[]) AS asked (digest)
      JOIN ${sql.id(nameLinesTable(kind))} l ON l.digest = asked.digest AND l.observed_at < ${observedAt}
      JOIN ${sql.id(nameRecordsTable(kind))} r ON r.id = l.id AND r.born = l.born AND r.dead IS NULL
      JOIN corpus_line_members m ON m.kind = ${kind} AND m.number = l.said
    ORDER BY l.id
    ${confirmedAgain}`)
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

const memberSetRow = rowShape({ number: column.int(), members: column.texts() })

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
  const existing = await tx.query(
    sql.rows(memberSetRow)`SELECT number, members FROM corpus_line_members WHERE kind = ${kind}`,
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

const lineRulesRow = rowShape({ line_rules: column.text() })

/** Forgets all lines of a kind that were read by other rules. */
export async function renewLineRules(db: Postgres, kind: EntityKind, rules: string): Promise<void> {
  const [state] = await db.query(
    sql.rows(lineRulesRow)`SELECT line_rules FROM corpus_commits WHERE kind = ${kind}`,
  )
  if (state?.line_rules === rules) return
  await db.transact(async (tx) => {
    const [changed] = await tx.query(sql`
      UPDATE corpus_commits SET line_rules = ${rules} WHERE kind = ${kind} AND line_rules <> ${rules} RETURNING 1`)
    if (changed !== undefined) await tx.query(sql`TRUNCATE ${sql.id(nameLinesTable(kind))}`)
  })
}
