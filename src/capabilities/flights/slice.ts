import type { CorpusSearch } from '../../corpus/search/index.ts'
import type { Sources } from '../../sources/index.ts'
import { prepareSlice } from '../define-slice.ts'
import type { CurrentTimetable } from './open-timetable.ts'

/** Dependencies of flight searches. */
export interface FlightDeps {
  timetable(): Promise<CurrentTimetable>
  search: CorpusSearch
  sources: Pick<Sources, 'ask'>
  /** Seals page and booking tokens. */
  secret: Buffer
}

export const { operation, defineSlice } = prepareSlice<FlightDeps>('flights')
