import type { Events } from '../../platform/events/index.ts'
import { prepareSlice } from '../define-slice.ts'

/** What the event operations need. */
export interface EventsDeps {
  events: Events
  /** Seals cursors. */
  secret: Buffer
}

export const { operation, defineSlice } = prepareSlice<EventsDeps>('events')
export const additionsTag = 'Additions'

export const events = defineSlice({
  open: ({ platform, secret }) => ({ deps: { events: platform.events, secret } }),
})
