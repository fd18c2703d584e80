import { isMalformed, personPage } from '../../corpus/identify/index.ts'
import { fetchPages, live } from '../live/index.ts'
import { forgetJobChanges } from './forget-job-changes.ts'
import { jobChangeKind } from './list-kind.ts'
import { openScans } from './scans.ts'
import { scanSchedule } from './schedules.ts'
import { defineSlice } from './slice.ts'
import { openWatchedLists } from './watched-lists.ts'

export const jobChanges = defineSlice({
  open({ db, clock, platform, corpus, network, secret, sources, isSandbox, openDeps }) {
    const { jobs, ledger, schedules, events } = platform
    const lists = platform.lists.of(jobChangeKind)
    const { search: lookups, history } = corpus
    const hasLive = !isSandbox && sources.names('person.live').length > 0
    const fetched = openDeps(live)
    const refresh = async (urls: readonly string[], signal: AbortSignal) => {
      const pages = urls
        .map((url) => personPage(url, network))
        .flatMap((page) => (isMalformed(page) ? [] : [page]))
      await fetchPages(fetched, pages, { signal })
    }
    const scans = openScans({
      db,
      clock,
      ledger,
      jobs,
      events,
      lists,
      history,
      lookups,
      refresh: hasLive ? refresh : undefined,
    })
    const watched = openWatchedLists({ db, clock, lists, schedules, events, lookups, isSandbox })
    return {
      deps: { db, lists: watched, scans, lookups, network, secret },
      schedules: [scanSchedule({ clock, lists, jobs })],
      tasks: [{ name: 'end-lost-job-change-scans', everyMs: 60_000, run: (nowMs) => scans.endLost(nowMs) }],
    }
  },
  forget: ({ db }) => [forgetJobChanges(db)],
  keeps: {
    job_change_scans: 'states and counts of scans',
    job_change_movements: 'employers and titles of profiles, which go with the profile',
  },
})
