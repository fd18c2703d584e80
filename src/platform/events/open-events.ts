import type { Clock } from '../../lib/clock.ts'
import { newId } from '../../lib/ids.ts'
import { type AnyEvent, type EventDefinition, checkEventData, inOneStyle } from './define-event.ts'
import {
  column,
  deleteOldest,
  nullable,
  rowShape,
  sql,
  type Postgres,
  type Queryable,
} from '../../store/postgres/index.ts'

/** Events are kept this long; a receiver that stays away longer has missed them. */
const keepMs = 30 * 86_400_000
const purgeBatch = 2_000

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
  /** Set in positions issued by earlier versions, whose feed was in the order of transactions. */
  transaction?: string | undefined
}

export interface ListedEvent {
  event: Event
  position: FeedPosition
}

/** What is left out narrows nothing. */
export interface EventFilter {
  types?: readonly string[] | undefined
  /** Ids of lists of any kind. */
  listIds?: readonly string[] | undefined
}

export interface Events {
  /** Writes an event in the transaction of its cause, so that one exists exactly when the other does. */
  append<D extends object>(tx: Queryable, definition: EventDefinition<D>, event: NewEvent<D>): Promise<void>
  /** Writes events of one kind, in their order, by a few statements whatever their number. */
  appendAll<D extends object>(
    tx: Queryable,
    definition: EventDefinition<D>,
    events: readonly NewEvent<D>[],
  ): Promise<void>
  /** Writes the example of a definition to test a receiver; the feed does not show it. Returns its id. */
  appendTest(
    tx: Queryable,
    definition: Pick<AnyEvent, 'key' | 'example'>,
    organizationId: string,
  ): Promise<string>
  /** What happened after a position, oldest first; every event exactly once, however transactions overlap. */
  list(
    organizationId: string,
    page: { after: FeedPosition | undefined; limit: number },
  ): Promise<ListedEvent[]>
  /** The same of some types and lists alone. `next` is where to go on: behind what was looked at and left out. */
  listSome(
    organizationId: string,
    page: { after: FeedPosition | undefined; limit: number } & EventFilter,
  ): Promise<{ events: ListedEvent[]; next: FeedPosition | undefined }>
  /** Where the feed is now. */
  newest(organizationId: string): Promise<FeedPosition>
  /** Removes events past their 30 days, a batch; answers how many. */
  purge(nowMs: number): Promise<number>
}

/** An event as the outbox of its receivers needs it. */
export interface WrittenEvent {
  id: string
  organizationId: string
  /** Its place in the feed. */
  number: string
  key: string
  group: string
  createdAt: Date
  listId: string | null
  orderingKey: string | null
}

export interface EventsSettings {
  db: Postgres
  clock: Clock
  /** In tests and development payloads are checked against their schemas. */
  checkData?: boolean
  /** Has deliveries of events made, in their transaction. */
  enqueue?(tx: Queryable, events: readonly WrittenEvent[]): Promise<void>
}

/** Events of one statement: their texts are held at once. */
const eventsAtOnce = 500

const numberRow = rowShape({ number: column.text() })

export function openEvents({ db, clock, checkData = false, enqueue }: EventsSettings): Events {
  const appendAll: Events['appendAll'] = async (tx, definition, events) => {
    const { key, group } = definition
    for (let from = 0; from < events.length; from += eventsAtOnce) {
      const some = events.slice(from, from + eventsAtOnce).map(({ organizationId, data }) => {
        const text = JSON.stringify(inOneStyle(data))
        if (checkData) checkEventData(definition, text)
        return { organizationId, data, text, listId: definition.listId?.(data) ?? null }
      })
      const written = await insertEvents(tx, clock, { key, isTest: false, events: some })
      const rows = some.map(({ organizationId, data, listId }, place) => ({
        ...(written[place] as InsertedEvent),
        organizationId,
        key,
        group,
        listId,
        orderingKey: definition.orderingKey?.(data) ?? null,
      }))
      await enqueue?.(tx, rows)
    }
  }
  return {
    append: (tx, definition, event) => appendAll(tx, definition, [event]),
    appendAll,
    async appendTest(tx, { key, example }, organizationId) {
      const events = [{ organizationId, text: JSON.stringify(example), listId: null }]
      const [written] = await insertEvents(tx, clock, { key, isTest: true, events })
      return (written as InsertedEvent).id
    },
    async list(organizationId, { after, limit }) {
      const rows = await db.query(sql.rows(eventRow)`
        SELECT id, type, created_at, data, number::text AS number
        FROM events_after(${organizationId}, ${after?.number ?? '0'}::bigint, ${after?.transaction ?? null}::xid8, ${limit}::integer)`)
      return rows.map(toListed)
    },
    async listSome(organizationId, { after, limit, types, listIds }) {
      const rows = await db.query(sql.rows(someEventsRow)`
        SELECT id, type, created_at, data, number::text AS number
        FROM events_after(${organizationId}, ${after?.number ?? '0'}::bigint, NULL, ${limit}::integer,
          ${types ?? null}::text[], ${listIds ?? null}::text[])`)
      const last = rows.at(-1)
      return {
        events: rows.flatMap((row) => (row.id === null ? [] : [toListed(row as EventRow)])),
        next: last === undefined ? after : { number: last.number },
      }
    },
    async newest(organizationId) {
      const [row] = await db.query(sql.rows(numberRow)`
        SELECT COALESCE(max(number), 0)::text AS number FROM events WHERE organization_id = ${organizationId}`)
      return { number: row?.number ?? '0' }
    },
    purge: (nowMs) =>
      deleteOldest(db, {
        table: 'events',
        where: sql`created_at < ${new Date(nowMs - keepMs)}`,
        by: 'created_at',
        most: purgeBatch,
      }),
  }
}

type InsertedEvent = Pick<WrittenEvent, 'id' | 'number' | 'createdAt'>

const insertedRow = rowShape({ id: column.text(), number: column.text() })

/** Writes events; their numbers are in their order. */
async function insertEvents(
  tx: Queryable,
  clock: Clock,
  {
    key,
    isTest,
    events,
  }: {
    key: string
    isTest: boolean
    events: readonly { organizationId: string; text: string; listId: string | null }[]
  },
): Promise<InsertedEvent[]> {
  const createdAt = new Date(clock.now())
  const ids = events.map(() => newId('evt', clock))
  const rows = await tx.query(sql.rows(insertedRow)`
    INSERT INTO events (id, organization_id, type, data, created_at, is_test, list_id)
    SELECT e.id, e.organization_id, ${key}, e.data::json, ${createdAt}, ${isTest}, e.list_id
    FROM unnest(${ids}::text[], ${events.map(({ organizationId }) => organizationId)}::text[],
      ${events.map(({ text }) => text)}::text[], ${events.map(({ listId }) => listId)}::text[])
      WITH ORDINALITY AS e (id, organization_id, data, list_id, place)
    ORDER BY e.place RETURNING id, number::text AS number`)
  const numbers = new Map(rows.map(({ id, number }) => [id, number]))
  return ids.map((id) => ({ id, number: numbers.get(id) as string, createdAt }))
}

interface EventRow {
  id: string
  type: string
  created_at: Date
  data: string
  number: string
}

const eventRow = rowShape<EventRow>({
  id: column.text(),
  type: column.text(),
  created_at: column.instant(),
  data: column.text(),
  number: column.text(),
})

/** The last row may be a place in the feed alone. */
const someEventsRow = rowShape({
  id: nullable(column.text()),
  type: nullable(column.text()),
  created_at: nullable(column.instant()),
  data: nullable(column.text()),
  number: column.text(),
})

const toListed = (row: EventRow): ListedEvent => ({
  event: { id: row.id, type: row.type, createdAt: row.created_at, data: row.data },
  position: { number: row.number },
})
