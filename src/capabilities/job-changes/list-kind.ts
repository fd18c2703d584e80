import { z } from 'zod'
import { defineListKind, type List, type ListsOfKind } from '../../platform/lists/index.ts'

const settings = z.object({})
type Settings = z.infer<typeof settings>
type State = 'PAUSED' | 'ACTIVE'

export type JobChangeList = List<Settings, State, 'person'>
export type JobChangeLists = ListsOfKind<Settings, State, 'person'>

/** People whose jobs are watched. An active list is scanned every week. */
export const jobChangeKind = defineListKind({
  kind: 'job_change',
  prefix: 'jcl',
  settings,
  states: ['PAUSED', 'ACTIVE'],
  quota: 1_000,
  memberKinds: ['person'],
  names: 'free',
})

/** Maximum profiles of a list. */
export const maxProfiles = 50_000

/** The kind of schedule. It is stored, so it must never be renamed. */
export const scanKind = 'job_change_scan'
