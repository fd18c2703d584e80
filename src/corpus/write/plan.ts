import type { ClickHouse } from '../../store/clickhouse/index.ts'
import { sql, type Postgres } from '../../store/postgres/index.ts'
import type { Commit } from '../commits/index.ts'
import type { CorpusKind, Provenance, Split } from '../kinds/index.ts'
import { findAlike } from './blocking.ts'
import { openBatchNames, type CandidateOf } from './batch-names.ts'
import { conflict, isStrong, ownersOf } from './identify.ts'
import { emptySealed, mergeEntity, type Entity } from './merge.ts'
import { findLinked } from './links.ts'
import { changesBetween, type NewMerge } from './merge-log.ts'
import { judgeShared } from './same-entity.ts'
import { knownVersions, observedSnapshots, type KnownVersion } from './known.ts'
import { type NewSnapshot, type NewVersion } from './rows.ts'
import type {
  IngestItem,
  IngestOptions,
  IngestOutcome,
  Rejection,
  SuppressedPeople,
  WriterStores,
} from './ingest.ts'

/** What a batch comes down to. */
export interface Plan {
  outcome: IngestOutcome
  versions: NewVersion[]
  snapshots: NewSnapshot[]
  /** Lines that joined an entity on less than an identifier of their own. */
  merges: NewMerge[]
}

interface Batch {
  items: readonly IngestItem[]
  options: IngestOptions
  commit: Commit
}

/** An entity of the batch: what was known, what is known after the lines seen so far. */
interface Working {
  id: string
  known: KnownVersion | undefined
  entity: Entity
  record: Record<string, unknown>
  identifiers: string[]
  observedAt: string
  source: string
  snapshots: NewSnapshot[]
}

interface Line {
  item: IngestItem
  split: Split
  /** Identifiers of the people it is of. */
  subjects: string[]
  observation: Provenance
  identifiers: string[]
  /** The line alone as a record, without a slug of our making. */
  record: Record<string, unknown>
}

/** Decides for every line which entity it is about and what it changes; writes nothing. */
export async function planBatch(stores: WriterStores, kind: CorpusKind, batch: Batch): Promise<Plan> {
  const outcome: IngestOutcome = { created: 0, changed: 0, unchanged: 0, rejected: [] }
  const lines = await withoutSuppressed(stores.suppressed, readLines(kind, batch, outcome), outcome)
  const [state] = await stores.db.query<{ published: number }>(
    sql`SELECT published FROM corpus_commits WHERE kind = ${kind.name}`,
  )
  const published = state?.published ?? 0
  const tokens = [...new Set(lines.flatMap((line) => line.identifiers))]
  const owners =
    published === 0
      ? new Map<string, string[]>()
      : await ownersOf(stores.engine, kind.name, tokens, published)
  const known = await knownVersions(stores.engine, kind, [...new Set([...owners.values()].flat())], published)
  const unheard = lines.filter((line) => !line.identifiers.some((token) => owners.has(token)))
  const alike = await findAlike(stores.engine, kind, { lines: unheard, published })
  for (const [id, version] of alike.known) known.set(id, version)
  const work = new Map<string, Working>()
  const merges: NewMerge[] = []
  const names = openBatchNames(kind, lines)
  let nextId = batch.commit.firstEntityId
  const candidateOf: CandidateOf = (id) => {
    const { record: members, entity } = work.get(id) ?? {}
    if (members !== undefined && entity !== undefined) return { id, members, sealed: entity.sealed }
    return known.get(id)
  }
  for (const line of lines) {
    const joined =
      entityOf(kind, line, { owners, known, work }) ??
      names.entityOf(line, { stored: alike.joins.get(line)?.id, candidateOf })
    const id = joined?.id ?? String(nextId++)
    const prior = work.get(id)?.entity ?? known.get(id)
    apply(kind, line, { id, known: known.get(id), work })
    const after = (work.get(id) as Working).record
    names.add(id, after)
    if (joined?.evidence !== undefined && prior !== undefined)
      merges.push({
        entityId: id,
        mergedId: null,
        score: joined.score,
        evidence: joined.evidence,
        changes: changesBetween(prior, after, line),
      })
    for (const token of line.identifiers) {
      const others = owners.get(token) ?? []
      if (!others.includes(id)) owners.set(token, isStrong(token) ? [id, ...others] : [...others, id])
    }
  }
  await linkAll(stores, kind, work)
  return { ...(await finish(stores.engine, kind, { work, outcome, published })), merges }
}

/** Looks up the entities that the records of the batch refer to. */
async function linkAll(
  stores: { db: Postgres; engine: ClickHouse },
  kind: CorpusKind,
  work: ReadonlyMap<string, Working>,
): Promise<void> {
  const { links } = kind
  if (links === undefined) return
  const all = [...work.values()].map((working) => ({ working, refers: links.of(working.record) }))
  const idOf = await findLinked(
    stores,
    all.flatMap(({ refers }) => refers),
  )
  for (const { working, refers } of all) working.entity.sealed.links = refers.map(idOf)
}

function readLines(kind: CorpusKind, batch: Batch, outcome: IngestOutcome): Line[] {
  const lines: Line[] = []
  for (const item of batch.items) {
    const line = readLine(kind, item, batch.options)
    if (line.identifiers.length > 0) lines.push(line)
    else outcome.rejected.push(unidentified(item))
  }
  return lines
}

function readLine(kind: CorpusKind, item: IngestItem, options: IngestOptions): Line {
  const split = kind.split(item.record as Record<string, unknown>)
  const observation: Provenance = {
    source: split.source ?? options.source,
    observedAt: observedAt(split, options),
    confidence: split.confidence ?? 1,
  }
  const sealed = {
    ...emptySealed(),
    emails: split.emails,
    phoneNumbers: split.phoneNumbers,
    externalIds: split.externalIds,
  }
  // Says what the line can be recognised by.
  const own = split.members['primary_slug'] ?? split.members['pnet_primary_slug']
  const record = kind.complete({ ...split.members, primary_slug: own ?? '' }, '0')
  const identifiers = kind.identifiers(record, sealed).filter((token) => token !== 'slug:')
  const subjects = kind.subjects(record, sealed).filter((token) => token !== 'slug:')
  return { item, split, subjects, observation, identifiers, record }
}

const unidentified = ({ line }: IngestItem): Rejection => ({
  line,
  path: '',
  reason: 'no identifier (slug, id, domain, e-mail, phone)',
  value: null,
})

/** Why a line would be refused by itself, whatever is stored; undefined when it would be written. */
export function refusalOf(kind: CorpusKind, item: IngestItem, options: IngestOptions): Rejection | undefined {
  return readLine(kind, item, options).identifiers.length > 0 ? undefined : unidentified(item)
}

/** Leaves out lines of people who asked not to be here; who they were is not told. */
async function withoutSuppressed(
  suppressed: SuppressedPeople | undefined,
  lines: Line[],
  outcome: IngestOutcome,
): Promise<Line[]> {
  const found = await suppressed?.among(lines.flatMap(({ subjects }) => subjects))
  if (found === undefined || found.size === 0) return lines
  const kept = lines.filter(({ subjects }) => !subjects.some((token) => found.has(token)))
  outcome.suppressed = lines.length - kept.length
  return kept
}

function observedAt(split: Split, options: IngestOptions): string {
  const own = split.observedAt === undefined ? Number.NaN : Date.parse(split.observedAt)
  return new Date(Number.isNaN(own) ? options.observedAt.getTime() : own).toISOString()
}

/** The entity a line is about, and, where it brings identifiers of its own, what it was joined on. */
interface Joined {
  id: string
  score: number
  evidence?: string[]
}

/**
 * Strong identifiers decide alone; a domain, e-mail address or phone number only when nothing stronger says otherwise
 * and the names do not contradict. Of several that share it the one that agrees best is meant.
 */
function entityOf(
  kind: CorpusKind,
  line: Line,
  seen: { owners: Map<string, string[]>; known: Map<string, KnownVersion>; work: Map<string, Working> },
): Joined | undefined {
  for (const token of line.identifiers.filter(isStrong)) {
    const [owner] = seen.owners.get(token) ?? []
    if (owner !== undefined && !conflict(line.identifiers, identifiersOf(kind, owner, seen)))
      return { id: owner, score: 1 }
  }
  const own = line.identifiers.filter(isStrong)
  let best: Joined | undefined
  for (const token of line.identifiers.filter((each) => !isStrong(each))) {
    for (const owner of seen.owners.get(token) ?? []) {
      const theirs = identifiersOf(kind, owner, seen)
      const entity = seen.work.get(owner)?.entity ?? seen.known.get(owner)
      if (entity === undefined || conflict(line.identifiers, theirs)) continue
      const hasOtherSlug = own.some(isSlug) && theirs.some(isSlug)
      const match = judgeShared(kind, token, { a: line.split.members, b: entity.members, hasOtherSlug })
      if (match === undefined || (best !== undefined && best.score >= match.score)) continue
      best = own.length === 0 ? { id: owner, score: match.score } : { id: owner, ...match }
    }
  }
  return best
}

const isSlug = (token: string) => token.startsWith('slug:')

function identifiersOf(
  kind: CorpusKind,
  id: string,
  seen: { known: Map<string, KnownVersion>; work: Map<string, Working> },
): string[] {
  const working = seen.work.get(id)
  if (working !== undefined) return working.identifiers
  const stored = seen.known.get(id)
  return stored === undefined ? [] : kind.identifiers(stored.members, stored.sealed)
}

function apply(
  kind: CorpusKind,
  line: Line,
  at: { id: string; known: KnownVersion | undefined; work: Map<string, Working> },
): void {
  const before = at.work.get(at.id)
  const prior = before?.entity ?? at.known
  const priorAt = before?.observedAt ?? at.known?.observedAt
  const entity = mergeEntity(kind, prior, line.split, line.observation)
  const record = kind.complete(entity.members, at.id)
  const { observedAt, source } = line.observation
  const snapshot = pastState(kind, { id: at.id, line, prior, priorAt, record })
  at.work.set(at.id, {
    id: at.id,
    known: at.known,
    entity,
    record,
    identifiers: kind.identifiers(record, entity.sealed),
    observedAt: priorAt !== undefined && priorAt > observedAt ? priorAt : observedAt,
    source,
    snapshots: [...(before?.snapshots ?? []), ...snapshot],
  })
}

/**
 * The state a line adds to history: the one it replaces, or, for a line older than what is known, its own (laid over
 * the known state for what it leaves out). The newest state is the record itself.
 */
function pastState(
  kind: CorpusKind,
  at: {
    id: string
    line: Line
    prior: Entity | undefined
    priorAt: string | undefined
    record: Record<string, unknown>
  },
): NewSnapshot[] {
  const { id, line, prior, priorAt } = at
  if (prior === undefined || priorAt === undefined || priorAt === line.observation.observedAt) return []
  const known = JSON.stringify(kind.tracked(kind.complete(prior.members, id)))
  const { observedAt, source } = line.observation
  // What a line adds to the known state says nothing about the whole state then.
  if (observedAt < priorAt && line.split.extend !== undefined) return []
  if (observedAt > priorAt) {
    if (known === JSON.stringify(kind.tracked(at.record))) return []
    return [{ id, observedAt: priorAt, source: sourceOf(prior), tracked: known }]
  }
  const own = kind.complete({ ...prior.members, ...present(line.split.members) }, id)
  return [{ id, observedAt, source, tracked: JSON.stringify(kind.tracked(own)) }]
}

/** Where most of a record comes from. */
function sourceOf(entity: Entity): string {
  return entity.sealed.provenance.toSorted((a, b) => b.members.length - a.members.length)[0]?.source ?? ''
}

function present(members: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(members).filter(([, value]) => value !== null && value !== undefined),
  )
}

async function finish(
  engine: ClickHouse,
  kind: CorpusKind,
  done: { work: Map<string, Working>; outcome: IngestOutcome; published: number },
): Promise<Omit<Plan, 'merges'>> {
  const versions: NewVersion[] = []
  const candidates: NewSnapshot[] = []
  for (const working of done.work.values()) {
    const { id, known, record, identifiers, observedAt, source } = working
    const body = JSON.stringify(record)
    const { sealed } = working.entity
    candidates.push(...changesOf(kind, working))
    if (known !== undefined && sameContent(known, { body, entity: working.entity })) {
      done.outcome.unchanged++
      continue
    }
    if (known === undefined) done.outcome.created++
    else done.outcome.changed++
    const version: NewVersion = { id, record, body, sealed, identifiers, observedAt, source }
    if (known !== undefined) version.replaces = known.born
    versions.push(version)
  }
  const snapshots = await notYetKept(engine, kind, { candidates, published: done.published })
  return { outcome: done.outcome, versions, snapshots }
}

/** Without the state that lines of one instant first left and then came back to. */
function changesOf(kind: CorpusKind, { known, record, snapshots }: Working): NewSnapshot[] {
  if (known === undefined || snapshots.length === 0) return snapshots
  const newest = JSON.stringify(kind.tracked(record))
  return snapshots.filter(({ observedAt, tracked }) => observedAt !== known.observedAt || tracked !== newest)
}

/** Provenance dates alone do not make a new version: a file loaded again tomorrow changes nothing. */
function sameContent(known: KnownVersion, now: { body: string; entity: Entity }): boolean {
  const { provenance: _old, ...before } = known.sealed
  const { provenance: _new, ...after } = now.entity.sealed
  return known.body === now.body && JSON.stringify(before) === JSON.stringify(after)
}

/** A state of an instant is kept once: a repeated import adds none. */
async function notYetKept(
  engine: ClickHouse,
  kind: CorpusKind,
  found: { candidates: NewSnapshot[]; published: number },
): Promise<NewSnapshot[]> {
  if (found.candidates.length === 0) return []
  const kept = await observedSnapshots(engine, kind.name, found.candidates, found.published)
  return found.candidates.filter(({ id, observedAt }) => {
    const key = `${id} ${observedAt}`
    return !kept.has(key) && kept.add(key)
  })
}
