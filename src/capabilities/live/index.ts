export {
  type LiveAnswer,
  type LiveCapability,
  type LivePage,
  type LiveQuestions,
  type LiveSource,
} from './live-source.ts'
export type { LiveDeps } from './slice.ts'
export { live } from './open.ts'
