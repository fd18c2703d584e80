import type { Postgres } from '../../store/postgres/index.ts'
import { publishedOf, type Commit } from '../commits/index.ts'
import { provenanceOf, type Confirmation, type CorpusKind } from '../kinds/index.ts'
import { type NewSnapshot, type Sighting, type StoredSnapshot } from '../record-store/index.ts'
import type { BatchLines, FreshLine } from './batch-lines.ts'
import { openBatchNames } from './batch-names.ts'
import { findAlike } from './blocking.ts'
import { isStrong, ownersOf } from './identify.ts'
import type { IngestOutcome, SuppressedPeople, WriterStores } from './ingest.ts'
import { freshen, knownVersions, observedSnapshots, type KnownVersion } from './known.ts'
import { placeLateLines, sightingsOf } from './late-lines.ts'
import { findLinked } from './links.ts'
import type { Entity } from './merge.ts'
import type { NewMerge } from './merge-log.ts'
import { lineWithout, unidentified, type Line, type LineSummary } from './read-line.ts'
import type { NewVersion } from './rows.ts'
import { standingAlone } from './stand-alone.ts'
import { takeLine, type Seen, type Working } from './take-line.ts'

/** What a batch comes down to. */
export interface Plan {
  outcome: IngestOutcome
  versions: NewVersion[]
  snapshots: NewSnapshot[]
  /** Lines that joined an entity on less than an identifier of their own. */
  merges: NewMerge[]
  /** What lines said again of entities that stay as they are. */
  confirmations: Confirmation[]
  /** When anything was said of entities that more than one line is about. */
  sightings: Sighting[]
  /** Earlier states that say something else since a line came late. */
  restated: Pick<StoredSnapshot, 'id' | 'observedAt' | 'tracked'>[]
  /** Lines that make an entity each; their rows are built where the lines are. */
  fresh: FreshLine[]
  settled: SettledLine[]
}

/** A line that would change nothing if it came again, with the version that holds it. */
export interface SettledLine {
  place: number
  id: string
  born: number
  /** ISO 8601. */
  observedAt: string
}

interface Batch {
  lines: BatchLines
  commit: Commit
}

/** Decides for every line which entity it is about and what it changes; writes nothing. */
export async function planBatch(stores: WriterStores, kind: CorpusKind, batch: Batch): Promise<Plan> {
  const { db } = stores
  const { lines: given, commit } = batch
  const outcome: IngestOutcome = { created: 0, changed: 0, unchanged: 0, rejected: [] }
  const { places, gone } = await placesToWrite(stores.suppressed, given.summaries, outcome)
  const summaries = places.map((place) => given.summaries[place] as LineSummary)
  const published = await publishedOf(db, kind.name)
  const tokens = [...new Set(summaries.flatMap(({ identifiers }) => identifiers))]
  const owners =
    published === 0 ? new Map<string, string[]>() : await ownersOf(db, kind.name, tokens, published)
  const alone = await standingAlone(db, kind.name, { lines: given, places, owners, published })
  const compared = places.filter((place) => !alone.has(place) || namesAny(given.summaries[place], gone))
  const lines = (await given.whole(compared)).map((line) => lineWithout(kind, line, gone))
  const { known, alike, sighted } = await whatIsKnown(db, kind, { lines, owners, published })
  // What another line is about is laid over by both, in their order.
  const passed = [...(given.passed?.lines ?? [])].filter(([, { id }]) => known.has(id))
  if (given.passed !== undefined && passed.length > 0) {
    await given.passed.take(passed.map(([place]) => place))
    return planBatch(stores, kind, batch)
  }
  const names = openBatchNames(kind, lines)
  const seen: Seen = { kind, owners, known, alike, names, work: new Map(), merges: [] }
  const whole = new Map(compared.map((place, index) => [place, lines[index] as Line]))
  const fresh: { place: number; id: string }[] = []
  let nextId = commit.firstEntityId
  const newId = () => String(nextId++)
  for (const place of places) {
    const line = whole.get(place)
    if (line === undefined) fresh.push({ place, id: newId() })
    else takeLine(seen, line, { place, newId })
  }
  const linked = await linkAll(db, kind, { work: seen.work, fresh, summaries: given.summaries })
  outcome.created += fresh.length
  const done = await finish(db, kind, { work: seen.work, sighted, outcome, published, commit })
  const settled = [...settledFresh(given.summaries, linked, commit), ...done.settled]
  return { ...done, merges: seen.merges, fresh: linked, settled }
}

/** Versions of the entities that lines may be about. */
async function whatIsKnown(
  db: Postgres,
  kind: CorpusKind,
  {
    lines,
    owners,
    published,
  }: { lines: readonly Line[]; owners: ReadonlyMap<string, string[]>; published: number },
): Promise<Pick<Seen, 'alike'> & { known: Map<string, KnownVersion>; sighted: Map<string, Sighting[]> }> {
  const known = await knownVersions(db, kind, [...new Set([...owners.values()].flat())], published)
  const unheard = lines.filter(
    (line) => !line.identifiers.some((token) => isStrong(token) && owners.has(token)),
  )
  const alike = await findAlike(db, kind, { lines: unheard, published })
  for (const [id, version] of alike.known) known.set(id, version)
  return { known, alike: alike.joins, sighted: await freshen(db, kind, known) }
}

const namesAny = (summary: LineSummary | undefined, gone: ReadonlySet<string>) =>
  summary?.named.some((token) => gone.has(token)) === true

/** Looks up the entities that the records of the batch refer to. */
async function linkAll(
  db: Postgres,
  kind: CorpusKind,
  batch: {
    work: ReadonlyMap<string, Working>
    fresh: readonly { place: number; id: string }[]
    summaries: BatchLines['summaries']
  },
): Promise<FreshLine[]> {
  const { links } = kind
  const { work, summaries } = batch
  if (links === undefined) return batch.fresh.map((each) => ({ ...each, links: undefined }))
  const all = [...work.values()].map((working) => ({ working, refers: links.of(working.record) }))
  const fresh = batch.fresh.map((each) => ({ ...each, refers: summaries[each.place]?.refers ?? [] }))
  const idOf = await findLinked(
    db,
    [...all, ...fresh].flatMap(({ refers }) => refers),
  )
  for (const { working, refers } of all) working.entity.sealed.links = refers.map(idOf)
  return fresh.map(({ place, id, refers }) => ({ place, id, links: refers.map(idOf) }))
}

/**
 * Places of the lines that can be recognised, but for people who asked not to be here; who they were is not told. `gone`:
 * tokens of such people, also of those whom lines of others name.
 */
async function placesToWrite(
  suppressed: SuppressedPeople | undefined,
  summaries: BatchLines['summaries'],
  outcome: IngestOutcome,
): Promise<{ places: number[]; gone: ReadonlySet<string> }> {
  const identified: number[] = []
  for (const [place, summary] of summaries.entries()) {
    if (summary === undefined) continue
    if (summary.identifiers.length > 0) identified.push(place)
    else outcome.rejected.push(unidentified(summary.line))
  }
  const subjectsOf = (place: number) => summaries[place]?.subjects ?? []
  const namedBy = (place: number) => summaries[place]?.named ?? []
  const asked = identified.flatMap((place) => [...subjectsOf(place), ...namedBy(place)])
  const gone = (await suppressed?.among(asked)) ?? new Set<string>()
  if (gone.size === 0) return { places: identified, gone }
  const kept = identified.filter((place) => !subjectsOf(place).some((token) => gone.has(token)))
  outcome.suppressed = identified.length - kept.length
  return { places: kept, gone }
}

async function finish(
  db: Postgres,
  kind: CorpusKind,
  done: {
    work: ReadonlyMap<string, Working>
    sighted: ReadonlyMap<string, readonly Sighting[]>
    outcome: IngestOutcome
    published: number
    commit: Commit
  },
): Promise<Omit<Plan, 'merges' | 'fresh'>> {
  const restated = await placeLateLines(db, kind, { ...done, work: done.work.values() })
  const versions: NewVersion[] = []
  const candidates: NewSnapshot[] = []
  const settled: SettledLine[] = []
  const confirmations: Confirmation[] = []
  for (const working of done.work.values()) {
    const { id, known, record, identifiers, observedAt, source } = working
    const body = JSON.stringify(record)
    const { sealed } = working.entity
    const isSame =
      known !== undefined && working.isMoved !== true && sameContent(known, { body, entity: working.entity })
    const until = isSame ? known.observedAt : observedAt
    candidates.push(...changesOf(kind, working).filter((state) => state.observedAt < until))
    settled.push(...settledOf(working, isSame ? known.born : done.commit.number))
    if (isSame) {
      done.outcome.unchanged++
      confirmations.push(...fresher(known, sealed))
      continue
    }
    candidates.push(...working.lasting)
    if (known === undefined) done.outcome.created++
    else done.outcome.changed++
    const version: NewVersion = { id, record, body, sealed, identifiers, observedAt, source }
    if (known !== undefined) version.replaces = known
    versions.push(version)
  }
  const snapshots = await notYetKept(db, kind, { candidates, published: done.published })
  const sightings = sightingsOf(done.work.values(), done.sighted)
  return { outcome: done.outcome, versions, snapshots, confirmations, settled, sightings, restated }
}

/** What was said again of a record that stays as it is: members that are from a later observation now. */
function fresher(known: KnownVersion, now: Entity['sealed']): Confirmation[] {
  return now.provenance.flatMap(({ members, ...observation }) => {
    const later = members.filter((member) => {
      const before = provenanceOf(known.sealed, member, known.members[member])
      return before !== undefined && before.observedAt < observation.observedAt
    })
    return later.length === 0 ? [] : [{ id: known.id, ...observation, members: later }]
  })
}

/** Without the state that lines of one instant first left and then came back to. */
function changesOf(kind: CorpusKind, { known, record, snapshots, isPlaced }: Working): NewSnapshot[] {
  if (known === undefined || snapshots.length === 0 || isPlaced === true) return snapshots
  const newest = JSON.stringify(kind.tracked(record))
  return snapshots.filter(({ observedAt, tracked }) => observedAt !== known.observedAt || tracked !== newest)
}

/** Provenance dates alone do not make a new version: a file loaded again tomorrow changes nothing. */
function sameContent(known: KnownVersion, now: { body: string; entity: Entity }): boolean {
  const { provenance: _old, stateKept: _wasKept, ...before } = known.sealed
  const { provenance: _new, stateKept: _isKept, ...after } = now.entity.sealed
  return known.body === now.body && JSON.stringify(before) === JSON.stringify(after)
}

/** A state of an instant is kept once: a repeated import adds none. */
async function notYetKept(
  db: Postgres,
  kind: CorpusKind,
  found: { candidates: NewSnapshot[]; published: number },
): Promise<NewSnapshot[]> {
  if (found.candidates.length === 0) return []
  const kept = await observedSnapshots(db, kind.name, found.candidates, found.published)
  return found.candidates.filter(({ id, observedAt }) => {
    const key = `${id} ${observedAt}`
    return !kept.has(key) && kept.add(key)
  })
}

/**
 * The only line about an entity, when nothing known of it is newer and all it refers to was found: laid over the same
 * version again, that day or later, it changes nothing.
 */
function settledOf({ id, places, entity, lineAt }: Working, born: number): SettledLine[] {
  const [place, ...others] = places
  // Of one made of several not every member that a line gives counts.
  const isMerged = (entity.sealed.aliases ?? []).length > 0
  if (place === undefined || others.length > 0 || isMerged) return []
  const isNewest = entity.sealed.provenance.every((entry) => entry.observedAt <= lineAt)
  return isNewest && isLinked(entity.sealed.links) ? [{ place, id, born, observedAt: lineAt }] : []
}

/** An entity that is not known yet may be when the line comes again. */
const isLinked = (links: readonly string[] = []) => !links.includes('0')

function settledFresh(
  summaries: BatchLines['summaries'],
  fresh: readonly FreshLine[],
  { number }: Commit,
): SettledLine[] {
  return fresh
    .filter(({ links }) => isLinked(links))
    .map(({ place, id }) => {
      const { observedAt } = summaries[place] as LineSummary
      return { place, id, born: number, observedAt }
    })
}
