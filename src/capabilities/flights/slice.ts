import type { CorpusSearch } from '../../corpus/search/index.ts'
import type { Sources } from '../../sources/index.ts'
import { prepareSlice } from '../define-slice.ts'
import { openTimetable, type CurrentTimetable } from './open-timetable.ts'

/** Dependencies of flight searches. */
export interface FlightDeps {
  timetable(): Promise<CurrentTimetable>
  search: CorpusSearch
  sources: Pick<Sources, 'ask'>
  /** Seals page and booking tokens. */
  secret: Buffer
}

export const { operation, defineSlice } = prepareSlice<FlightDeps>('flights')

export const flights = defineSlice({
  open: ({ corpus, sources, secret }) => ({
    deps: { timetable: openTimetable(corpus.search), search: corpus.search, sources, secret },
  }),
})
