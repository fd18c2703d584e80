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
  /** Kinds of each person that were paid for within the window. */
  paid(
    organizationId: string,
    personIds: readonly string[],
    nowMs: number,
  ): Promise<Map<string, Set<ContactKind>>>
  /** Remembers kinds that are charged now. */
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
        SELECT person_id::text AS "personId", kind FROM contact_reads
        WHERE organization_id = ${organizationId} AND person_id = ANY(${personIds}::numeric[])
          AND paid_at > ${since(nowMs)}`)
      for (const { personId, kind } of rows) kinds.set(personId, (kinds.get(personId) ?? new Set()).add(kind))
      return kinds
    },
    async record(on, reads, { organizationId, requestId, nowMs }) {
      const rows = reads.flatMap(({ personId, kinds }) => kinds.map((kind) => ({ personId, kind })))
      if (rows.length === 0) return
      // In one order, so that two requests for the same people cannot wait for each other.
      rows.sort((a, b) => (a.personId + a.kind < b.personId + b.kind ? -1 : 1))
      await on.query(sql`
        INSERT INTO contact_reads AS r (organization_id, person_id, kind, request_id, paid_at)
        SELECT ${organizationId}, read.person_id, read.kind, ${requestId}, ${new Date(nowMs)}
        FROM unnest(${rows.map(({ personId }) => personId)}::numeric[], ${rows.map(({ kind }) => kind)}::text[])
          AS read (person_id, kind)
        ON CONFLICT (organization_id, person_id, kind) DO UPDATE
        SET request_id = excluded.request_id, paid_at = excluded.paid_at`)
    },
    async purge(nowMs) {
      const rows = await db.query(sql`
        DELETE FROM contact_reads WHERE (organization_id, person_id, kind) IN (
          SELECT organization_id, person_id, kind FROM contact_reads WHERE paid_at <= ${since(nowMs)}
          LIMIT ${purgeBatch}
        ) RETURNING 1`)
      return rows.length
    },
  }
}
