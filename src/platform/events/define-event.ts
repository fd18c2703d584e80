import type { z } from 'zod'
import type { EventWords } from '../../operation/index.ts'

/** What events are about: receivers may choose by it. */
export type EventGroup = 'search' | 'enrichment' | 'lookup' | 'monitoring' | 'analytics' | 'billing'

export interface EventSpec<D extends object> {
  /** `<thing>.<what happened>`, in snake case: receivers know it by this, so it is never changed. */
  key: string
  group: EventGroup
  /** When it happens, in one sentence. */
  describe: string
  /** The payload as receivers get it. Strict: in tests a member that is not here fails. */
  schema: z.ZodType<D>
  example: D
  /** The list it is about, for receivers that want the events of some lists alone. */
  listId?(data: D): string
  /** What it is about: events with one key are delivered in their order. Default: any order will do. */
  orderingKey?(data: D): string
  /** The event in words, for chats and mail. Default: its key and the plain values of the payload. */
  words?(data: D): EventWords
}

const eventMark = Symbol('event')

/** Something that may happen to an organization and is told. */
export interface EventDefinition<D extends object> extends EventSpec<D> {
  readonly [eventMark]: true
}

/** A definition whose payload is no longer known. */
// oxlint-disable-next-line typescript/no-explicit-any
export type AnyEvent = EventDefinition<any>

/** One constant in `capabilities/<slice>/events.ts`, where it is found by its file. */
export function defineEvent<D extends object>(spec: EventSpec<D>): EventDefinition<D> {
  return { ...spec, [eventMark]: true }
}

export function isEvent(value: unknown): value is AnyEvent {
  return typeof value === 'object' && value !== null && eventMark in value
}

/** Throws when the payload, as JSON, is not what the definition says: a bug of ours. */
export function checkEventData({ key, schema }: AnyEvent, data: string): void {
  const result = schema.safeParse(JSON.parse(data))
  if (!result.success) throw new Error(`${key} is told against its own schema: ${result.error.message}`)
}
