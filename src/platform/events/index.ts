export {
  defineEvent,
  isEvent,
  type AnyEvent,
  type EventDefinition,
  type EventGroup,
  type EventSpec,
} from './define-event.ts'
export { forgetEvents } from './forget-events.ts'
export {
  openEvents,
  type Event,
  type Events,
  type FeedPosition,
  type NewEvent,
  type WrittenEvent,
} from './open-events.ts'
export { awaitSending, joinSending, maxSendingMs as longestSendingMs } from './sending.ts'
