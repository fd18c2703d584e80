import type { Postgres } from '../../store/postgres/index.ts'
import { memberOf, type CorpusKind, type Provenance, type Sighting } from '../kinds/index.ts'
import { readSnapshots, recordStore, type NewSnapshot, type StoredSnapshot } from '../record-store/index.ts'
import type { KnownVersion } from './stored-versions.ts'
import { layInto, type Moment } from './state-timeline.ts'
import type { Working } from './take-line.ts'

type Restated = Pick<StoredSnapshot, 'id' | 'observedAt' | 'tracked'>

/**
 * Puts lines that are older than what is stored, or than another line of their batch, in their place: states and
 * records of their entities (`work`) become what they would be had all lines come in order. Answers the earlier
 * states that change.
 */
export async function placeLateLines(
  db: Postgres,
  kind: CorpusKind,
  {
    work,
    published,
    sighted,
  }: { work: Iterable<Working>; published: number; sighted: ReadonlyMap<string, readonly Sighting[]> },
): Promise<Restated[]> {
  const late = [...work].filter((working) => isLate(kind, working))
  const rows = await readSnapshots(recordStore(db), kind.name, {
    ids: late.map(({ id }) => id),
    asOf: published,
    most: 1_000_000,
  })
  const rowsOf = Map.groupBy(rows, ({ id }) => id)
  return late.flatMap((working) =>
    place(kind, working, { rows: rowsOf.get(working.id) ?? [], sightings: sighted.get(working.id) ?? [] }),
  )
}

/**
 * Sightings of stored entities, and of those that several lines of the batch are about, as far as they are not stored
 * yet.
 */
export function listSightings(
  work: Iterable<Working>,
  sightingsById: ReadonlyMap<string, readonly Sighting[]>,
): Sighting[] {
  return [...work].flatMap(({ id, stored: storedVersion, lines }) => {
    if (storedVersion === undefined && lines.length < 2) return []
    const stored = membersByKey(sightingsById.get(id) ?? [])
    const written = storedVersion === undefined ? [] : writtenIn(storedVersion)
    const writtenThere = membersByKey(written)
    // Statements of rows of one day about one entity count together.
    const keys = [...membersByKey(lines)].filter(([key, members]) =>
      members.some((name) => ![stored, writtenThere].some((there) => there.get(key)?.includes(name))),
    )
    if (keys.length === 0) return []
    // The provenance of a record forgets its former sources when others give their members later.
    const first = [...writtenThere].filter(([key]) => !stored.has(key))
    const origins = new Map([...written, ...lines].map((each) => [makeKey(each), each]))
    return [...new Map([...first, ...keys])].map(([key, members]) => {
      const { source, observedAt } = origins.get(key) as KeyedSighting
      return { id, source, observedAt, members }
    })
  })
}

/** Statements about an entity, by day and source. */
function membersByKey(sightings: readonly Omit<Sighting, 'id'>[]): Map<string, string[]> {
  const membersOfKey = new Map<string, string[]>()
  for (const each of sightings) {
    const key = makeKey(each)
    membersOfKey.set(key, [...new Set([...(membersOfKey.get(key) ?? []), ...each.members])])
  }
  return membersOfKey
}

type KeyedSighting = Omit<Sighting, 'id'>

const makeKey = ({ observedAt, source }: { observedAt: string; source: string }) => `${observedAt} ${source}`

/** When the members of a version were said, read from what is sealed beside it. */
function writtenIn({ members, provenance }: KnownVersion): Omit<Sighting, 'id'>[] {
  const named = new Set(provenance.flatMap((entry) => membersOf(entry.members)))
  const others = Object.keys(members).filter(
    (name) => !named.has(name) && members[name] !== null && !isEmpty(members[name]),
  )
  return provenance.map(({ source, observedAt, members: memberNames }) => ({
    source,
    observedAt,
    members: memberNames.length === 0 ? others : membersOf(memberNames),
  }))
}

const isEmpty = (value: unknown) => Array.isArray(value) && value.length === 0

/** Members that provenance names, some of them by their entries. */
const membersOf = (names: readonly string[]): string[] => [...new Set(names.map(memberOf))]

function isLate(kind: CorpusKind, { stored, lines }: Working): boolean {
  let latest = stored?.observedAt ?? ''
  const isTracked = ({ members }: Provenance & { members: string[] }) =>
    members.length === 0 || membersOf(members).some((name) => listTrackedMembers(kind).has(name))
  for (const entry of stored?.sealed.provenance ?? [])
    if (entry.observedAt > latest && isTracked(entry)) latest = entry.observedAt
  for (const { observedAt } of lines) {
    if (observedAt < latest) return true
    latest = observedAt
  }
  return false
}

const membersByKind = new Map<string, ReadonlySet<string>>()

/** Members of lines that the history tracks. */
function listTrackedMembers(kind: CorpusKind): ReadonlySet<string> {
  let members = membersByKind.get(kind.name)
  if (members === undefined) {
    const tracked = Object.keys(kind.tracked(kind.complete({}, '0')))
    members = new Set(tracked.flatMap((name) => kind.trackedFrom[name] ?? [name]))
    membersByKind.set(kind.name, members)
  }
  return members
}

/** The states of an entity before the batch. */
function listMoments(
  kind: CorpusKind,
  stored: KnownVersion,
  { rows, sightings: sightingRows }: Stored,
): Moment[] {
  const newest = JSON.stringify(kind.tracked(kind.complete(stored.members, stored.id)))
  // The sighting of a line is exact, while the sealed provenance also counts members that were worked out from later
  // lines.
  const isSeen = new Set(sightingRows.map(makeKey))
  const others = [...writtenIn(stored), ...listConfirmations(stored)].filter(
    (each) => !isSeen.has(makeKey(each)),
  )
  const sightings = [...sightingRows, ...others]
  const byTime = Map.groupBy(sightings, ({ observedAt }) => observedAt)
  const instants = [...byTime.keys(), ...rows.map(({ observedAt }) => observedAt), stored.observedAt]
  return [...new Set(instants)].toSorted().flatMap((observedAt) => {
    const row = rows.findLast((each) => each.observedAt <= observedAt)
    const state = observedAt >= stored.observedAt ? newest : row?.tracked
    if (state === undefined) return []
    const members = (byTime.get(observedAt) ?? []).flatMap((each) => each.members)
    const source =
      (row?.observedAt === observedAt ? row.source : byTime.get(observedAt)?.[0]?.source) ?? row?.source ?? ''
    return [{ observedAt, source, tracked: JSON.parse(state) as Moment['tracked'], said: new Set(members) }]
  })
}

const listConfirmations = ({ sealed }: KnownVersion): Omit<Sighting, 'id'>[] =>
  sealed.provenance.flatMap(({ members, ...each }) =>
    members.length > 0 ? [{ ...each, members: membersOf(members) }] : [],
  )

interface Stored {
  rows: readonly StoredSnapshot[]
  sightings: readonly Sighting[]
}

/** Answers stored states that change. New states go into `working`. */
function place(kind: CorpusKind, working: Working, stored: Stored): Restated[] {
  const { stored: storedVersion } = working
  const moments = storedVersion === undefined ? [] : listMoments(kind, storedVersion, stored)
  for (const line of working.lines) layInto(kind, moments, line)
  const newest = moments.at(-1)
  if (newest === undefined) return []
  growRecord(kind, working, newest)
  // Members that no single line gives (offices beside headquarters) are as the record has them.
  const end = JSON.stringify(newest.tracked)
  const now = kind.tracked(working.record)
  const began = moments.findLastIndex(({ tracked }) => JSON.stringify(tracked) !== end) + 1
  for (const moment of moments.slice(began)) moment.tracked = now
  const beganAt = moments[began]?.observedAt as string
  if (working.observedAt < beganAt) {
    working.observedAt = beganAt
    working.isMoved = true
  }
  const { sealed } = working.entity
  delete sealed.stateKept
  if (beganAt < working.observedAt) sealed.stateKept = true
  // The history has the state that lasted until now, and lacks the day on which this one began.
  else if (storedVersion?.sealed.stateKept === true) working.isMoved = true
  return restateStates(working, moments, stored)
}

/**
 * Gives `working` the states that are not stored yet: each that differs from the one before, and the one that was
 * shown.
 */
function restateStates(working: Working, moments: readonly Moment[], { rows }: Stored): Restated[] {
  const { id } = working
  const snapshot = working.snapshots.find(({ shownSince }) => shownSince !== undefined)
  const rowAt = new Map(rows.map((row) => [row.observedAt, row.tracked]))
  const restated: Restated[] = []
  const added: NewSnapshot[] = []
  let before: string | undefined
  for (const { observedAt, source, tracked: state } of moments) {
    const tracked = JSON.stringify(state)
    const isNew = tracked !== before && observedAt < working.observedAt
    before = tracked
    const row = rowAt.get(observedAt)
    if (row === undefined && observedAt === snapshot?.observedAt) added.push({ ...snapshot, tracked })
    else if (row === undefined && isNew) added.push({ id, observedAt, source, tracked })
    else if (row !== undefined && row !== tracked) restated.push({ id, observedAt, tracked })
  }
  working.snapshots = added
  working.lasting = []
  working.isPlaced = true
  return restated
}

/** Lists that every line adds to are ordered by when entries were said, not by when they came. */
function growRecord(kind: CorpusKind, working: Working, { tracked }: Moment): void {
  const { members } = working.entity
  const grown = kind.union.filter((name) => Array.isArray(members[name]) && name in tracked)
  const others = grown.filter((name) => JSON.stringify(members[name]) !== JSON.stringify(tracked[name]))
  if (others.length === 0) return
  for (const name of others) members[name] = tracked[name]
  working.record = kind.complete(members, working.id)
  working.identifiers = kind.identifiers(working.record, working.entity.sealed)
}
