import type { PriceKey } from '../../operation/index.ts'
import { dayMs } from '../../lib/time.ts'
import {
  column,
  deleteOldest,
  rowShape,
  sql,
  type Postgres,
  type Queryable,
} from '../../store/postgres/index.ts'

const purgeBatch = 5_000
/** Records claimed by one statement. */
const claimBatch = 5_000

export type RecordKind = 'companies' | 'people' | 'postings'

/**
 * What of a record is read: all of it, or the row that files and audiences have of it, which costs less. Whoever paid for the
 * whole has paid for the row, and not the reverse.
 */
export type ReadExtent = 'record' | 'row'

/** Whose reads, and of what. */
interface Reader {
  organizationId: string
  kind: RecordKind
  /** Default: the whole record. */
  extent?: ReadExtent
  nowMs: number
}

/** Whoever reads them, by which request, and the price by which it pays for them. */
type Claimant = Reader & { requestId: string; priceKey: PriceKey }

/** Which records organizations have paid for, so that nothing is charged twice within the window. */
export interface RecordReads {
  /** Days during which a record that was paid for costs nothing again; 0 where each reading is charged. */
  readonly windowDays: number
  /**
   * Notes records as paid for by a request, in the transaction of its charge, and answers those it must be charged for, by
   * entity id. With a window of 0 that is all of them. What was read at a price of 0 nobody has paid for, whatever else its
   * request was charged; one unit of the price that cost something pays for all records of the request under it, since its
   * charge does not say which record each unit was for. A record is paid for where one that became part of it is.
   */
  claim(tx: Queryable, entities: readonly string[], by: Claimant): Promise<Set<string>>
  /** Counts those of some records that would cost nothing now. Only `claim` decides. */
  countPaid(entities: readonly string[], by: Reader): Promise<number>
  /** Counts those of some records with which a request paid. */
  countPaidWith(
    requestId: string,
    entities: readonly string[],
    of: { organizationId: string; kind: RecordKind },
  ): Promise<number>
  /** Removes a batch of reads that are older than the window; answers how many. */
  purge(nowMs: number): Promise<number>
}

const entityRow = rowShape({ entity: column.text() })
const countRow = rowShape({ count: column.int() })

export function openRecordReads({ db, windowDays }: { db: Postgres; windowDays: number }): RecordReads {
  const since = (nowMs: number) => new Date(nowMs - windowDays * dayMs)

  const countPaid: RecordReads['countPaid'] = async (
    entities,
    { organizationId, kind, extent = 'record', nowMs },
  ) => {
    if (entities.length === 0 || windowDays === 0) return 0
    const [row] = await db.query(sql.rows(countRow)`
      WITH reads AS MATERIALIZED (
        SELECT r.request_id, r.paid_at, r.price_key, array_agg(r.entity) AS entities FROM record_reads r
        WHERE r.organization_id = ${organizationId} AND r.kind = ${kind} AND r.entity = ANY(${asNumbers(entities)}::bigint[])
          AND r.extent IN ('record', ${extent}::text)
        GROUP BY 1, 2, 3)
      SELECT count(*)::int AS count FROM (
        SELECT unnest(q.entities) FROM reads q
        WHERE record_is_paid(${organizationId}, q.request_id, q.paid_at, ${since(nowMs)}, q.price_key)
        UNION SELECT records_paid_before_merge(${organizationId}, ${kind}, ${asNumbers(entities)}::bigint[],
          ${since(nowMs)}, ${extent})) AS paid`)
    return row?.count ?? 0
  }

  return {
    windowDays,
    async claim(tx, entities, by) {
      if (windowDays === 0) return new Set(entities)
      const unpaid = new Set<string>()
      // In the order of all claims, also from one statement to the next.
      const ordered = entities.length <= claimBatch ? entities : entities.toSorted(byNumber)
      for (let start = 0; start < ordered.length; start += claimBatch)
        for (const entity of await claimSome(tx, ordered.slice(start, start + claimBatch), {
          ...by,
          since: since(by.nowMs),
        }))
          unpaid.add(entity)
      return unpaid
    },
    countPaid,
    async countPaidWith(requestId, entities, { organizationId, kind }) {
      if (entities.length === 0) return 0
      const [row] = await db.query(sql.rows(countRow)`
        SELECT count(*)::int AS count FROM record_reads r
        WHERE r.organization_id = ${organizationId} AND r.kind = ${kind} AND r.request_id = ${requestId}
          AND r.entity = ANY(${asNumbers(entities)}::bigint[])`)
      return row?.count ?? 0
    },
    purge: (nowMs) =>
      deleteOldest(db, {
        table: 'record_reads',
        where: sql`paid_at <= ${since(nowMs)}`,
        by: 'paid_at',
        most: purgeBatch,
      }),
  }
}

const asNumbers = (entities: readonly string[]) => entities.map(BigInt)

const byNumber = (one: string, other: string) => one.length - other.length || (one < other ? -1 : 1)

async function claimSome(
  tx: Queryable,
  entities: readonly string[],
  { organizationId, requestId, kind, extent = 'record', priceKey, nowMs, since }: Claimant & { since: Date },
): Promise<string[]> {
  const merged = await tx.query(sql.rows(entityRow)`
      SELECT p.entity::text AS entity FROM records_paid_before_merge(${organizationId}, ${kind},
        ${asNumbers(entities)}::bigint[], ${since}, ${extent}) AS p (entity)`)
  const paid = new Set(merged.map(({ entity }) => entity))
  const others = entities.filter((entity) => !paid.has(entity))
  const rows = await tx.query(sql.rows(entityRow)`
      SELECT c.entity::text AS entity FROM record_claim(${organizationId}, ${requestId}, ${kind},
        ${asNumbers(others)}::bigint[], ${since}, ${new Date(nowMs)}, ${extent}, ${priceKey}) AS c (entity)`)
  return rows.map(({ entity }) => entity)
}
