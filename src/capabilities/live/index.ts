export { fetchPages } from './fetch-pages.ts'
export type { LiveCapability, LiveQuestions, LiveSource } from './live-source.ts'
export type { LiveDeps } from './slice.ts'
export { live } from './open.ts'
