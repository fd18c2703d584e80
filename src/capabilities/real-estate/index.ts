export type { RealEstateDeps } from './slice.ts'
