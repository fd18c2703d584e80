export { noLiveSource, type LiveCapability, type LiveQuestions, type LiveSource } from './live-source.ts'
export type { LiveDeps } from './slice.ts'
export { liveFromSources } from './outside-source.ts'
export { live } from './open.ts'
