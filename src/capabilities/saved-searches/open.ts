import { search as searchSlice } from '../search/index.ts'
import { savedSearchKind } from './list-kind.ts'
import { openRuns } from './runs.ts'
import { openSavedSearches } from './saved-searches.ts'
import { noticeSchedule, runSchedule } from './schedules.ts'
import { defineSlice } from './slice.ts'

export const savedSearches = defineSlice({
  open({ db, clock, platform, secret, isSandbox, openDeps }) {
    const { jobs, ledger, schedules, events } = platform
    const lists = platform.lists.of(savedSearchKind)
    const search = openDeps(searchSlice)
    const saved = openSavedSearches({ db, clock, lists, schedules, isSandbox })
    const scheduled = { clock, lists, schedules, jobs, events }
    const runs = openRuns({ db, clock, ledger, jobs, lists, search, isSandbox })
    return {
      deps: { db, clock, lists, savedSearches: saved, runs, jobs, ledger, search, secret },
      schedules: [runSchedule(scheduled), noticeSchedule(scheduled)],
      tasks: [{ name: 'end-lost-saved-search-runs', everyMs: 60_000, run: (nowMs) => runs.endLost(nowMs) }],
    }
  },
  keeps: { saved_search_runs: 'states and counts of runs' },
})
