export type { Since } from '../record-store/index.ts'
export type { ChangesOptions } from './changes.ts'
export { openHistory, type History } from './open-history.ts'
export {
  earlierState,
  type EntityChange,
  type EntityHistory,
  type Lookback,
  type PastState,
} from './states.ts'
export type { TimelineState } from './timeline.ts'
