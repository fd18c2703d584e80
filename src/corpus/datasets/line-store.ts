import { hash } from 'node:crypto'
import { sql, type Postgres, type Queryable, type Statement } from '../../store/postgres/index.ts'
import { kinds, withoutMentions, type EntityKind } from '../kinds/index.ts'
import { tokenDigest } from '../search-index/index.ts'
import {
  isStrong,
  packRecord,
  unpackRecord,
  unpackText,
  type LineSummary,
  type Subjects,
} from '../write/index.ts'

/** A publication of a data set that is being read. */
export interface Reading {
  dataset: number
  publication: number
  kind: EntityKind
}

/** A line that a data set has said, as it is stored. */
export interface SaidLine {
  digest: string
  observedAt: Date
  record: Record<string, unknown>
}

interface LineRow {
  digest: string
  observed_at: Date
  packed: Buffer
}

/** Notes that lines came again with this publication; answers those that were never noted. */
export async function noteRepeated(
  db: Queryable,
  { dataset, publication, kind }: Reading,
  digests: readonly string[],
): Promise<Set<string>> {
  const unknown = new Set(digests)
  if (unknown.size === 0) return unknown
  const rows = await db.query<{ digest: string }>(sql`
    WITH there AS (
      SELECT digest, publication < ${publication} OR ended IS NOT NULL AS is_earlier FROM corpus_dataset_lines
      WHERE dataset = ${dataset} AND kind = ${kind} AND digest = ANY (${[...unknown]}::uuid[])),
    moved AS (
      UPDATE corpus_dataset_lines l SET publication = greatest(l.publication, ${publication}::int), ended = NULL
      FROM there WHERE l.dataset = ${dataset} AND l.kind = ${kind} AND l.digest = there.digest AND there.is_earlier)
    SELECT replace(digest::text, '-', '') AS digest FROM there`)
  for (const { digest } of rows) unknown.delete(digest)
  return unknown
}

/** A line to be noted: its digest, if it can be recognised, and the record that it says, packed. */
export interface NotedLine {
  digest: string | undefined
  summary: LineSummary
  packed: Uint8Array
}

/**
 * Stores what lines say, before it is written to the corpus: after a kill there may be a line that was not written, which
 * removal does not mind, and never one that was written and is not noted.
 */
export async function noteLines(
  db: Queryable,
  { dataset, publication, kind }: Reading,
  lines: readonly NotedLine[],
): Promise<void> {
  const rows = new Map(
    lines.flatMap(({ digest, summary, packed }) => {
      const strongest = chooseKey(summary.identifiers)
      // A line without any is rejected.
      if (strongest === undefined) return []
      // The first entity that it refers to: the employer of a posting.
      const employer = summary.refers[0]?.tokens[0]
      const people = peopleOf(summary).map((token) => String(tokenDigest(token)))
      const id = digest ?? hash('sha256', unpackText(packed), 'hex').slice(0, 32)
      const row = {
        digest: id,
        key: String(tokenDigest(strongest)),
        employer: employer === undefined ? null : String(tokenDigest(employer)),
        observed_at: summary.observedAt,
        people: people.length === 0 ? null : people,
        packed: Buffer.from(packed.buffer, packed.byteOffset, packed.byteLength).toString('base64'),
      }
      return [[id, row] as const]
    }),
  )
  if (rows.size === 0) return
  await db.query(sql`
    INSERT INTO corpus_dataset_lines AS l
      (dataset, kind, digest, key, employer, publication, observed_at, people, packed)
    SELECT ${dataset}, ${kind}, r.digest, r.key, r.employer, ${publication}, r.observed_at, r.people, decode(r.packed, 'base64')
    FROM json_to_recordset(${JSON.stringify([...rows.values()])}::json) AS r
      (digest uuid, key bigint, employer bigint, observed_at timestamptz, people bigint[], packed text)
    ON CONFLICT (dataset, kind, digest) DO UPDATE
      SET publication = greatest(l.publication, EXCLUDED.publication), ended = NULL, observed_at = EXCLUDED.observed_at`)
}

/**
 * The identifier by which a record is known again in the next publication: the first id of a register, which stays when
 * site, telephone or page change.
 */
export const chooseKey = (identifiers: readonly string[]): string | undefined =>
  identifiers.find((token) => token.startsWith('ext:')) ?? identifiers.find(isStrong) ?? identifiers[0]

/** Kinds of which a data set has said something. */
export async function listKinds(db: Queryable, dataset: number): Promise<EntityKind[]> {
  const rows = await db.query<{ kind: EntityKind }>(
    sql`SELECT DISTINCT kind FROM corpus_dataset_lines WHERE dataset = ${dataset} ORDER BY kind`,
  )
  return rows.map(({ kind }) => kind)
}

/** The next lines of a data set, in the order of their digests. */
export async function readLines(
  db: Queryable,
  { dataset, kind, after, most }: { dataset: number; kind: EntityKind; after: string; most: number },
): Promise<SaidLine[]> {
  const rows = await db.query<LineRow>(sql`
    SELECT replace(digest::text, '-', '') AS digest, observed_at, packed FROM corpus_dataset_lines
    WHERE dataset = ${dataset} AND kind = ${kind} AND digest > ${after}::uuid ORDER BY digest LIMIT ${most}`)
  return rows.map(readRow)
}

/** A line of another data set, and when its record ended there. */
export interface OtherLine extends SaidLine {
  source: string
  key: string
  endedAt: Date | null
}

/** What other data sets have said under some identifiers, the earliest first. */
export async function readOthers(
  db: Queryable,
  { dataset, kind, tokens }: { dataset: number; kind: EntityKind; tokens: readonly string[] },
): Promise<OtherLine[]> {
  if (tokens.length === 0) return []
  const keys = [...new Set(tokens.map((token) => String(tokenDigest(token))))]
  const rows = await db.query<LineRow & { source: string; key: string; ended_at: Date | null }>(sql`
    SELECT d.name AS source, l.key::text AS key, replace(l.digest::text, '-', '') AS digest, l.observed_at, l.packed,
      p.published_at AS ended_at
    FROM corpus_dataset_lines l JOIN corpus_datasets d ON d.number = l.dataset
    LEFT JOIN corpus_dataset_publications p ON p.dataset = l.dataset AND p.number = l.ended
    WHERE l.kind = ${kind} AND l.key = ANY (${keys}::bigint[]) AND l.dataset <> ${dataset} AND d.state <> 'leaving'
    ORDER BY l.observed_at, l.dataset, l.digest`)
  return rows.map((row) => ({ ...readRow(row), source: row.source, key: row.key, endedAt: row.ended_at }))
}

/** Some lines, with all others of the same keys. */
export async function readSameKeys(
  db: Queryable,
  { dataset, kind, digests }: { dataset: number; kind: EntityKind; digests: readonly string[] },
): Promise<SaidLine[]> {
  const rows = await db.query<LineRow>(sql`
    SELECT replace(l.digest::text, '-', '') AS digest, l.observed_at, l.packed FROM corpus_dataset_lines l
    WHERE l.dataset = ${dataset} AND l.kind = ${kind} AND l.key IN (
      SELECT key FROM corpus_dataset_lines
      WHERE dataset = ${dataset} AND kind = ${kind} AND digest = ANY (${[...digests]}::uuid[]))
    ORDER BY l.digest`)
  return rows.map(readRow)
}

/** What earlier publications said under some keys. */
export async function readEarlier(
  db: Queryable,
  { dataset, kind, publication }: Reading,
  keys: readonly string[],
): Promise<(SaidLine & { key: string })[]> {
  if (keys.length === 0) return []
  const rows = await db.query<LineRow & { key: string }>(sql`
    SELECT key::text AS key, replace(digest::text, '-', '') AS digest, observed_at, packed FROM corpus_dataset_lines
    WHERE kind = ${kind} AND key = ANY (${[...keys]}::bigint[]) AND dataset = ${dataset} AND publication < ${publication}`)
  return rows.map((row) => ({ ...readRow(row), key: row.key }))
}

/** Stores another record in the place of what a line said. The row that said it is a new one if it ever comes again. */
export async function rewriteLine(
  tx: Queryable,
  { dataset, kind, digest, record }: { dataset: number; kind: EntityKind; digest: string; record: object },
): Promise<void> {
  const newDigest = hash('sha256', `${digest} ${JSON.stringify(record)}`, 'hex').slice(0, 32)
  await tx.query(sql`
    UPDATE corpus_dataset_lines SET packed = decode(${pack(record)}, 'base64'), digest = ${newDigest}::uuid
    WHERE dataset = ${dataset} AND kind = ${kind} AND digest = ${digest}::uuid`)
}

/** Forgets lines. */
export async function dropLines(
  tx: Queryable,
  { dataset, kind, digests }: { dataset: number; kind: EntityKind; digests: readonly string[] },
): Promise<void> {
  await tx.query(sql`
    DELETE FROM corpus_dataset_lines
    WHERE dataset = ${dataset} AND kind = ${kind} AND digest = ANY (${[...digests]}::uuid[])`)
}

/**
 * Lines whose key is in no line of this publication, the newest line of each key; in the order of digests. With `employer`,
 * only those of employers that the publication still names.
 */
export async function readMissing(
  db: Postgres,
  { dataset, publication, kind }: Reading,
  { complete, after, most }: { complete: 'source' | 'employer'; after: string; most: number },
): Promise<SaidLine[]> {
  const employers =
    complete === 'source'
      ? sql`true`
      : sql`EXISTS (SELECT 1 FROM corpus_dataset_lines e
          WHERE e.dataset = ${dataset} AND e.kind = ${kind} AND e.publication = ${publication} AND e.employer = l.employer)`
  const rows = await readAll<LineRow>(
    db,
    sql`
    SELECT replace(l.digest::text, '-', '') AS digest, l.observed_at, l.packed FROM corpus_dataset_lines l
    WHERE l.dataset = ${dataset} AND l.kind = ${kind} AND l.publication < ${publication} AND l.ended IS NULL
      AND l.digest > ${after}::uuid AND ${employers}
      AND NOT EXISTS (SELECT 1 FROM corpus_dataset_lines n
        WHERE n.kind = l.kind AND n.key = l.key AND n.dataset = l.dataset AND n.publication >= ${publication})
    ORDER BY l.digest LIMIT ${most}`,
  )
  return rows.map(readRow)
}

/** Records that a data set speaks of and that have not ended: those of a publication, and those of earlier ones alone. */
export async function countPresent(
  db: Queryable,
  { dataset, publication, kind }: Reading,
): Promise<{ present: number; missing: number }> {
  const [row] = await db.query<{ present: number; missing: number }>(sql`
    SELECT count(*) FILTER (WHERE newest >= ${publication})::int AS present,
      count(*) FILTER (WHERE newest < ${publication})::int AS missing
    FROM (SELECT max(publication) AS newest FROM corpus_dataset_lines
      WHERE dataset = ${dataset} AND kind = ${kind} AND ended IS NULL GROUP BY key) AS keys`)
  return row ?? { present: 0, missing: 0 }
}

/** Notes that lines count as ended, so that the next publication does not end them again. */
export async function noteEnded(
  db: Queryable,
  { dataset, publication, kind }: Reading,
  digests: readonly string[],
): Promise<void> {
  await db.query(sql`
    UPDATE corpus_dataset_lines SET ended = ${publication}
    WHERE dataset = ${dataset} AND kind = ${kind} AND digest = ANY (${[...digests]}::uuid[])`)
}

/** How many records a data set speaks of, by kind; those that have ended do not count. */
export async function countRecords(db: Postgres, dataset: number): Promise<Record<string, number>> {
  const rows = await readAll<{ kind: string; records: number }>(
    db,
    sql`
      SELECT kind, count(DISTINCT key) AS records FROM corpus_dataset_lines
      WHERE dataset = ${dataset} AND ended IS NULL GROUP BY kind ORDER BY kind`,
  )
  return Object.fromEntries(rows.map(({ kind, records }) => [kind, records]))
}

/** A statement that reads all lines of a data set may take its time. */
const readAll = <Row>(db: Postgres, statement: Statement<Row>): Promise<Row[]> =>
  db.transact((tx) => tx.query(statement), { statementTimeoutMs: 0 })

function readRow({ digest, observed_at, packed }: LineRow): SaidLine {
  return { digest, observedAt: observed_at, record: unpackRecord(packed) }
}

const pack = (record: object): string => packRecord(record).toString('base64')

/**
 * Forgets people by their tokens: lines about them, and their names in other lines. Answers how many lines were touched.
 */
async function forgetPeople(db: Postgres, tokens: readonly string[]): Promise<number> {
  if (tokens.length === 0) return 0
  const digests = tokens.map((token) => String(tokenDigest(token)))
  return db.transact(async (tx) => {
    const rows = await tx.query<LineRow & { dataset: number; kind: EntityKind }>(sql`
      SELECT dataset, kind, digest::text AS digest, observed_at, packed FROM corpus_dataset_lines
      WHERE people && ${digests}::bigint[] FOR UPDATE`)
    for (const { dataset, kind, digest, packed } of rows) {
      const { mentions, suppression } = kinds[kind]
      const record = unpackRecord(packed)
      const others = mentions && withoutMentions(mentions, record, new Set(tokens))
      if (suppression.of !== 'nobody' || others === undefined)
        await tx.query(sql`
          DELETE FROM corpus_dataset_lines WHERE dataset = ${dataset} AND kind = ${kind} AND digest = ${digest}::uuid`)
      else
        await tx.query(sql`
          UPDATE corpus_dataset_lines SET packed = decode(${pack(others)}, 'base64')
          WHERE dataset = ${dataset} AND kind = ${kind} AND digest = ${digest}::uuid`)
    }
    return rows.length
  })
}

/** The people a line is of or names, by the tokens of their identifiers. */
export const peopleOf = ({ subjects, named }: Pick<LineSummary, 'subjects' | 'named'>): string[] => [
  ...new Set([...subjects, ...named]),
]

/** Subjects of the corpus, whose removal also forgets what data sets said of the people. */
export const forgettingLines = (subjects: Subjects, db: Postgres): Subjects => ({
  ...subjects,
  async erase(tokens) {
    const erased = await subjects.erase(tokens)
    await forgetPeople(db, tokens)
    return erased
  },
})
