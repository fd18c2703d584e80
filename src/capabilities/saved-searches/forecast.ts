import type { SavedSearch } from './list-kind.ts'
import type { RunRow } from './run-rows.ts'

/** Runs that a forecast looks at: those of the last time tell most. */
export const forecastRuns = 12

/** What the runs so far let expect of one more. */
export interface NewcomersPerRun {
  /** Runs that were counted. */
  runs: number
  companies: number
  profiles: number
}

/**
 * Newcomers of a usual run: the mean of the completed runs, the newest first, without the very first, to which everybody was
 * new. Undefined with fewer than two runs. `completed` holds one run more than a forecast counts, where there are so many.
 */
export function averageNewcomers(completed: readonly RunRow[]): NewcomersPerRun | undefined {
  const later = completed.slice(0, Math.min(forecastRuns, completed.length - 1))
  if (later.length === 0) return undefined
  const mean = (kind: 'company' | 'person') =>
    later.reduce((sum, { movements }) => sum + (movements?.[kind]?.joined ?? 0), 0) / later.length
  return { runs: later.length, companies: mean('company'), profiles: mean('person') }
}

const daysOfMonth = 30

/** Runs by the schedule in thirty days; none while it is paused. */
export const countMonthlyRuns = ({ state, settings }: Pick<SavedSearch, 'state' | 'settings'>): number =>
  state === 'PAUSED' ? 0 : daysOfMonth / settings.spawnFrequencyDays
