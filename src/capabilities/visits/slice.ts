import { prepareSlice } from '../define-slice.ts'
import { openVisits, type Visits } from './visits.ts'

const { defineSlice } = prepareSlice<Visits>('visits')

export const visits = defineSlice({
  open: ({ db, clock, sources, corpus: { search, writer } }) => ({
    deps: openVisits({ db, clock, sources, search, writer }),
  }),
  keeps: {
    company_visits: 'ids of companies and days',
    board_snapshots: 'addresses of job boards and of openings, and names of companies',
  },
})
