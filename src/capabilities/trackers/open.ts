import { live as liveSlice } from '../live/index.ts'
import { search as searchSlice } from '../search/index.ts'
import { visits as visitsSlice } from '../visits/index.ts'
import { forgetSignals } from './forget-signals.ts'
import { liveCapability } from './live-members.ts'
import { companyTrackers, personTrackers, type ListedRule } from './list-kinds.ts'
import { openRefreshes } from './refreshes.ts'
import type { EntityType } from './rules/states.ts'
import { noticeSchedule, refreshSchedule } from './schedules.ts'
import { openSignals } from './signals.ts'
import { defineSlice } from './slice.ts'
import { openTrackers } from './trackers.ts'
import { readAbouts } from './visit-members.ts'

export const trackers = defineSlice({
  open({ db, clock, platform, corpus, network, secret, isSandbox, openDeps }) {
    const { jobs, ledger, schedules, events } = platform
    const lists = {
      company: platform.lists.of(companyTrackers),
      person: platform.lists.of(personTrackers),
    }
    const opened = openTrackers({ db, lists, schedules, isSandbox })
    const live = openDeps(liveSlice)
    const isLive = (entityType: EntityType) => live.source.has?.(liveCapability[entityType]) ?? false
    const visits = openDeps(visitsSlice)
    const isVisited = (entityType: EntityType, rules: readonly ListedRule[]) =>
      readAbouts({ visits }, { entityType, rules: [...rules] }).length > 0
    const opening = { db, clock, jobs, search: corpus.search }
    const refreshes = openRefreshes({ ...opening, isLive, isVisited, isSandbox })
    const signals = openSignals({ clock, events, network })
    const scheduled = { trackers: opened, refreshes, schedules, jobs, events }
    return {
      deps: {
        db,
        clock,
        trackers: opened,
        refreshes,
        signals,
        jobs,
        ledger,
        events,
        search: openDeps(searchSlice),
        live,
        visits,
        network,
        secret,
        isSandbox,
      },
      schedules: [refreshSchedule(scheduled), noticeSchedule(scheduled)],
      tasks: [{ name: 'end-lost-tracker-runs', everyMs: 60_000, run: (nowMs) => refreshes.endLost(nowMs) }],
    }
  },
  forget: ({ db }) => [forgetSignals(db)],
  keeps: {
    tracker_runs: 'states and counts of refreshes',
    tracker_filter_answers: 'whether searches find entities, by their ids',
  },
})
