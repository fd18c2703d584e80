export type { HotelsDeps } from './slice.ts'
