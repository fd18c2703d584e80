import { z } from 'zod'
import { defineListKind, type List, type ListsOfKind } from '../../platform/lists/index.ts'

export const searchTypes = ['combined', 'company_only', 'prospect_only'] as const

const settings = z.object({
  type: z.enum(searchTypes),
  spawnFrequencyDays: z.int(),
  /** Most of them a run takes. */
  maxCompanies: z.int(),
  maxProfiles: z.int(),
  /** Whether the next run by the schedule is left out. */
  skipsNext: z.boolean().default(false),
})

export type SavedSearchSettings = z.infer<typeof settings>
export type SavedSearch = List<SavedSearchSettings, 'ACTIVE' | 'PAUSED', 'company' | 'person'>
export type SavedSearchLists = ListsOfKind<SavedSearchSettings, 'ACTIVE' | 'PAUSED', 'company' | 'person'>

/** Saved searches are lists whose members their runs find. */
export const savedSearchKind = defineListKind({
  kind: 'saved_search',
  prefix: 'ssearch',
  settings,
  states: ['ACTIVE', 'PAUSED'],
  quota: 1_000,
  memberKinds: ['company', 'person'],
  names: 'free',
})

/** Kinds of schedules: the run, and the notice a day before. They are stored, so they are never renamed. */
export const runKind = 'saved_search'
export const noticeKind = 'saved_search_notice'
