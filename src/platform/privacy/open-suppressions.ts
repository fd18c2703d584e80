import { createHmac, createSecretKey } from 'node:crypto'
import type { Clock } from '../../lib/clock.ts'
import { newId } from '../../lib/ids.ts'
import { column, nullable, rowShape, sql, type Postgres, type Queryable } from '../../store/postgres/index.ts'
import { noteRemoval } from './removals.ts'
import { INSTALLATION, type Audit, type AuditOrigin } from '../audit/index.ts'

export const suppressionReasons = ['erasure', 'objection', 'do-not-sell', 'other'] as const
export type SuppressionReason = (typeof suppressionReasons)[number]

/** What an identifier is, for the counts that are shown. */
export type IdentifierSort = 'email' | 'phone' | 'profile' | 'other'

export interface NewSuppression {
  reason: SuppressionReason
  note?: string | undefined
  identifiers: readonly { token: string; sort: IdentifierSort }[]
  /** People known by them now. */
  people: number
  by: AuditOrigin
}

export interface Suppression {
  id: string
  reason: SuppressionReason
  note: string | null
  people: number
  createdBy: string
  createdAt: Date
  /** How many identifiers of each sort it covers. */
  covers: Record<IdentifierSort, number>
}

export interface Suppressions {
  /** Those of some identifier tokens that are of suppressed people. */
  among(tokens: readonly string[]): Promise<ReadonlySet<string>>
  /** Adds an entry, or answers the one that covers all of the identifiers already. */
  add(suppression: NewSuppression): Promise<{ suppression: Suppression; isNew: boolean }>
  /**
   * Called once the person has left the corpus. When it resolves, data that running jobs had read about them is either
   * stored, where it can be forgotten, or never will be.
   */
  endReading(): Promise<void>
  /** The newest first. */
  list(page: { before?: string | undefined; most: number }): Promise<Suppression[]>
  /** Lets the person be written again; false when there is no such entry. */
  remove(id: string, by: AuditOrigin): Promise<boolean>
}

/** Digests one statement asks for. */
const chunk = 10_000

export function openSuppressions({
  db,
  clock,
  secret,
  audit,
}: {
  db: Postgres
  clock: Clock
  /** The installation's secret, without which nobody can tell who is on the list. */
  secret: Buffer
  audit: Audit
}): Suppressions {
  // As bytes it would be unwrapped for every token, of which imports ask for millions.
  const key = createSecretKey(createHmac('sha256', secret).update('suppressions').digest())
  const digest = (token: string) => createHmac('sha256', key).update(token).digest()
  return {
    among: (tokens) => selectSuppressed(db, tokens, digest),
    add: (entry) =>
      db.transact(async (tx) => {
        // One at a time: two for the same person at once would both be new.
        await tx.query(sql`SELECT pg_advisory_xact_lock(hashtext('suppressions'))`)
        const rows = entry.identifiers.map(({ token, sort }) => ({
          hex: digest(token).toString('hex'),
          sort,
        }))
        const covering = await coveringAll(tx, [...new Set(rows.map(({ hex }) => hex))])
        if (covering !== undefined) return { suppression: covering, isNew: false }
        const suppression = await insert(tx, { ...entry, id: newId('sup', clock), now: clock.now(), rows })
        const { id, reason, people, covers } = suppression
        await audit.append(tx, {
          organizationId: INSTALLATION,
          by: entry.by,
          action: 'subject.suppressed',
          subject: id,
          detail: { reason, people, covers },
        })
        return { suppression, isNew: true }
      }),
    endReading: () => noteRemoval(db),
    list: ({ before, most }) => read(db, before === undefined ? sql`true` : sql`s.id < ${before}`, most),
    remove: (id, by) =>
      db.transact(async (tx) => {
        const rows = await tx.query(sql`DELETE FROM suppressions WHERE id = ${id} RETURNING 1`)
        if (rows.length === 0) return false
        await audit.append(tx, {
          organizationId: INSTALLATION,
          by,
          action: 'subject.unsuppressed',
          subject: id,
        })
        return true
      }),
  }
}

const hexRow = rowShape({ hex: column.text() })

/** The tokens that are of suppressed people. */
async function selectSuppressed(
  db: Postgres,
  tokens: readonly string[],
  digest: (token: string) => Buffer,
): Promise<Set<string>> {
  const matches = new Set<string>()
  if (tokens.length === 0) return matches
  const [any] = await db.query(sql`SELECT 1 FROM suppressed_identifiers LIMIT 1`)
  if (any === undefined) return matches
  const wanted = [...new Set(tokens)]
  for (let start = 0; start < wanted.length; start += chunk) {
    const some = wanted.slice(start, start + chunk)
    const byDigest = new Map(some.map((token) => [digest(token).toString('hex'), token]))
    const rows = await db.query(sql.rows(hexRow)`
      SELECT DISTINCT encode(digest, 'hex') AS hex FROM suppressed_identifiers
      WHERE digest IN (SELECT decode(asked, 'hex') FROM unnest(${[...byDigest.keys()]}::text[]) AS asked)`)
    for (const { hex } of rows) matches.add(byDigest.get(hex) as string)
  }
  return matches
}

async function insert(
  tx: Queryable,
  entry: NewSuppression & { id: string; now: number; rows: { hex: string; sort: IdentifierSort }[] },
): Promise<Suppression> {
  const { id, now, rows, reason, note, people, by } = entry
  await tx.query(sql`
    INSERT INTO suppressions (id, reason, note, people, created_by, created_at)
    VALUES (${id}, ${reason}, ${note ?? null}, ${people}, ${by.actor}, ${new Date(now)})`)
  await tx.query(sql`
    INSERT INTO suppressed_identifiers (digest, suppression_id, sort)
    SELECT decode(given.hex, 'hex'), ${id}, given.sort
    FROM unnest(${rows.map(({ hex }) => hex)}::text[], ${rows.map(({ sort }) => sort)}::text[]) AS given (hex, sort)
    ON CONFLICT DO NOTHING`)
  const [suppression] = await read(tx, sql`s.id = ${id}`, 1)
  if (suppression === undefined) throw new Error(`suppression ${id} was not stored`)
  return suppression
}

const idRow = rowShape({ id: column.text() })

/** The newest entry that has every one of some digests. */
async function coveringAll(tx: Queryable, digests: readonly string[]): Promise<Suppression | undefined> {
  const [row] = await tx.query(sql.rows(idRow)`
    SELECT suppression_id AS id FROM suppressed_identifiers
    WHERE digest IN (SELECT decode(asked, 'hex') FROM unnest(${digests}::text[]) AS asked)
    GROUP BY suppression_id HAVING count(*) = ${digests.length} ORDER BY suppression_id DESC LIMIT 1`)
  return row === undefined ? undefined : (await read(tx, sql`s.id = ${row.id}`, 1))[0]
}

const suppressionRow = rowShape<Omit<Suppression, 'covers'> & Suppression['covers']>({
  id: column.text(),
  reason: column.text(),
  note: nullable(column.text()),
  people: column.int(),
  createdBy: column.text(),
  createdAt: column.instant(),
  email: column.int(),
  phone: column.int(),
  profile: column.int(),
  other: column.int(),
})

async function read(on: Queryable, where: ReturnType<typeof sql>, most: number): Promise<Suppression[]> {
  const rows = await on.query(sql.rows(suppressionRow)`
    SELECT s.id, s.reason, s.note, s.people, s.created_by AS "createdBy", s.created_at AS "createdAt", i.*
    FROM suppressions s CROSS JOIN LATERAL (
      SELECT count(*) FILTER (WHERE sort = 'email')::int AS email, count(*) FILTER (WHERE sort = 'phone')::int AS phone,
        count(*) FILTER (WHERE sort = 'profile')::int AS profile, count(*) FILTER (WHERE sort = 'other')::int AS other
      FROM suppressed_identifiers WHERE suppression_id = s.id) i
    WHERE ${where} ORDER BY s.id DESC LIMIT ${most}`)
  return rows.map(({ email, phone, profile, other, ...row }) => ({
    ...row,
    covers: { email, phone, profile, other },
  }))
}
