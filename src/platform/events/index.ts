export { forgetEvents } from './forget-events.ts'
export { openEvents, type Event, type Events, type FeedPosition, type NewEvent } from './open-events.ts'
