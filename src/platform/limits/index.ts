export { openLimits, type Limits } from './open-limits.ts'
export type { Override } from './overrides.ts'
