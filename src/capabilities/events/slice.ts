import type { Events } from '../../platform/events/index.ts'
import { sliceOf } from '../define-slice.ts'

/** What the event operations need. */
export interface EventsDeps {
  events: Events
  /** Seals cursors. */
  secret: Buffer
}

export const { operation, defineSlice } = sliceOf<EventsDeps>('events')
export const additionsTag = 'Additions'
