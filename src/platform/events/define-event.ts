import { z } from 'zod'
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
  return {
    ...spec,
    schema: schemaInOneStyle(spec.schema),
    example: inOneStyle(spec.example),
    [eventMark]: true,
  }
}

/** `task_id` -> `taskId` */
const camelName = (name: string) =>
  name.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())

/**
 * A payload with all of its members by names as the interface writes them: the end of a job is told in snake case, which
 * receivers know it by, so those names stay beside them.
 */
export function inOneStyle<D extends object>(data: D): D {
  const added = Object.entries(data).filter(([name]) => name.includes('_'))
  return { ...data, ...Object.fromEntries(added.map(([name, value]) => [camelName(name), value])) }
}

function schemaInOneStyle<D extends object>(schema: z.ZodType<D>): z.ZodType<D> {
  if (!(schema instanceof z.ZodObject)) return schema
  return schema.extend(inOneStyle(schema.shape)) as unknown as z.ZodType<D>
}

export function isEvent(value: unknown): value is AnyEvent {
  return typeof value === 'object' && value !== null && eventMark in value
}

/** Throws when the payload, as JSON, is not what the definition says: a bug of ours. */
export function checkEventData({ key, schema }: AnyEvent, data: string): void {
  const result = schema.safeParse(JSON.parse(data))
  if (!result.success) throw new Error(`${key} is told against its own schema: ${result.error.message}`)
}
