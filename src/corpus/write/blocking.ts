import type { Postgres } from '../../store/postgres/index.ts'
import {
  findProvenance,
  type Blocking,
  type CorpusKind,
  type JoinVerdict,
  type Sealed,
  type Terms,
  type WeighedVerdict,
} from '../kinds/index.ts'
import { sampleSource } from '../records/index.ts'
import { conflict, isStrong, findOwners } from './identify.ts'
import { knownVersions, type KnownVersion } from './stored-versions.ts'

/** The members of a line that are compared with entities. */
export interface Described {
  identifiers: readonly string[]
  /** The line alone as a record. */
  record: Record<string, unknown>
  /** Its contact details among what is sealed. */
  fresh: { sealed: Sealed }
  observation: { observedAt: string; source: string }
}

/** An entity a line is about although they share no identifier. */
export interface AlikeEntity extends JoinVerdict {
  id: string
  /** Entities that are the same one, as the line shows: they were distinguished before there was enough of them. */
  others: SameEntity[]
}

/** An entity that is one with another, and why. */
export interface SameEntity {
  id: string
  verdict: JoinVerdict
}

/** How many times the doubt of the best candidate the second must leave. */
const margin = 4
/** A name more entities than this have says too little of which one is meant. */
export const maxOwnersOfOneName = 8
/** Lines whose candidates are in memory at once. */
const linesAtOnce = 500

/**
 * Entities that lines without a known identifier are about all the same: found by name tokens (blocking), judged by
 * what the records say. A line with several candidates that convince is about none of them.
 */
export async function findAlike<L extends Described>(
  db: Postgres,
  kind: CorpusKind,
  { lines, published, terms }: { lines: readonly L[]; published: number; terms: Terms | undefined },
): Promise<{ joins: Map<L, string[]>; versions: Map<string, KnownVersion> }> {
  const joins = new Map<L, string[]>()
  const needed = new Map<string, KnownVersion>()
  const { blocking } = kind
  if (blocking === undefined || published === 0) return { joins, versions: needed }
  const asking = lines.map((line) => ({ line, tokens: listTokens(blocking, line) }))
  const wanted = [...new Set(asking.flatMap(({ tokens }) => tokens))]
  const owners = await findOwners(db, kind.name, wanted, published)
  // For most lines no entity has the name, so only the few others are compared in turn.
  const met = asking
    .map(({ line, tokens }) => ({ line, ids: listCandidates(tokens, owners) }))
    .filter(({ ids }) => ids.length > 0)
  for (let start = 0; start < met.length; start += linesAtOnce) {
    const chunk = met.slice(start, start + linesAtOnce)
    const ids = [...new Set(chunk.flatMap((each) => each.ids))]
    const versions = await knownVersions(db, kind, ids, published)
    for (const { line, ids: own } of chunk) {
      const candidates = own.filter((id) => {
        const entity = versions.get(id)
        return entity !== undefined && verdictOn(kind, blocking, { line, entity, terms }) !== undefined
      })
      if (candidates.length === 0) continue
      joins.set(line, candidates)
      for (const id of candidates) needed.set(id, versions.get(id) as KnownVersion)
    }
  }
  return { joins, versions: needed }
}

const askedTokens = new WeakMap<Described, readonly string[]>()

/** What a line asks for, worked out once: of the store and then of the names its batch has written. */
export function listTokens(blocking: Blocking, line: Described): readonly string[] {
  const cached = askedTokens.get(line)
  if (cached !== undefined) return cached
  const allTokens = [
    ...blocking.lookupTokens(line.record),
    ...line.identifiers.filter((token) => !isStrong(token)),
  ]
  askedTokens.set(line, allTokens)
  return allTokens
}

function listCandidates(tokens: readonly string[], owners: ReadonlyMap<string, string[]>): string[] {
  const carriers = tokens
    .map((token) => owners.get(token) ?? [])
    .filter((ids) => ids.length <= maxOwnersOfOneName)
  return [...new Set(carriers.flat())]
}

/** An entity to compare a line with. */
export interface AlikeCandidate {
  id: string
  members: Record<string, unknown>
  sealed: KnownVersion['sealed']
}

/**
 * The one entity the line is about: that which agrees best, by a margin, or with which those that agree as well are one.
 * Undefined when there is none.
 */
export function onlyAlike(
  kind: CorpusKind,
  blocking: Blocking,
  {
    line,
    entities,
    terms,
  }: { line: Described; entities: readonly AlikeCandidate[]; terms: Terms | undefined },
): AlikeEntity | undefined {
  const weighed = entities
    .flatMap((entity) => {
      const verdict = verdictOn(kind, blocking, { line, entity, terms })
      return verdict === undefined ? [] : [{ entity, ...verdict }]
    })
    .toSorted((one, other) => one.left - other.left || Number(one.entity.id) - Number(other.entity.id))
  const [best, ...rest] = weighed
  if (best?.isConvincing !== true) return undefined
  const rivals = rest.filter(({ left, isConvincing }) => isConvincing || left < best.left * margin)
  const areOne = (a: AlikeCandidate, b: AlikeCandidate) => verdictOnTwo(kind, blocking, [a, b], terms)
  const others: SameEntity[] = []
  for (const { entity, isConvincing, left } of rivals) {
    const verdict = isConvincing ? areOne(best.entity, entity) : undefined
    // It may as well be one with an entity that is not this one.
    const isTorn = () =>
      entities.some(
        (third) =>
          third.id !== entity.id &&
          third.id !== best.entity.id &&
          areOne(entity, third) !== undefined &&
          areOne(best.entity, third) === undefined,
      )
    if (verdict !== undefined && !isTorn()) others.push({ id: entity.id, verdict })
    else if (left < best.left * margin) return undefined
  }
  return { id: best.entity.id, score: best.score, evidence: best.evidence, others }
}

/** Why two entities are one; undefined if they may be two. */
function verdictOnTwo(
  kind: CorpusKind,
  blocking: Blocking,
  [one, other]: readonly [AlikeCandidate, AlikeCandidate],
  terms: Terms | undefined,
): JoinVerdict | undefined {
  for (const [line, entity] of [
    [one, other],
    [other, one],
  ] as const) {
    const verdict = verdictOn(kind, blocking, { line: asLine(kind, line), entity, terms })
    if (verdict?.isConvincing === true) return { score: verdict.score, evidence: verdict.evidence }
  }
  return undefined
}

/** An entity as the line that would bring it. */
export function asLine(kind: CorpusKind, candidate: AlikeCandidate & { observedAt?: string }): Described {
  const { members, sealed } = candidate
  // The slug we made of its name and number is not a page.
  const isOwn = kind.isNamedById === true && kind.blocking?.hasPage(members, candidate.id) === false
  const record = isOwn ? { ...members, primary_slug: '', slugs: [] } : members
  const identifiers = kind.identifiers(record, sealed).filter((token) => token !== 'slug:')
  const source = isSample(candidate) ? sampleSource : ''
  const observedAt = candidate.observedAt ?? sealed.provenance[0]?.observedAt ?? ''
  return { record, fresh: { sealed }, identifiers, observation: { observedAt, source } }
}

/** Whether nothing but the sample has said anything of an entity: nobody real is like it. */
const isSample = ({ sealed: { provenance } }: Pick<AlikeCandidate, 'sealed'>): boolean =>
  provenance.length > 0 && provenance.every(({ source }) => source === sampleSource)

/** Evidence that a line is about an entity; undefined if nothing could make them one. */
export function verdictOn(
  kind: CorpusKind,
  blocking: Blocking,
  { line, entity, terms }: { line: Described; entity: AlikeCandidate; terms: Terms | undefined },
): WeighedVerdict | undefined {
  if ((line.observation.source === sampleSource) !== isSample(entity)) return undefined
  if (conflict(line.identifiers, kind.identifiers(entity.members, entity.sealed))) return undefined
  if (blocking.hasPage(line.record, '0') && blocking.hasPage(entity.members, entity.id)) return undefined
  return blocking.judge(line.record, entity.members, {
    contacts: [line.fresh.sealed, entity.sealed],
    variants: entity.sealed.variants,
    ...(terms && { terms }),
    yearsApart: (member) => {
      const entry = findProvenance(entity.sealed, member, entity.members[member])
      return entry === undefined ? 0 : yearsBetween(entry.observedAt, line.observation.observedAt)
    },
  })
}

const yearMs = 365.25 * 86_400_000
const yearsBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / yearMs
