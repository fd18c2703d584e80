import type { CorpusKind, JoinVerdict } from '../kinds/index.ts'
import type { KnownVersion } from './known.ts'
import { memberChanges } from './merge-changes.ts'
import type { Entity } from './merge.ts'
import type { NewMerge } from './merge-log.ts'
import type { Line } from './read-line.ts'
import { layLine, type Seen, type Working } from './take-line.ts'
import { unitedEntity, type UnitedPart } from './united-entity.ts'
import { variantsOf } from './variants.ts'
import { withoutTokens } from './without-tokens.ts'

/** What a batch makes of stored entities before its lines are laid over them. */
export function storedWorking(
  kind: CorpusKind,
  known: KnownVersion,
  { absorbed, withheld }: { absorbed: readonly KnownVersion[]; withheld: readonly string[] },
): Working {
  let part: UnitedPart = without(kind, known, withheld)
  for (const gone of absorbed) {
    const { entity, observedAt } = unitedEntity(kind, part, without(kind, gone, withheld))
    part = { id: known.id, ...entity, observedAt }
  }
  const entity: Entity = { members: part.members, sealed: part.sealed }
  const record = kind.complete(part.members, known.id)
  const tracked = JSON.stringify(kind.tracked(known.members))
  const isOther = known.observedAt < part.observedAt && tracked !== JSON.stringify(kind.tracked(record))
  const source = known.sealed.provenance[0]?.source ?? ''
  const shown = { id: known.id, observedAt: known.observedAt, source, tracked, shownSince: known.born }
  return {
    id: known.id,
    known,
    entity,
    record,
    identifiers: kind.identifiers(record, entity.sealed),
    observedAt: part.observedAt,
    source,
    snapshots: isOther ? [shown] : [],
    lasting: [],
    lineAt: part.observedAt,
    lines: [],
    places: [],
    absorbed: [...absorbed],
    withheld: [...withheld],
  }
}

function without(kind: CorpusKind, known: KnownVersion, withheld: readonly string[]): UnitedPart {
  const { id, observedAt } = known
  return { id, observedAt, ...withoutTokens(kind, known, { id, tokens: withheld }) }
}

/**
 * Makes entities of a batch one: of stored ones the eldest remains, and all their lines are laid over it again, in their
 * order. Answers its id.
 */
export function joinWorking(
  seen: Seen,
  ids: readonly string[],
  lineAt: (place: number) => Line | undefined,
): string {
  const { kind, work, known } = seen
  const parts = ids.map((id) => ({ id, working: work.get(id), stored: known.get(id) }))
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
  const variants = variantsOf(
    kind,
    parts.flatMap(({ working, stored: own }) => working?.entity ?? own ?? []),
  )
  for (const part of parts) work.delete(part.id)
  if (first !== undefined) work.set(id, storedWorking(kind, first, { absorbed, withheld }))
  for (const place of places) {
    const line = lineAt(place)
    if (line !== undefined) layLine(kind, line, { id, place, known: first, work })
  }
  const united = work.get(id)
  if (united !== undefined && variants.length > 1) united.entity.sealed.variants = variants
  const gone = new Set(ids)
  for (const merge of seen.merges) if (gone.has(merge.entityId)) merge.entityId = id
  return id
}

const throughOthers: JoinVerdict = { score: 1, evidence: ['both were joined with a third'] }

/** How the joins of stored entities are logged, each with what it changed. */
export function loggedJoins(
  kind: CorpusKind,
  { known, absorbed = [] }: Working,
  reasons: ReadonlyMap<string, JoinVerdict>,
): NewMerge[] {
  if (known === undefined) return []
  let part: UnitedPart = known
  let sealedBefore = sealedAsWritten(known)
  return absorbed.map((gone) => {
    const { entity, observedAt } = unitedEntity(kind, part, gone)
    const { members, observedAt: since } = gone
    const changes = {
      members: memberChanges(part.members, kind.complete(entity.members, known.id)),
      sealedBefore,
      merged: { members, sealed: sealedAsWritten(gone), observedAt: since },
    }
    part = { id: known.id, ...entity, members: kind.complete(entity.members, known.id), observedAt }
    sealedBefore = entity.sealed
    return { entityId: known.id, mergedId: gone.id, ...(reasons.get(gone.id) ?? throughOthers), changes }
  })
}

/** What was said again since counts for who is newer; an undone merge brings back what is stored. */
const sealedAsWritten = ({ sealed, provenance }: KnownVersion) => ({ ...sealed, provenance })
