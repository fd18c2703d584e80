import { findProvenance, type CorpusKind, type JoinVerdict, type Split } from '../kinds/index.ts'
import type { NewSnapshot } from '../record-store/index.ts'
import type { BatchNames, CandidateOf } from './batch-names.ts'
import type { SameEntity } from './blocking.ts'
import { isOtherFirm } from './contested.ts'
import { conflict, isStrong } from './identify.ts'
import type { KnownVersion } from './stored-versions.ts'
import { mergeEntity, nameChanged, type Entity } from './merge.ts'
import { changesBetween } from './merge-changes.ts'
import type { NewMerge } from './merge-log.ts'
import type { Statement } from './state-timeline.ts'
import { noteEntrySources } from './note-entry-sources.ts'
import { membersGiven, type Line } from './read-line.ts'
import { isSameOrigin, judgeShared, nameOrigin } from './same-entity.ts'
import type { NewVersion } from './rows.ts'
import { saidOtherwise } from './ties.ts'
import { addVariant } from './variants.ts'

/** An entity of the batch: its stored version, and its state after the lines so far. */
export interface Working extends Pick<NewVersion, 'id' | 'record' | 'observedAt' | 'source'> {
  stored: KnownVersion | undefined
  entity: Entity
  identifiers: string[]
  snapshots: NewSnapshot[]
  /**
   * States that hold on while something untracked changes. They are stored so that later states do not move their
   * date.
   */
  lasting: NewSnapshot[]
  /** When the last of its lines was observed. ISO 8601. */
  lineAt: string
  /** Statements of its lines in order, without lines that only add to the entity. */
  lines: Statement[]
  /** Whether its states are in their place already. */
  isPlaced?: boolean
  /** Whether it became what it is later than its stored version says. */
  isMoved?: boolean
  /** Indexes of the lines that are about it. */
  places: number[]
  /** Stored entities that the batch joined with it, of which its entity is made as well. */
  absorbed?: KnownVersion[]
  /**
   * A line gives a value that lost to another one of its import, or carries a contested identifier, and is therefore
   * read again.
   */
  isTied?: true
  /** Identifiers taken from the stored entity, because they decide nothing. */
  withheld?: string[]
}

/** What lines are compared with, and the results of earlier ones. */
export interface BatchState {
  kind: CorpusKind
  /** Entities by token, including those of the batch. */
  owners: Map<string, string[]>
  versions: Map<string, KnownVersion>
  work: Map<string, Working>
  merges: NewMerge[]
  names: BatchNames
  /** Stored entities that a line may be about although it shares no identifier of theirs. */
  alike: ReadonlyMap<Line, readonly string[]>
  /** Entities that lines without an identifier of theirs have shown to be one. */
  verdicts: { a: string; b: string; verdict: JoinVerdict }[]
}

/** Decides which entity a line is about, and lays it over that entity. */
export function takeLine(
  state: BatchState,
  line: Line,
  { place, newId }: { place: number; newId(): string },
): void {
  const { kind, owners, versions, work, names } = state
  const findCandidate: CandidateOf = (id) => {
    const { record: members, entity } = work.get(id) ?? {}
    if (members !== undefined && entity !== undefined) return { id, members, sealed: entity.sealed }
    return versions.get(id)
  }
  const joined =
    findEntity(kind, line, state) ??
    names.findEntity(line, { stored: state.alike.get(line) ?? [], findCandidate })
  const id = joined?.id ?? newId()
  const prior = work.get(id)?.entity ?? versions.get(id)
  const before = kind.identity.ofStranger === 'doubtful' ? listIdentifiers(kind, id, state) : []
  layLine(kind, line, { id, place, stored: versions.get(id), work })
  const working = work.get(id) as Working
  if (joined !== undefined) recordJoin(state, line, { joined, prior, working, before })
  names.add(id, working)
  for (const token of line.identifiers) {
    const others = owners.get(token) ?? []
    if (!others.includes(id)) owners.set(token, isStrong(token) ? [id, ...others] : [...others, id])
  }
}

/**
 * Stores why a line is about an entity: as a merge in the log where that was judged, with the other likely entities.
 */
function recordJoin(
  state: BatchState,
  line: Line,
  {
    joined,
    prior,
    working,
    before,
  }: { joined: Joined; prior: Entity | undefined; working: Working; before: readonly string[] },
): void {
  const { id, record, entity } = working
  const { score, others = [] } = joined
  for (const { id: other, verdict } of others) state.verdicts.push({ a: id, b: other, verdict })
  if (prior === undefined) return
  if (joined.evidence !== undefined || score < 1) addVariant(state.kind, entity.sealed, { prior, line })
  const evidence = joined.evidence ?? findDoubts(state.kind, line, { prior, identifiers: before })
  if (evidence !== undefined)
    state.merges.push({
      entityId: id,
      mergedId: null,
      score: joined.evidence === undefined ? doubtfulScore : score,
      evidence,
      changes: changesBetween(prior, record, line),
    })
}

/** The score of a join by one id where everything else differs. */
export const doubtfulScore = 0.5

/**
 * What speaks against an entity that one id names: another name, another site, nothing else in common. It is joined, and
 * logged, so that an operator looks at it.
 */
function findDoubts(
  kind: CorpusKind,
  line: Line,
  { prior, identifiers }: { prior: Entity; identifiers: readonly string[] },
): string[] | undefined {
  if (kind.identity.ofStranger !== 'doubtful' || line.split.extend !== undefined) return undefined
  const shared = line.identifiers.filter((token) => isStrong(token) && identifiers.includes(token))
  const [token] = shared
  if (token === undefined || shared.length > 1) return undefined
  if (!isOtherFirm(kind, line, { identifiers, record: prior.members }, token)) return undefined
  return [`${token}: the same`, 'name: another', 'domain: another', 'nothing else is the same']
}

/** The entity a line is about. Where the line brings identifiers of its own, also the evidence for joining it. */
interface Joined {
  id: string
  score: number
  evidence?: string[]
  others?: readonly SameEntity[]
}

/**
 * The entity that a strong identifier of a line names. Among several, the line is about the one that agrees best: by
 * name, then by how many identifiers they share. `bridges.ts` then joins them, where nothing contradicts.
 */
function ownerNamed(
  kind: CorpusKind,
  line: Line,
  state: Pick<BatchState, 'owners' | 'versions' | 'work'>,
): string | undefined {
  const owners = new Set<string>()
  for (const token of line.identifiers) {
    if (!isStrong(token)) continue
    for (const [at, owner] of (state.owners.get(token) ?? []).entries()) {
      if (owners.has(owner)) continue
      const isAlive = state.work.has(owner) || state.versions.has(owner)
      const theirs = listIdentifiers(kind, owner, state)
      // An entity that ended comes back where no other carries the identifier. For one that lives on without it, the
      // identifier means nothing.
      if (isAlive ? theirs.includes(token) && !conflict(line.identifiers, theirs) : at === 0)
        owners.add(owner)
    }
  }
  if (owners.size < 2) return [...owners][0]
  const rated = [...owners].map((id) => {
    const members = state.work.get(id)?.entity.members ?? state.versions.get(id)?.members
    const theirs = listIdentifiers(kind, id, state)
    const isAlive = members !== undefined
    const likeness = (members && kind.identity.sameName?.(line.split.members, members)?.likeness) ?? 0
    return {
      id,
      isAlive,
      likeness,
      shared: line.identifiers.filter((token) => theirs.includes(token)).length,
    }
  })
  const [best] = rated.toSorted(
    (a, b) =>
      Number(b.isAlive) - Number(a.isAlive) ||
      b.likeness - a.likeness ||
      b.shared - a.shared ||
      Number(a.id) - Number(b.id),
  )
  return best?.id
}

/**
 * Strong identifiers decide alone. A domain, e-mail address or phone number decides only where nothing stronger
 * contradicts and the names agree; among several sharers the line is about the one that agrees best.
 */
function findEntity(
  kind: CorpusKind,
  line: Line,
  state: Pick<BatchState, 'owners' | 'versions' | 'work'>,
): Joined | undefined {
  const named = ownerNamed(kind, line, state)
  if (named !== undefined) return { id: named, score: 1 }
  const own = line.identifiers.filter(isStrong)
  let best: Joined | undefined
  for (const token of line.identifiers.filter((each) => !isStrong(each))) {
    for (const owner of state.owners.get(token) ?? []) {
      const theirs = listIdentifiers(kind, owner, state)
      const entity = state.work.get(owner)?.entity ?? state.versions.get(owner)
      if (entity === undefined || conflict(line.identifiers, theirs)) continue
      // A domain that was taken from a record, with the source that alone said it, names it no longer.
      if (token.startsWith('dom:') && !theirs.includes(token)) continue
      const hasOtherSlug = own.some(isSlug) && theirs.some(isSlug)
      const isOneImport = isSameOrigin(nameOrigin(kind, entity), line.observation)
      const contacts = [line.split, entity.sealed] as const
      const sharers = { a: line.split.members, b: entity.members, contacts, hasOtherSlug, isOneImport }
      const match = judgeShared(kind, token, sharers)
      if (match === undefined || (best !== undefined && best.score >= match.score)) continue
      best = own.length === 0 ? { id: owner, score: match.score } : { id: owner, ...match }
    }
  }
  return best
}

const isSlug = (token: string) => token.startsWith('slug:')

export function listIdentifiers(
  kind: CorpusKind,
  id: string,
  state: Pick<BatchState, 'versions' | 'work'>,
): string[] {
  const working = state.work.get(id)
  if (working !== undefined) return working.identifiers
  const stored = state.versions.get(id)
  if (stored === undefined) return []
  let tokens = storedIdentifiers.get(stored)
  if (tokens === undefined)
    storedIdentifiers.set(stored, (tokens = kind.identifiers(stored.members, stored.sealed)))
  return tokens
}

const storedIdentifiers = new WeakMap<KnownVersion, string[]>()

/** Lays a line over the batch's state of an entity, or over the stored one. */
export function layLine(
  kind: CorpusKind,
  line: Line,
  at: { id: string; place: number; stored: KnownVersion | undefined; work: Map<string, Working> },
): void {
  const before = at.work.get(at.id)
  const earlier: EarlierLines = before ?? { snapshots: [], lasting: [], lines: [], places: [] }
  const prior = before?.entity ?? at.stored
  const priorAt = before?.observedAt ?? at.stored?.observedAt
  // Lines of one batch are of one import.
  const isOfRun = earlier.lines.length > 0
  const current = prior && { ...at.stored, ...prior, ...(isOfRun && { isOfRun }) }
  const { lost, ...entity } = mergeEntity(kind, current, named(kind, line, prior), line.observation)
  const record = completeLaid(kind, entity, { id: at.id, line, prior })
  const stored = [at.stored, ...(earlier.absorbed ?? [])]
  noteEntrySources(kind, { members: record, sealed: entity.sealed }, { line, prior, stored })
  const change = { id: at.id, line, prior, priorAt, record }
  const isReplaced = earlier.snapshots.some(({ shownSince }) => shownSince !== undefined)
  const snapshot = pastState(kind, { ...change, visible: isReplaced ? undefined : at.stored })
  const lasting = lastingState(kind, change)
  if (lasting !== undefined) entity.sealed.stateKept = true
  const { observedAt, source } = line.observation
  const { absorbed, withheld } = earlier
  const isTied = earlier.isTied === true || lost.length > 0 || line.leftOut !== undefined
  at.work.set(at.id, {
    id: at.id,
    stored: at.stored,
    entity,
    record,
    identifiers: kind.identifiers(record, entity.sealed),
    observedAt: priorAt !== undefined && priorAt > observedAt ? priorAt : observedAt,
    source,
    snapshots: [...earlier.snapshots, ...snapshot],
    lasting: [...earlier.lasting, ...(typeof lasting === 'object' ? [lasting] : [])],
    lineAt: observedAt,
    lines: [...earlier.lines, ...makeStatements(kind, line, lost)],
    places: [...earlier.places, at.place],
    ...(absorbed && { absorbed }),
    ...(withheld && { withheld }),
    ...(isTied && { isTied }),
  })
}

/** The state that earlier lines of a batch have left. */
type EarlierLines = Pick<Working, 'snapshots' | 'lasting' | 'lines' | 'places'> &
  Partial<Pick<Working, 'absorbed' | 'withheld' | 'isTied'>>

/**
 * Completes the record of an entity after a line was laid over it. Members that the line changed besides its own are
 * attributed to it, too.
 */
function completeLaid(
  kind: CorpusKind,
  entity: Entity,
  { id, line, prior }: { id: string; line: Line; prior: Entity | undefined },
): Record<string, unknown> {
  const record = kind.complete(entity.members, id)
  // The name in the line stays among its names when a later line of the batch has another one.
  if (kind.union.includes('names') && Array.isArray(record['names']))
    entity.members['names'] = record['names']
  if (prior === undefined) return record
  const states = { before: kind.complete(prior.members, id), after: record }
  nameChanged(kind, entity.sealed, states, line.observation)
  return record
}

/** The name in a late line becomes one of the entity's names, while the newer one stays its main name. */
function named(kind: CorpusKind, { split, record, observation }: Line, prior: Entity | undefined): Split {
  const { names } = record
  if (prior === undefined || !kind.union.includes('names')) return split
  if (!Array.isArray(names) || names.length === 0) return split
  const isNewer = (name: string) =>
    (findProvenance(prior.sealed, name, prior.members[name])?.observedAt ?? '') > observation.observedAt
  return kind.naming.some(isNewer) ? { ...split, members: { ...split.members, names } } : split
}

/** Statements of a line about its entity. A line that only adds says nothing about the whole. */
function makeStatements(
  kind: CorpusKind,
  { observation, split, record }: Line,
  lost: readonly string[],
): Statement[] {
  if (split.extend !== undefined) return []
  const { observedAt, source } = observation
  const members = membersGiven(split).map((name) => (lost.includes(name) ? saidOtherwise(name) : name))
  return [{ observedAt, source, members, own: kind.tracked(record) }]
}

/**
 * The state that a line adds to the history: the one it replaces. For a line older than the stored state,
 * `late-lines.ts` works out the states. The newest state is the record itself.
 */
function pastState(
  kind: CorpusKind,
  at: {
    id: string
    line: Line
    /** The record that searches have shown, until the batch replaces it. */
    visible: KnownVersion | undefined
    prior: Entity | undefined
    priorAt: string | undefined
    record: Record<string, unknown>
  },
): NewSnapshot[] {
  const { id, line, prior, priorAt } = at
  if (prior === undefined || priorAt === undefined || priorAt >= line.observation.observedAt) return []
  const before = JSON.stringify(kind.tracked(kind.complete(prior.members, id)))
  if (before === JSON.stringify(kind.tracked(at.record))) return []
  const state = { id, observedAt: priorAt, source: findSource(prior), tracked: before }
  // The first state that the batch replaces. Later ones, between its own lines, were never shown.
  return [at.visible === undefined ? state : { ...state, shownSince: at.visible.born }]
}

/**
 * The stored state, where a line changes no tracked member. The record will be as of the line, so the day the state
 * began would be lost. `kept` where the history has it already, or the line is not newer; undefined if the state
 * ends.
 */
function lastingState(
  kind: CorpusKind,
  at: { id: string; line: Line; prior: Entity | undefined; priorAt: string | undefined; record: object },
): NewSnapshot | 'kept' | undefined {
  const { id, line, prior, priorAt } = at
  if (prior === undefined || priorAt === undefined) return undefined
  const before = JSON.stringify(kind.tracked(kind.complete(prior.members, id)))
  if (before !== JSON.stringify(kind.tracked(at.record as Record<string, unknown>))) return undefined
  if (prior.sealed.stateKept === true) return 'kept'
  if (line.observation.observedAt <= priorAt) return undefined
  return { id, observedAt: priorAt, source: findSource(prior), tracked: before }
}

/** The source of most members of a record. */
function findSource(entity: Entity): string {
  return entity.sealed.provenance.toSorted((a, b) => b.members.length - a.members.length)[0]?.source ?? ''
}
