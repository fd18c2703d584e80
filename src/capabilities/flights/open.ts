import { openTimetable } from './open-timetable.ts'
import { defineSlice } from './slice.ts'

export const flights = defineSlice({
  open: ({ corpus, sources, secret }) => ({
    deps: { timetable: openTimetable(corpus.search), search: corpus.search, sources, secret },
  }),
})
