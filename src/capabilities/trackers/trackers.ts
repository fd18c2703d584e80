import { storable } from '../../lib/storable-text.ts'
import { Failure } from '../../operation/index.ts'
import type { ListOutcome, MemberName } from '../../platform/lists/index.ts'
import type { Schedule, Schedules } from '../../platform/schedules/index.ts'
import type { Postgres, Queryable } from '../../store/postgres/index.ts'
import { trackerFailures } from './failures.ts'
import { deleteAnswers } from './filter-rows.ts'
import {
  maxMembers,
  noticeKind,
  refreshKind,
  type Tracker,
  type TrackerListsOfKind,
  type TrackerSettings,
  type TrackerState,
} from './list-kinds.ts'
import type { EntityType } from './rules/states.ts'
import { dayMs } from '../../lib/time.ts'

export interface TrackersSettings {
  db: Postgres
  lists: Record<EntityType, TrackerListsOfKind>
  schedules: Schedules
  /** Nothing runs by itself in a sandbox. */
  isSandbox: boolean
}

interface Actor {
  organizationId: string
  /** Id of a key. */
  keyId: string
}

/** Omitted members stay unchanged. */
export interface TrackerChange {
  name?: string | undefined
  isActive?: boolean | undefined
  search?: object | null | undefined
  settings: Partial<TrackerSettings>
}

/** Identifies a list. */
export interface TrackerName {
  entityType: EntityType
  id: string
}

/** Tracker lists and their schedules. A list of another organization throws Failure 'not-found'. */
export interface Trackers {
  lists: Record<EntityType, TrackerListsOfKind>
  /** Throws Failure 'too-many-trackers'. What `also` writes is in the same transaction. */
  create(
    by: Actor,
    entityType: EntityType,
    list: { name: string; settings: TrackerSettings; search?: object | undefined },
    also: (tx: Queryable, made: Tracker) => Promise<void>,
  ): Promise<Tracker>
  /** Archived lists are found only if `archived` is true. */
  find(organizationId: string, which: TrackerName, archived?: boolean): Promise<Tracker>
  /** A list of either kind, archived or not. */
  findAny(organizationId: string, id: string): Promise<{ entityType: EntityType; list: Tracker }>
  all(organizationId: string, entityType: EntityType): Promise<Tracker[]>
  change(by: Actor, which: TrackerName, change: TrackerChange): Promise<Tracker>
  archive(by: Actor, which: TrackerName): Promise<void>
  /** `label`: what a member was given as. Answers how many members were new. Throws Failure 'tracker-list-full'. */
  add(
    by: Actor,
    which: TrackerName,
    members: readonly { entityId: string; label?: string | undefined }[],
  ): Promise<number>
  /** Answers the indexes of the members that were not in the list. */
  remove(by: Actor, which: TrackerName, members: readonly MemberName<EntityType>[]): Promise<number[]>
  /** When the schedule refreshes the list next; null while it is paused, and in a sandbox. */
  nextRefreshAt(id: string): Promise<Date | null>
}

export function openTrackers(settings: TrackersSettings): Trackers {
  const { db, lists } = settings
  return {
    lists,
    ...openLists(settings),
    find: (organizationId, which, archived) =>
      findIn(lists, db, organizationId, { ...which, isArchived: archived }),

    async findAny(organizationId, id) {
      for (const entityType of ['company', 'person'] as const) {
        const list = await lists[entityType].find(db, organizationId, id)
        if (list !== undefined) return { entityType, list }
      }
      throw new Failure('not-found')
    },

    all: async (organizationId, entityType) => lists[entityType].page(db, organizationId, { most: 1_000 }),
    ...openMembers(settings),

    async nextRefreshAt(id) {
      const schedule = await findRefresh(settings, id)
      return schedule === undefined || schedule.paused ? null : schedule.nextSlotAt
    },
  }
}

/** A list is made, changed and archived in one transaction with its schedules. */
function openLists(settings: TrackersSettings): Pick<Trackers, 'create' | 'change' | 'archive'> {
  const { db, lists, schedules, isSandbox } = settings
  return {
    create: ({ organizationId, keyId: by }, entityType, { name, settings, search }, also) =>
      db.transact(async (tx) => {
        const made = await lists[entityType].create(tx, organizationId, {
          name,
          settings,
          search: search === undefined ? undefined : storable(search),
          by,
        })
        if (!made.done) throw trackerFailures.of('too-many-trackers')
        const { id: subjectId } = made.list
        if (!isSandbox) {
          const rule = { everyDays: settings.refreshIntervalDays }
          const schedule = await schedules.create(tx, { organizationId, kind: refreshKind, subjectId, rule })
          await renewNotice(schedules, tx, schedule)
        }
        await also(tx, made.list)
        return made.list
      }),

    change: ({ organizationId, keyId: by }, which, { name, isActive, search, settings: changed }) =>
      db.transact(async (tx) => {
        const before = await findIn(lists, tx, organizationId, which)
        // The schedule is locked before the list, as the refresh of a slot does: another order could deadlock.
        const schedule = await findRefresh(settings, which.id, tx)
        await reschedule(schedules, tx, { schedule, isActive, everyDays: changed.refreshIntervalDays })
        const outcome = await lists[which.entityType].change(tx, organizationId, which.id, {
          name,
          search: search ? storable(search) : search,
          state: isActive === undefined ? undefined : toState(isActive),
          settings: { ...before.settings, ...withoutUndefined(changed) },
          // The settings were read above, so a change by somebody else meanwhile is a conflict.
          ifRevision: before.revision,
          by,
        })
        return requireList(outcome)
      }),

    archive: ({ organizationId, keyId }, { entityType, id }) =>
      db.transact(async (tx) => {
        const archived = await lists[entityType].archive(tx, organizationId, id, keyId)
        if (archived === undefined) throw new Failure('not-found')
        await deleteAnswers(tx, { listId: id, keep: [] })
        if (isSandbox) return
        for (const kind of [refreshKind, noticeKind]) {
          const schedule = await schedules.find({ kind, subjectId: id }, tx)
          if (schedule !== undefined) await schedules.remove(tx, schedule.id)
        }
      }),
  }
}

function openMembers({ db, lists }: TrackersSettings): Pick<Trackers, 'add' | 'remove'> {
  return {
    add: ({ organizationId, keyId: by }, which, named) =>
      db.transact(async (tx) => {
        const members = named.map((member) => ({ kind: which.entityType, ...member }))
        const outcome = await lists[which.entityType].add(tx, organizationId, which.id, { members, by })
        if (!outcome.done) throw new Failure('not-found')
        const { counts } = await findIn(lists, tx, organizationId, which)
        if (outcome.added > 0 && counts[which.entityType] > maxMembers)
          throw trackerFailures.of('tracker-list-full')
        return outcome.added
      }),

    remove: ({ organizationId, keyId: by }, { entityType, id }, members) =>
      db.transact(async (tx) => {
        const outcome = await lists[entityType].remove(tx, organizationId, id, { members, by })
        if (!outcome.done) throw new Failure('not-found')
        return outcome.notFound
      }),
  }
}

/** A list of another organization throws Failure 'not-found', and so does an archived one unless `isArchived` is true. */
async function findIn(
  lists: TrackersSettings['lists'],
  on: Queryable,
  organizationId: string,
  { entityType, id, isArchived = false }: TrackerName & { isArchived?: boolean | undefined },
): Promise<Tracker> {
  const list = await lists[entityType].find(on, organizationId, id)
  if (list === undefined || (list.archivedAt !== null && !isArchived)) throw new Failure('not-found')
  return list
}

/** The schedule that refreshes a list. */
async function findRefresh(
  { schedules, isSandbox }: TrackersSettings,
  subjectId: string,
  on?: Queryable,
): Promise<Schedule | undefined> {
  return isSandbox ? undefined : schedules.find({ kind: refreshKind, subjectId }, on)
}

const toState = (isActive: boolean): TrackerState => (isActive ? 'ACTIVE' : 'PAUSED')

function requireList(outcome: ListOutcome<Tracker>): Tracker {
  if (outcome.done) return outcome.list
  throw new Failure(outcome.reason === 'revision' ? 'conflict' : 'not-found')
}

/** Copies the members that have a value. */
const withoutUndefined = <T extends object>(of: T): Partial<T> =>
  Object.fromEntries(Object.entries(of).filter(([, value]) => value !== undefined)) as Partial<T>

async function reschedule(
  schedules: Schedules,
  tx: Queryable,
  change: {
    schedule: Schedule | undefined
    isActive?: boolean | undefined
    everyDays?: number | undefined
  },
): Promise<void> {
  const { schedule, isActive, everyDays } = change
  if (schedule === undefined) return
  let now: Schedule | undefined = schedule
  if (everyDays !== undefined) now = await schedules.changeRule(tx, schedule.id, { everyDays })
  if (isActive === false) now = await schedules.pause(tx, schedule.id)
  if (isActive === true) now = await schedules.resume(tx, schedule.id)
  if (now !== undefined && (everyDays !== undefined || isActive !== undefined))
    await renewNotice(schedules, tx, now)
}

/** Schedules the notice of the next refresh: a day ahead, or half a day for a daily list. A paused list has none. */
async function renewNotice(
  schedules: Schedules,
  tx: Queryable,
  { organizationId, subjectId, rule, nextSlotAt, paused }: Schedule,
): Promise<void> {
  const old = await schedules.find({ kind: noticeKind, subjectId }, tx)
  if (old !== undefined) await schedules.remove(tx, old.id)
  if (paused) return
  const beforeMs = 'everyDays' in rule && rule.everyDays === 1 ? dayMs / 2 : dayMs
  const firstSlotMs = nextSlotAt.getTime() - beforeMs
  await schedules.create(tx, { organizationId, kind: noticeKind, subjectId, rule, firstSlotMs })
}
