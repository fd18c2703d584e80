export type { PlacesDeps } from './slice.ts'
