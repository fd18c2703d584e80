import type { Clock } from '../../lib/clock.ts'
import { storable } from '../../lib/storable-text.ts'
import { Failure } from '../../operation/index.ts'
import type { ListOutcome } from '../../platform/lists/index.ts'
import type { Schedule, Schedules } from '../../platform/schedules/index.ts'
import type { Postgres, Queryable } from '../../store/postgres/index.ts'
import { savedSearchFailures } from './failures.ts'
import {
  noticeKind,
  runKind,
  type SavedSearch,
  type SavedSearchLists,
  type SavedSearchSettings,
} from './list-kind.ts'
import { dayMs } from '../../lib/time.ts'

export interface SavedSearchesSettings {
  db: Postgres
  clock: Clock
  lists: SavedSearchLists
  schedules: Schedules
  /** In a sandbox nothing runs by itself. */
  isSandbox: boolean
}

interface Actor {
  organizationId: string
  /** Id of a key. */
  keyId: string
}

/** Omitted members stay unchanged. */
export interface SavedSearchChange {
  name?: string | undefined
  spawnFrequencyDays?: number | undefined
  isActive?: boolean | undefined
  maxCompanies?: number | undefined
  maxProfiles?: number | undefined
  search?: object | undefined
}

/** Saved searches with what runs them. Throws Failure 'not-found' for another organization's. */
export interface SavedSearches {
  /** Throws Failure 'too-many-saved-searches'. */
  create(
    by: Actor,
    saved: { name: string; settings: SavedSearchSettings; search: object },
  ): Promise<SavedSearch>
  find(organizationId: string, id: string): Promise<SavedSearch>
  change(by: Actor, id: string, change: SavedSearchChange): Promise<SavedSearch>
  /** Leaves out the next run by the schedule, or not. Throws Failure 'saved-search-paused'. */
  skipNext(by: Actor, id: string, skips: boolean): Promise<SavedSearch>
  /** Archives it with its schedules; a run under way ends as failed, uncharged. Throws Failure 'not-found'. */
  archive(by: Actor, id: string): Promise<void>
  /** When it runs by the schedule; null while it is paused. `skipped`: also when that run is left out. */
  nextRunAt(savedSearch: SavedSearch): Promise<{ nextRunAt: Date | null; skipped: Date | null }>
}

export function openSavedSearches(settings: SavedSearchesSettings): SavedSearches {
  const { db, clock, lists, schedules, isSandbox } = settings
  const scheduled = (kind: string, subjectId: string, on?: Queryable) =>
    isSandbox ? Promise.resolve(undefined) : schedules.find({ kind, subjectId }, on)
  const find = async (on: Queryable, organizationId: string, id: string) => {
    const savedSearch = await lists.find(on, organizationId, id)
    if (savedSearch === undefined || savedSearch.archivedAt !== null) throw new Failure('not-found')
    return savedSearch
  }

  return {
    create: (by, saved) => db.transact((tx) => createSaved(settings, tx, { by, saved })),

    find: (organizationId, id) => find(db, organizationId, id),

    change: ({ organizationId, keyId: by }, id, { name, search, ...more }) =>
      db.transact(async (tx) => {
        const before = await find(tx, organizationId, id)
        // Schedules before lists, everywhere: the run of a slot locks them in this order.
        await reschedule(schedules, tx, { schedule: await scheduled(runKind, id, tx), change: more })
        const { isActive, ...of } = more
        const state = isActive === undefined ? undefined : nameState(isActive)
        const changed = await lists.change(tx, organizationId, id, {
          name,
          search: search === undefined ? undefined : storable(search),
          state,
          settings: { ...before.settings, ...withoutUndefined(of) },
          // The settings are those that were read: nobody may have changed them meanwhile.
          ifRevision: before.revision,
          by,
        })
        return requireList(changed)
      }),

    skipNext: ({ organizationId, keyId: by }, id, skipsNext) =>
      db.transact(async (tx) => {
        const { state, settings: of, revision } = await find(tx, organizationId, id)
        if (state === 'PAUSED') throw savedSearchFailures.of('saved-search-paused')
        const change = { settings: { ...of, skipsNext }, ifRevision: revision, by }
        return requireList(await lists.change(tx, organizationId, id, change))
      }),

    archive: (by, id) => db.transact((tx) => archiveSaved(settings, tx, { by, id })),

    async nextRunAt({ id, state, createdAt, settings: { spawnFrequencyDays, skipsNext } }) {
      if (state === 'PAUSED') return { nextRunAt: null, skipped: null }
      const stepMs = spawnFrequencyDays * dayMs
      const schedule = await scheduled(runKind, id)
      const passed = Math.floor((clock.now() - createdAt.getTime()) / stepMs)
      // Of a sandbox it is when a run would be.
      const slot = schedule?.nextSlotAt ?? new Date(createdAt.getTime() + (passed + 1) * stepMs)
      if (!skipsNext) return { nextRunAt: slot, skipped: null }
      return { nextRunAt: new Date(slot.getTime() + stepMs), skipped: slot }
    },
  }
}

async function archiveSaved(
  { lists, schedules, isSandbox }: SavedSearchesSettings,
  tx: Queryable,
  { by: { organizationId, keyId }, id }: { by: Actor; id: string },
): Promise<void> {
  const savedSearch = await lists.find(tx, organizationId, id)
  if (savedSearch === undefined || savedSearch.archivedAt !== null) throw new Failure('not-found')
  // Schedules before lists, as everywhere.
  for (const kind of isSandbox ? [] : [runKind, noticeKind]) {
    const schedule = await schedules.find({ kind, subjectId: id }, tx)
    if (schedule !== undefined) await schedules.remove(tx, schedule.id)
  }
  await lists.archive(tx, organizationId, id, keyId)
}

async function createSaved(
  { lists, schedules, isSandbox }: SavedSearchesSettings,
  tx: Queryable,
  {
    by: { organizationId, keyId: by },
    saved: { name, settings, search },
  }: { by: Actor; saved: { name: string; settings: SavedSearchSettings; search: object } },
): Promise<SavedSearch> {
  const made = await lists.create(tx, organizationId, { name, settings, search: storable(search), by })
  if (!made.done) throw savedSearchFailures.of('too-many-saved-searches')
  const { id: subjectId } = made.list
  if (!isSandbox) {
    const rule = { everyDays: settings.spawnFrequencyDays }
    const schedule = await schedules.create(tx, { organizationId, kind: runKind, subjectId, rule })
    await renewNotice(schedules, tx, schedule)
  }
  return made.list
}

const nameState = (isActive: boolean) => (isActive ? 'ACTIVE' : 'PAUSED')

function requireList(outcome: ListOutcome<SavedSearch>): SavedSearch {
  if (outcome.done) return outcome.list
  throw new Failure(outcome.reason === 'revision' ? 'conflict' : 'not-found')
}

/** Members that have a value. */
const withoutUndefined = <T extends object>(of: T): Partial<{ [K in keyof T]: Exclude<T[K], undefined> }> =>
  Object.fromEntries(Object.entries(of).filter(([, value]) => value !== undefined)) as never

async function reschedule(
  schedules: Schedules,
  tx: Queryable,
  { schedule, change }: { schedule: Schedule | undefined; change: SavedSearchChange },
): Promise<void> {
  if (schedule === undefined) return
  const { spawnFrequencyDays: everyDays, isActive } = change
  let now: Schedule | undefined = schedule
  if (everyDays !== undefined) now = await schedules.changeRule(tx, schedule.id, { everyDays })
  if (isActive === false) now = await schedules.pause(tx, schedule.id)
  if (isActive === true) now = await schedules.resume(tx, schedule.id)
  if (now !== undefined && (everyDays !== undefined || isActive !== undefined))
    await renewNotice(schedules, tx, now)
}

/** Has the next run told a day before; a paused saved search tells nothing. */
async function renewNotice(
  schedules: Schedules,
  tx: Queryable,
  { organizationId, subjectId, rule, nextSlotAt, paused }: Schedule,
): Promise<void> {
  const old = await schedules.find({ kind: noticeKind, subjectId }, tx)
  if (old !== undefined) await schedules.remove(tx, old.id)
  if (paused) return
  const firstSlotMs = nextSlotAt.getTime() - dayMs
  await schedules.create(tx, { organizationId, kind: noticeKind, subjectId, rule, firstSlotMs })
}
