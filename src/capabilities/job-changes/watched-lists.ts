import type { Clock } from '../../lib/clock.ts'
import { sha256Hex } from '../../lib/stable-json.ts'
import { Failure } from '../../operation/index.ts'
import type { Lookups } from '../../corpus/lookup/index.ts'
import type { Events } from '../../platform/events/index.ts'
import type { Schedules } from '../../platform/schedules/index.ts'
import type { Postgres, Queryable } from '../../store/postgres/index.ts'
import { profilesAdded } from './events.ts'
import { jobChangeFailures } from './failures.ts'
import { lookUpPeople } from './find-movements.ts'
import { maxProfiles, scanKind, type JobChangeList, type JobChangeLists } from './list-kind.ts'
import {
  deleteAllProfiles,
  deleteProfiles,
  insertProfiles,
  selectProfiles,
  type WatchedProfile,
} from './profile-rows.ts'

export interface WatchedListsSettings {
  db: Postgres
  clock: Clock
  lists: JobChangeLists
  schedules: Schedules
  events: Events
  lookups: Lookups
  /** True in a sandbox, where nothing runs automatically. */
  isSandbox: boolean
}

interface Actor {
  organizationId: string
  /** Id of a key. */
  keyId: string
}

/** A person to watch. */
export type NewProfile = Pick<WatchedProfile, 'identifier' | 'pnetUrl'>

/** Job-change lists. Throws Failure 'not-found' for a deleted list and for one of another organization. */
export interface WatchedLists {
  /** Throws Failure 'too-many-job-change-lists'. */
  create(by: Actor, name: string): Promise<JobChangeList>
  find(organizationId: string, id: string): Promise<JobChangeList>
  /** Newest first, after the last id of the previous page. */
  count(organizationId: string): Promise<number>
  page(organizationId: string, page: { after?: string | undefined; most: number }): Promise<JobChangeList[]>
  /** An active list is scanned at once, and then every week. */
  change(
    by: Actor,
    id: string,
    to: { name?: string | undefined; isActive?: boolean | undefined },
  ): Promise<JobChangeList>
  /** Returns for each whether it is new. Throws Failure 'job-change-list-full' and then adds none. */
  add(
    by: Actor,
    id: string,
    order: { profiles: readonly NewProfile[]; invalidCount: number; signal: AbortSignal },
  ): Promise<boolean[]>
  /** Removes profiles with their movements; returns how many existed. */
  remove(by: Actor, id: string, profileIds: readonly string[]): Promise<number>
  /** Profiles in the order they were added, after the last number of the previous page. */
  profiles(
    organizationId: string,
    id: string,
    page: { after?: number | undefined; most: number },
  ): Promise<{ number: number; profile: WatchedProfile }[]>
  delete(by: Actor, id: string): Promise<void>
  /** Time of the next scan; null while the list is not active. */
  nextScanAt(id: string): Promise<Date | null>
}

/** Adding thousands takes a while, and is one transaction. */
const changeTime = { statementTimeoutMs: 60_000 }

export function openWatchedLists(settings: WatchedListsSettings): WatchedLists {
  const { db, lists, schedules, isSandbox } = settings
  const find = async (on: Queryable, organizationId: string, id: string) => {
    const list = await lists.find(on, organizationId, id)
    if (list === undefined || list.archivedAt !== null) throw new Failure('not-found')
    return list
  }

  return {
    create: ({ organizationId, keyId: by }, name) =>
      db.transact(async (tx) => {
        const made = await lists.create(tx, organizationId, { name, settings: {}, by })
        if (!made.done) throw jobChangeFailures.of('too-many-job-change-lists')
        return made.list
      }),
    find: (organizationId, id) => find(db, organizationId, id),
    count: (organizationId) => lists.count(db, organizationId),
    page: (organizationId, page) => lists.page(db, organizationId, page),
    change: (by, id, to) => db.transact((tx) => changeList(settings, tx, { by, id, to })),
    add: (by, id, order) => addProfiles(settings, { by, id, ...order }),

    remove: ({ organizationId, keyId: by }, id, profileIds) =>
      db.transact(async (tx) => {
        await find(tx, organizationId, id)
        const deleted = await deleteProfiles(tx, { organizationId, listId: id }, profileIds)
        const members = deleted.map((identifier) => ({ kind: 'person' as const, identifier }))
        const outcome = await lists.remove(tx, organizationId, id, { members, by })
        if (!outcome.done) throw new Failure('not-found')
        return deleted.length
      }, changeTime),

    async profiles(organizationId, id, page) {
      await find(db, organizationId, id)
      const members = (await lists.members(db, organizationId, id, { kind: 'person', ...page })) ?? []
      const ids = members.map(({ identifier }) => profileId(id, identifier ?? ''))
      const rows = await selectProfiles(db, { organizationId, listId: id }, ids)
      const byId = new Map(rows.map((row) => [row.id, row]))
      return members.flatMap(({ number }, index) => {
        const profile = byId.get(ids[index] as string)
        return profile === undefined ? [] : [{ number, profile }]
      })
    },

    delete: ({ organizationId, keyId }, id) =>
      db.transact(async (tx) => {
        await find(tx, organizationId, id)
        const schedule = await schedules.find({ kind: scanKind, subjectId: id }, tx)
        if (schedule !== undefined) await schedules.remove(tx, schedule.id)
        await lists.archive(tx, organizationId, id, keyId)
        await deleteAllProfiles(tx, { organizationId, listId: id })
      }, changeTime),

    async nextScanAt(id) {
      if (isSandbox) return null
      const schedule = await schedules.find({ kind: scanKind, subjectId: id })
      return schedule === undefined || schedule.paused ? null : schedule.nextSlotAt
    },
  }
}

/** Id of a person in a list: the same each time they are added. */
const profileId = (listId: string, identifier: string): string =>
  `jcp_${sha256Hex(`${listId} ${identifier}`).slice(0, 24)}`

const everyWeek = { everyDays: 7 }
const nameState = (isActive: boolean) => (isActive ? 'ACTIVE' : 'PAUSED')

async function changeList(
  { clock, lists, schedules, isSandbox }: WatchedListsSettings,
  tx: Queryable,
  {
    by,
    id,
    to,
  }: { by: Actor; id: string; to: { name?: string | undefined; isActive?: boolean | undefined } },
): Promise<JobChangeList> {
  const { organizationId, keyId } = by
  const { name, isActive } = to
  // Schedules are always locked before lists, as the run of a slot does, so that none deadlock.
  const schedule = await schedules.find({ kind: scanKind, subjectId: id }, tx)
  if (isActive === false && schedule !== undefined) await schedules.pause(tx, schedule.id)
  if (isActive === true && schedule?.paused === true)
    await schedules.resume(tx, schedule.id, clock.now() + 1_000)
  const state = isActive === undefined ? undefined : nameState(isActive)
  const changed = await lists.change(tx, organizationId, id, { name, state, by: keyId })
  if (!changed.done) throw new Failure('not-found')
  if (isActive === true && schedule === undefined && !isSandbox)
    await schedules.create(tx, {
      organizationId,
      kind: scanKind,
      subjectId: id,
      rule: everyWeek,
      firstSlotMs: clock.now() + 1_000,
    })
  return changed.list
}

async function addProfiles(
  { db, clock, lists, events, lookups }: WatchedListsSettings,
  order: {
    by: Actor
    id: string
    profiles: readonly NewProfile[]
    invalidCount: number
    signal: AbortSignal
  },
): Promise<boolean[]> {
  const { by, id: listId, profiles, invalidCount, signal } = order
  const { organizationId, keyId } = by
  const snapshot = await lookups.snapshots.newest('people')
  const ids = await lookUpPeople(lookups, profiles, { snapshot, signal })
  return db.transact(async (tx) => {
    const members = profiles.map(({ identifier }) => ({ kind: 'person' as const, identifier }))
    const outcome = await lists.add(tx, organizationId, listId, { members, by: keyId })
    if (!outcome.done) throw new Failure('not-found')
    const list = await lists.find(tx, organizationId, listId)
    if ((list?.counts.person ?? 0) > maxProfiles) throw jobChangeFailures.of('job-change-list-full')
    const there = new Set(outcome.duplicates)
    const fresh = profiles.flatMap(({ identifier, pnetUrl }, index): WatchedProfile[] => {
      if (there.has(index)) return []
      const entityId = ids[index] ?? null
      const sinceCommit = entityId === null ? null : snapshot.number
      return [{ id: profileId(listId, identifier), identifier, pnetUrl, entityId, sinceCommit }]
    })
    const of = { organizationId, listId }
    await insertProfiles(tx, of, { profiles: fresh, addedAt: new Date(clock.now()) })
    if (fresh.length > 0)
      await events.append(tx, profilesAdded, {
        organizationId,
        data: {
          list_id: listId,
          success: true,
          total_added: fresh.length,
          invalid_count: invalidCount,
          error: null,
        },
      })
    return profiles.map((_, index) => !there.has(index))
  }, changeTime)
}
