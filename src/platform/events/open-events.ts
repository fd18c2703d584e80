import type { Clock } from '../../lib/clock.ts'
import { newId } from '../../lib/ids.ts'
import { checkEventData, type EventDefinition } from './define-event.ts'
import { sql, type Postgres, type Queryable } from '../../store/postgres/index.ts'

/** Events are kept this long; a receiver that stays away longer has missed them. */
const KEEP_MS = 30 * 86_400_000
const PURGE_BATCH = 2_000

export interface NewEvent<D extends object> {
  organizationId: string
  /** The payload as receivers get it. */
  data: D
}

export interface Event {
  id: string
  type: string
  createdAt: Date
  /** Stored JSON. */
  data: string
}

/** Place in the feed: the number of the last event that was read. Text, because it is 64 bits wide. */
export interface FeedPosition {
  number: string
  /** Of positions given out by earlier versions, whose feed was in the order of transactions. */
  transaction?: string | undefined
}

export interface Events {
  /** Writes an event in the transaction of its cause: it is there exactly if the cause is. */
  append<D extends object>(tx: Queryable, definition: EventDefinition<D>, event: NewEvent<D>): Promise<void>
  /** What happened after a position, oldest first; every event exactly once, however transactions overlap. */
  list(
    organizationId: string,
    page: { after: FeedPosition | undefined; limit: number },
  ): Promise<{ event: Event; position: FeedPosition }[]>
  /** Removes events past their 30 days, a batch; answers how many. */
  purge(nowMs: number): Promise<number>
}

/** An event as the outbox of its receivers needs it. */
export interface WrittenEvent {
  id: string
  organizationId: string
  key: string
  group: string
  createdAt: Date
}

export interface EventsSettings {
  db: Postgres
  clock: Clock
  /** In tests and development payloads are checked against their schemas. */
  checkData?: boolean
  /** Has deliveries of the event made, in its transaction. */
  enqueue?(tx: Queryable, event: WrittenEvent): Promise<void>
}

export function openEvents({ db, clock, checkData = false, enqueue }: EventsSettings): Events {
  return {
    async append(tx, definition, { organizationId, data }) {
      const text = JSON.stringify(data)
      if (checkData) checkEventData(definition, text)
      const id = newId('evt', clock)
      const { key, group } = definition
      const createdAt = new Date(clock.now())
      await tx.query(sql`
        INSERT INTO events (id, organization_id, type, data, created_at)
        VALUES (${id}, ${organizationId}, ${key}, ${text}::json, ${createdAt})`)
      await enqueue?.(tx, { id, organizationId, key, group, createdAt })
    },
    async list(organizationId, { after, limit }) {
      const rows = await db.query<EventRow>(sql`
        SELECT id, type, created_at, data, number::text AS number
        FROM events_after(${organizationId}, ${after?.number ?? '0'}::bigint, ${after?.transaction ?? null}::xid8, ${limit}::integer)`)
      return rows.map((row) => ({
        event: { id: row.id, type: row.type, createdAt: row.created_at, data: row.data },
        position: { number: row.number },
      }))
    },
    async purge(nowMs) {
      const rows = await db.query(sql`
        DELETE FROM events WHERE id IN (
          SELECT id FROM events WHERE created_at < ${new Date(nowMs - KEEP_MS)} LIMIT ${PURGE_BATCH}
        ) RETURNING 1`)
      return rows.length
    },
  }
}

interface EventRow {
  id: string
  type: string
  created_at: Date
  data: string
  number: string
}
