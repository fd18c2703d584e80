import { z } from 'zod'
import type { EventWords } from '../../operation/index.ts'

/** The subject of events, by which receivers may choose. */
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
  /** The list it is about, for receivers that only want the events of some lists. */
  listId?(data: D): string
  /** The ordering key: events with the same key are delivered in order. Default: any order. */
  orderingKey?(data: D): string
  /** The event in words, for chats and mail. Default: its key and the plain values of the payload. */
  words?(data: D): EventWords
}

const eventMark = Symbol('event')

/** Something that may happen to an organization and is announced. */
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
 * A payload with all members under the interface's spelling. The end of a job is announced in snake case, which receivers
 * rely on, so those names stay as well.
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
  if (!result.success)
    throw new Error(`the payload of ${key} does not match its own schema: ${result.error.message}`)
}
