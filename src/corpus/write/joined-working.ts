import type { CorpusKind, JoinVerdict } from '../kinds/index.ts'
import type { KnownVersion } from './stored-versions.ts'
import { memberChanges } from './merge-changes.ts'
import type { Entity } from './merge.ts'
import type { NewMerge } from './merge-log.ts'
import type { Line } from './read-line.ts'
import { layLine, type BatchState, type Working } from './take-line.ts'
import { unitedEntity, type UnitedPart } from './unite-entities.ts'
import { uniteVariants } from './variants.ts'
import { withoutTokens } from './remove-tokens.ts'

/** The state a batch makes of stored entities before its lines are laid over them. */
export function storedWorking(
  kind: CorpusKind,
  stored: KnownVersion,
  { absorbed, withheld }: { absorbed: readonly KnownVersion[]; withheld: readonly string[] },
): Working {
  let part: UnitedPart = without(kind, stored, withheld)
  for (const version of absorbed) {
    const { entity, observedAt } = unitedEntity(kind, part, without(kind, version, withheld))
    part = { id: stored.id, ...entity, observedAt, sighted: bothSighted(part, version) }
  }
  const entity: Entity = { members: part.members, sealed: part.sealed }
  const record = kind.complete(part.members, stored.id)
  const tracked = JSON.stringify(kind.tracked(stored.members))
  const isOther = stored.observedAt < part.observedAt && tracked !== JSON.stringify(kind.tracked(record))
  const source = stored.sealed.provenance[0]?.source ?? ''
  const firstSnapshot = {
    id: stored.id,
    observedAt: stored.observedAt,
    source,
    tracked,
    shownSince: stored.born,
  }
  return {
    id: stored.id,
    stored,
    entity,
    record,
    identifiers: kind.identifiers(record, entity.sealed),
    observedAt: part.observedAt,
    source,
    snapshots: isOther ? [firstSnapshot] : [],
    lasting: [],
    lineAt: part.observedAt,
    lines: [],
    places: [],
    absorbed: [...absorbed],
    withheld: [...withheld],
  }
}

const bothSighted = (...parts: readonly Pick<UnitedPart, 'sighted'>[]) =>
  parts.flatMap(({ sighted }) => sighted ?? [])

function without(kind: CorpusKind, stored: KnownVersion, withheld: readonly string[]): UnitedPart {
  const { id, observedAt, sighted } = stored
  return { id, observedAt, sighted, ...withoutTokens(kind, stored, { id, tokens: withheld }) }
}

/**
 * Makes entities of a batch one: of stored ones the eldest remains, and all their lines are laid over it again, in their
 * order. Answers its id.
 */
export function joinWorking(
  state: BatchState,
  ids: readonly string[],
  lineAt: (place: number) => Line | undefined,
): string {
  const { kind, work, versions } = state
  const parts = ids.map((id) => ({ id, working: work.get(id), stored: versions.get(id) }))
  const eldest = (a: string, b: string) => Number(a) - Number(b)
  const stored = parts
    .flatMap(({ working, stored: own }) => [
      ...(own === undefined ? [] : [own]),
      ...(working?.absorbed ?? []),
    ])
    .toSorted((a, b) => eldest(a.id, b.id))
  const [first, ...absorbed] = stored
  const id = first?.id ?? (ids.toSorted(eldest)[0] as string)
  const places = parts.flatMap(({ working }) => working?.places ?? []).toSorted((a, b) => a - b)
  const withheld = [...new Set(parts.flatMap(({ working }) => working?.withheld ?? []))]
  for (const part of parts) work.delete(part.id)
  if (first !== undefined) work.set(id, storedWorking(kind, first, { absorbed, withheld }))
  for (const place of places) {
    const line = lineAt(place)
    if (line !== undefined) layLine(kind, line, { id, place, stored: first, work })
  }
  const made = work.get(id)
  const working = parts.flatMap((part) => part.working?.entity ?? [])
  if (made !== undefined) uniteVariants(kind, made.entity.sealed, working)
  const removedIds = new Set(ids)
  for (const merge of state.merges) if (removedIds.has(merge.entityId)) merge.entityId = id
  return id
}

const throughOthers: JoinVerdict = { score: 1, evidence: ['both were joined with a third'] }

/** How the joins of stored entities are logged, each with what it changed. */
export function loggedJoins(
  kind: CorpusKind,
  { stored, absorbed = [] }: Working,
  reasons: ReadonlyMap<string, JoinVerdict>,
): NewMerge[] {
  if (stored === undefined) return []
  let part: UnitedPart = stored
  let sealedBefore = sealedAsWritten(stored)
  return absorbed.map((version) => {
    const { entity, observedAt } = unitedEntity(kind, part, version)
    const { members, observedAt: since } = version
    const changes = {
      members: memberChanges(part.members, kind.complete(entity.members, stored.id)),
      sealedBefore,
      merged: { members, sealed: sealedAsWritten(version), observedAt: since },
    }
    const record = kind.complete(entity.members, stored.id)
    part = { id: stored.id, ...entity, members: record, observedAt, sighted: bothSighted(part, version) }
    sealedBefore = entity.sealed
    return {
      entityId: stored.id,
      mergedId: version.id,
      ...(reasons.get(version.id) ?? throughOthers),
      changes,
    }
  })
}

/** Later repetitions count when deciding which is newer; an undone merge brings back the stored state. */
const sealedAsWritten = ({ sealed, provenance }: KnownVersion) => ({ ...sealed, provenance })
