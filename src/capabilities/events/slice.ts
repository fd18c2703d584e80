import { operationsOf } from '../../operation/index.ts'
import type { Events } from '../../platform/events/index.ts'

/** What the event operations need. */
export interface EventsDeps {
  events: Events
  /** Seals cursors. */
  secret: Buffer
}

export const operation = operationsOf<EventsDeps>('events')
export const additionsTag = 'Additions'
