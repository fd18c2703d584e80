import type { Events } from '../../platform/events/index.ts'
import { prepareSlice } from '../define-slice.ts'

/** What the event operations need. */
export interface EventsDeps {
  events: Events
  /** Which of some ids are lists of an organization, of whatever kind. */
  findLists(organizationId: string, ids: readonly string[]): Promise<ReadonlySet<string>>
  /** Seals cursors. */
  secret: Buffer
}

export const { operation, defineSlice } = prepareSlice<EventsDeps>('events')
export const additionsTag = 'Additions'

export const events = defineSlice({
  open: ({ db, platform: { events, lists }, secret }) => ({
    deps: {
      events,
      findLists: (organizationId, ids) => lists.among(db, organizationId, ids),
      secret,
    },
  }),
})
