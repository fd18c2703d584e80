import { sql, type Postgres, type Queryable } from '../../store/postgres/index.ts'
import type { ContactKind } from './kinds.ts'

const purgeBatch = 2_000

/** What an organization paid for, of one person. */
export interface ContactRead {
  personId: string
  kinds: readonly ContactKind[]
}

/** Remembers what was paid for, so that it is not charged again within the window. */
export interface ContactReads {
  /** Kinds of each person that were paid for within the window: recorded by a request that was charged. */
  paid(
    organizationId: string,
    personIds: readonly string[],
    nowMs: number,
  ): Promise<Map<string, Set<ContactKind>>>
  /** Remembers kinds that a request is to be charged for; until it is, they count for nothing. */
  record(
    on: Queryable,
    reads: readonly ContactRead[],
    by: { organizationId: string; requestId: string; nowMs: number },
  ): Promise<void>
  /** Removes what is older than the window, a batch; answers how many. */
  purge(nowMs: number): Promise<number>
}

export function openContactReads({ db, windowDays }: { db: Postgres; windowDays: number }): ContactReads {
  const since = (nowMs: number) => new Date(nowMs - windowDays * 86_400_000)
  return {
    async paid(organizationId, personIds, nowMs) {
      const kinds = new Map<string, Set<ContactKind>>()
      if (personIds.length === 0 || windowDays === 0) return kinds
      const rows = await db.query<{ personId: string; kind: ContactKind }>(sql`
        SELECT DISTINCT r.person_id::text AS "personId", r.kind FROM contact_reads r
        WHERE r.organization_id = ${organizationId} AND r.person_id = ANY(${personIds}::numeric[])
          AND r.paid_at > ${since(nowMs)}
          AND EXISTS (SELECT FROM ledger_transfers t
            WHERE t.request_id = r.request_id AND t.organization_id = r.organization_id AND t.kind = 'capture')`)
      for (const { personId, kind } of rows) kinds.set(personId, (kinds.get(personId) ?? new Set()).add(kind))
      return kinds
    },
    async record(on, reads, { organizationId, requestId, nowMs }) {
      const rows = reads.flatMap(({ personId, kinds }) => kinds.map((kind) => ({ personId, kind })))
      if (rows.length === 0) return
      // In one order, so that two requests for the same people cannot wait for each other.
      rows.sort((a, b) => (a.personId + a.kind < b.personId + b.kind ? -1 : 1))
      await on.query(sql`
        INSERT INTO contact_reads (organization_id, person_id, kind, request_id, paid_at)
        SELECT ${organizationId}, read.person_id, read.kind, ${requestId}, ${new Date(nowMs)}
        FROM unnest(${rows.map(({ personId }) => personId)}::numeric[], ${rows.map(({ kind }) => kind)}::text[])
          AS read (person_id, kind)
        ON CONFLICT DO NOTHING`)
    },
    async purge(nowMs) {
      const rows = await db.query(sql`
        DELETE FROM contact_reads WHERE (organization_id, person_id, kind, request_id) IN (
          SELECT organization_id, person_id, kind, request_id FROM contact_reads WHERE paid_at <= ${since(nowMs)}
          LIMIT ${purgeBatch}
        ) RETURNING 1`)
      return rows.length
    },
  }
}
