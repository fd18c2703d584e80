import type { Postgres } from '../../store/postgres/index.ts'
import type { Commit } from '../commits/index.ts'
import {
  findProvenance,
  valueOf,
  type Confirmation,
  type CorpusKind,
  type Sealed,
  type Sighting,
} from '../kinds/index.ts'
import type { NewSnapshot, StoredSnapshot } from '../record-store/index.ts'
import type { FreshLine, LineEntity } from './batch-lines.ts'
import type { IngestOutcome } from './ingest.ts'
import { observedSnapshots, type KnownVersion } from './stored-versions.ts'
import { placeLateLines, listSightings } from './late-lines.ts'
import type { Entity } from './merge.ts'
import type { NewMerge } from './merge-log.ts'
import type { NewVersion } from './rows.ts'
import type { Working } from './take-line.ts'
import { readHistories } from './unite-entities.ts'

/** The result of a batch. */
export interface Plan {
  outcome: IngestOutcome
  versions: NewVersion[]
  /** Entities that became part of others. */
  retired: KnownVersion[]
  snapshots: NewSnapshot[]
  /** Lines that joined an entity on less than an identifier of their own. */
  merges: NewMerge[]
  /** Repetitions about entities that do not change. */
  confirmations: Confirmation[]
  /** Sightings of entities that more than one line is about. */
  sightings: Sighting[]
  /** Earlier states that a late line has changed. */
  restated: Pick<StoredSnapshot, 'id' | 'observedAt' | 'tracked'>[]
  /** Lines that make an entity each; their rows are built where the lines were read. */
  fresh: FreshLine[]
  /** Lines that would change nothing if they came again. */
  settled: LineEntity[]
}

/** Decides what has come of each entity of a batch: a version, states before it, or only repetitions. */
export async function finish(
  db: Postgres,
  kind: CorpusKind,
  done: {
    work: ReadonlyMap<string, Working>
    sighted: ReadonlyMap<string, readonly Sighting[]>
    outcome: IngestOutcome
    published: number
    commit: Commit
  },
): Promise<Omit<Plan, 'merges' | 'fresh'> & { joins: Working[] }> {
  const restated = await placeLateLines(db, kind, { ...done, work: done.work.values() })
  const versions: NewVersion[] = []
  const candidates: NewSnapshot[] = []
  const settled: LineEntity[] = []
  const confirmations: Confirmation[] = []
  const joins: Working[] = []
  for (const working of done.work.values()) {
    const { id, stored, record, identifiers, observedAt, source } = working
    const body = JSON.stringify(record)
    const { sealed } = working.entity
    if (isJoined(working)) joins.push(working)
    const isSame = stored !== undefined && staysAsIs(working, stored, body)
    const until = isSame ? stored.observedAt : observedAt
    candidates.push(...listChanges(kind, working).filter((state) => state.observedAt < until))
    settled.push(...settleLines(working, isSame ? stored.born : done.commit.number))
    if (isSame) {
      done.outcome.unchanged++
      confirmations.push(...fresher(stored, sealed))
      continue
    }
    candidates.push(...working.lasting)
    if (stored === undefined) done.outcome.created++
    else done.outcome.changed++
    const version: NewVersion = { id, record, body, sealed, identifiers, observedAt, source }
    if (stored !== undefined) version.replaces = stored
    versions.push(version)
  }
  const { published } = done
  const { retired, states: moved } = await absorbedBy(db, kind, { joins, published })
  const snapshots = await notYetKept(db, kind, { candidates: [...candidates, ...moved], published })
  const sightings = listSightings(done.work.values(), done.sighted)
  const outcome = retired.length === 0 ? done.outcome : { ...done.outcome, joined: retired.length }
  return { outcome, versions, retired, joins, confirmations, settled, snapshots, sightings, restated }
}

const isJoined = ({ absorbed = [] }: Working) => absorbed.length > 0

/** Whether an entity is as it is stored. */
function staysAsIs(working: Working, stored: KnownVersion, body: string): boolean {
  if (isJoined(working) || working.isMoved === true) return false
  return sameContent(stored, { body, entity: working.entity, lineAt: working.lineAt })
}

/** The entities that became part of others, and their earlier states as states of the others. */
async function absorbedBy(
  db: Postgres,
  kind: CorpusKind,
  { joins, published }: { joins: readonly Working[]; published: number },
): Promise<{ retired: KnownVersion[]; states: NewSnapshot[] }> {
  const retired = joins.flatMap(({ absorbed = [] }) => absorbed)
  const histories = await readHistories(db, kind, { entities: retired, published })
  const states = joins.flatMap(({ id, observedAt, absorbed = [] }) =>
    absorbed
      .flatMap((version) => histories.get(version.id) ?? [])
      .filter((state) => state.observedAt < observedAt)
      .map((state) => ({ ...state, id })),
  )
  return { retired, states }
}

/** Confirmations of a record that stays as it is: members that a later observation repeated. */
function fresher(stored: KnownVersion, now: Entity['sealed']): Confirmation[] {
  return now.provenance.flatMap(({ members, ...observation }) => {
    const later = members.filter((member) => {
      const before = findProvenance(stored.sealed, member, valueOf(stored.members, member))
      return before !== undefined && before.observedAt < observation.observedAt
    })
    return later.length === 0 ? [] : [{ id: stored.id, ...observation, members: later }]
  })
}

/** Drops the state that lines of one instant first left and then came back to. */
function listChanges(kind: CorpusKind, { stored, record, snapshots, isPlaced }: Working): NewSnapshot[] {
  if (stored === undefined || snapshots.length === 0 || isPlaced === true) return snapshots
  const newest = JSON.stringify(kind.tracked(record))
  const isBetween = ({ observedAt, tracked }: NewSnapshot) =>
    observedAt > stored.observedAt && tracked !== newest
  // Another state of a later day lies between: the stored one has ended, and began again.
  if (snapshots.some(isBetween)) return snapshots
  return snapshots.filter(({ observedAt, tracked }) => observedAt !== stored.observedAt || tracked !== newest)
}

/** Ignores the dates of provenance, so that a file loaded again tomorrow changes nothing. */
function sameContent(stored: KnownVersion, now: { body: string; entity: Entity; lineAt: string }): boolean {
  const { provenance: _old, stateKept: _wasKept, ...before } = stored.sealed
  const { provenance: _new, stateKept: _isKept, ...sealed } = now.entity.sealed
  const after = { ...sealed, emails: sealed.emails.map((entry) => asChecked(entry, stored, now.lineAt)) }
  return stored.body === now.body && JSON.stringify(before) === JSON.stringify(after)
}

/** An address keeps the day it was checked before where a line repeats it on the line's own day. */
function asChecked(entry: Sealed['emails'][number], { sealed }: KnownVersion, lineAt: string) {
  if (entry.status_at !== lineAt) return entry
  const before = sealed.emails.find(({ email, status }) => email === entry.email && status === entry.status)
  return before?.status_at === undefined ? entry : { ...entry, status_at: before.status_at }
}

/** Keeps one state an instant, so that a repeated import adds none. */
async function notYetKept(
  db: Postgres,
  kind: CorpusKind,
  batch: { candidates: NewSnapshot[]; published: number },
): Promise<NewSnapshot[]> {
  if (batch.candidates.length === 0) return []
  const observed = await observedSnapshots(db, kind.name, batch.candidates, batch.published)
  return batch.candidates.filter(({ id, observedAt }) => {
    const key = `${id} ${observedAt}`
    return !observed.has(key) && observed.add(key)
  })
}

/**
 * The only line about an entity, where nothing stored is newer and all entities it refers to exist. Laid over the
 * same version again, that day or later, it would change nothing.
 */
function settleLines(
  { id, places, entity, lineAt, absorbed = [], isTied }: Working,
  born: number,
): LineEntity[] {
  const [place, ...others] = places
  // In an entity made of several, not every member that a line gives counts.
  const isMerged = absorbed.length > 0 || (entity.sealed.aliases ?? []).length > 0
  if (place === undefined || others.length > 0 || isMerged || isTied === true) return []
  const isNewest = entity.sealed.provenance.every((entry) => entry.observedAt <= lineAt)
  return isNewest && isLinked(entity.sealed.links) ? [{ place, id, born, observedAt: lineAt }] : []
}

/** An entity that is unknown today may be known when the line comes again. */
const isLinked = (links: readonly string[] = []) => !links.includes('0')

/** Lines that made an entity each and would change nothing if they came again. */
export const settledFresh = (fresh: readonly FreshLine[]): LineEntity[] =>
  fresh.flatMap(({ links, ...line }) => (isLinked(links) ? [line] : []))
