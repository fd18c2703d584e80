import { setTimeout as delay } from 'node:timers/promises'
import { Failure } from '../../operation/index.ts'
import {
  column,
  deleteOldest,
  nullable,
  rowShape,
  sql,
  type Postgres,
  type Queryable,
} from '../../store/postgres/index.ts'
import type { ContactKind } from './kinds.ts'

const purgeBatch = 2_000
/** Delays between checks of a request that may be about to pay; most such requests end within the first few. */
const firstWaitMs = 4
const maxWaitMs = 100

/** The kinds of one person that an organization pays for. */
export interface ContactRead {
  personId: string
  kinds: readonly ContactKind[]
}

/** The organization and request that claim contacts. */
export interface Claimant {
  organizationId: string
  /** The request that is charged; for a job, the request that started it. */
  requestId: string
  nowMs: number
  /** `now`: they count as paid once the request is charged. `later`: the caller records them with its charge. */
  records: 'now' | 'later'
  signal: AbortSignal
}

/** Records which organization paid for what, so that nothing is charged twice within the window. */
export interface ContactReads {
  /**
   * Claims kinds of people for a request that will be charged for them, and returns those it need not pay because they
   * were paid for within the window. Waits for requests that may be about to pay for the same; fails with
   * `unavailable` when one takes too long. Call it once credits are held.
   */
  claim(wanted: readonly ContactRead[], by: Claimant): Promise<Map<string, Set<ContactKind>>>
  /** Kinds that a charge would skip now, by person; nothing is claimed. */
  paid(
    organizationId: string,
    personIds: readonly string[],
    nowMs: number,
  ): Promise<Map<string, Set<ContactKind>>>
  /** Records kinds as read, in the transaction that charges a job for them. */
  record(
    tx: Queryable,
    reads: readonly ContactRead[],
    by: { organizationId: string; requestId: string; nowMs: number },
  ): Promise<void>
  /** Removes a batch of reads that are older than the window and no longer rechecked; returns how many. */
  purge(nowMs: number): Promise<number>
}

export function openContactReads({
  db,
  windowDays,
  patienceMs = 10_000,
  refundDays = 0,
}: {
  db: Postgres
  windowDays: number
  /** Maximum wait for another request. */
  patienceMs?: number
  /** Days during which addresses are rechecked. */
  refundDays?: number
}): ContactReads {
  const since = (nowMs: number) => new Date(nowMs - windowDays * 86_400_000)
  const oldest = (nowMs: number) => new Date(nowMs - Math.max(windowDays, refundDays) * 86_400_000)
  return {
    async claim(wanted, by) {
      const rows = buildRows(wanted)
      if (rows.length === 0 || windowDays === 0) return new Map()
      let waited = 0
      for (let waitMs = firstWaitMs; ; waitMs = Math.min(2 * waitMs, maxWaitMs)) {
        const paid = await tryClaim(db, rows, { ...by, since: since(by.nowMs) })
        if (paid !== undefined) return paid
        if (waited >= patienceMs) throw new Failure('unavailable', { retryAfterSeconds: 2 })
        await delay(waitMs, undefined, { signal: by.signal })
        waited += waitMs
      }
    },
    paid: async (organizationId, personIds, nowMs) =>
      personIds.length === 0 || windowDays === 0
        ? new Map()
        : selectPaid(db, { organizationId, personIds, since: since(nowMs) }),
    record: insertReads,
    async purge(nowMs) {
      const reads = await deleteOldest(db, {
        table: 'contact_reads',
        where: sql`paid_at <= ${oldest(nowMs)}`,
        by: 'paid_at',
        most: purgeBatch,
      })
      // A claim of an open request may still be charged; jobs end long before.
      const claims = await deleteOldest(db, {
        table: 'contact_claims',
        where: sql`claimed_at <= ${since(nowMs)} AND NOT contact_is_open(request_id)`,
        by: 'claimed_at',
        most: purgeBatch,
      })
      return reads + claims
    },
  }
}

const contactReadRow = rowShape({ person: column.text(), contact: column.text<ContactKind>() })

async function selectPaid(
  db: Postgres,
  { organizationId, personIds, since }: { organizationId: string; personIds: readonly string[]; since: Date },
): Promise<Map<string, Set<ContactKind>>> {
  const rows = await db.query(sql.rows(contactReadRow)`
    SELECT DISTINCT r.person_id::text AS person, r.kind AS contact
    FROM unnest(${personIds}::numeric[]) AS asked (person_id)
    CROSS JOIN LATERAL (
      SELECT person_id, kind FROM contact_reads c
      WHERE c.organization_id = ${organizationId} AND c.person_id = asked.person_id
        AND contact_is_paid(${organizationId}, c.person_id, c.kind, ${since}) OFFSET 0) r`)
  const paid = new Map<string, Set<ContactKind>>()
  for (const { person, contact } of rows) paid.set(person, (paid.get(person) ?? new Set()).add(contact))
  return paid
}

const insertReads: ContactReads['record'] = async (tx, reads, { organizationId, requestId, nowMs }) => {
  const rows = buildRows(reads)
  if (rows.length === 0) return
  await tx.query(sql`
    INSERT INTO contact_reads (organization_id, person_id, kind, request_id, paid_at)
    SELECT ${organizationId}, read.person_id, read.kind, ${requestId}, ${new Date(nowMs)}
    FROM unnest(${rows.map(({ personId }) => personId)}::numeric[], ${rows.map(({ kind }) => kind)}::text[])
      AS read (person_id, kind)
    ON CONFLICT DO NOTHING`)
}

interface ReadRow {
  personId: string
  kind: ContactKind
}

/** Each kind of each person once, in a fixed order, so that two requests for the same people cannot deadlock. */
function buildRows(reads: readonly ContactRead[]): ReadRow[] {
  const rows = reads.flatMap(({ personId, kinds }) => kinds.map((kind) => ({ personId, kind })))
  const unique = new Map(rows.map((row) => [`${row.personId} ${row.kind}`, row]))
  return [...unique].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
}

/** All of it is null where nothing was paid. */
const claimRow = rowShape({
  person: nullable(column.text()),
  contact: nullable(column.text<ContactKind>()),
  state: nullable(column.text<'paid' | 'pending'>()),
})

/** One round trip. Returns undefined when another request may be about to pay. */
async function tryClaim(
  db: Postgres,
  rows: readonly ReadRow[],
  by: Claimant & { since: Date },
): Promise<Map<string, Set<ContactKind>> | undefined> {
  const { organizationId, requestId, nowMs, records, since } = by
  // A crash that loses the claim also loses the charge that would follow it, so the commit need not wait for the disk.
  const readRows = await db.query(sql.rows(claimRow)`
    SELECT c.* FROM (SELECT set_config('synchronous_commit', 'off', true)) AS durability
    LEFT JOIN LATERAL contact_claim(${organizationId}, ${requestId},
      ${rows.map(({ personId }) => personId)}::numeric[], ${rows.map(({ kind }) => kind)}::text[],
      ${since}, ${new Date(nowMs)}, ${records === 'now'}) c ON true`)
  const paid = new Map<string, Set<ContactKind>>()
  for (const { person, contact, state } of readRows) {
    if (state === 'pending') return undefined
    if (person === null || contact === null) continue
    paid.set(person, (paid.get(person) ?? new Set()).add(contact))
  }
  return paid
}
