import type { Postgres } from '../../store/postgres/index.ts'
import {
  findProvenance,
  joinedEntrySources,
  nameEntry,
  type CorpusKind,
  type Sealed,
} from '../kinds/index.ts'
import { readSnapshots, recordStore, type NewSnapshot } from '../record-store/index.ts'
import type { KnownVersion } from './stored-versions.ts'
import { mergeEntity, type Entity } from './merge.ts'
import { uniteVariants } from './variants.ts'

/** The parts of a stored entity that go into another one. */
export interface UnitedPart extends Entity {
  id: string
  /** ISO 8601. */
  observedAt: string
  sighted?: readonly { source: string }[] | undefined
}

/**
 * Makes two stored entities one: each member from the newer of the two, identifiers of both. `keptMembers` are
 * members of which the first keeps its own, however old.
 */
export function unitedEntity(
  spec: CorpusKind,
  survivor: UnitedPart,
  absorbed: UnitedPart,
  { keptMembers: names = [] }: { keptMembers?: readonly string[] } = {},
): { entity: Entity; observedAt: string } {
  const { provenance, emails, phoneNumbers, externalIds } = absorbed.sealed
  const named = new Set(provenance.flatMap((entry) => entry.members))
  const rest = { source: 'identity', observedAt: absorbed.observedAt, confidence: 1, members: [] }
  const keptMembers = new Set(names)
  const members = withoutOwnSlugs(spec, absorbed)
  let entity: Entity = { members: survivor.members, sealed: survivor.sealed }
  for (const part of provenance.length === 0 ? [rest] : provenance) {
    const { members: names, ...observation } = part
    const own = Object.entries(members).flatMap(([name, value]) => {
      if (keptMembers.has(name) && (survivor.members[name] ?? null) !== null) return []
      if (spec.maps.includes(name) && provenance.length > 0)
        return [[name, entriesFrom(part, absorbed, name)] as const]
      const isEmpty = Array.isArray(value) && value.length === 0
      const isFrom = !isEmpty && (names.length === 0 ? !named.has(name) : names.includes(name))
      return isFrom ? [[name, value] as const] : []
    })
    const split = { members: Object.fromEntries(own), emails, phoneNumbers, externalIds }
    const { lost: _lost, ...united } = mergeEntity(
      spec,
      { ...entity, isOfRun: true, isPart: true },
      split,
      observation,
    )
    entity = united
  }
  const tokens = new Set(spec.identifiers(spec.complete(entity.members, survivor.id), entity.sealed))
  const aliases = spec.identifiers(absorbed.members, absorbed.sealed).filter((token) => !tokens.has(token))
  uniteVariants(spec, entity.sealed, [survivor, absorbed])
  entity.sealed.aliases = [...new Set([...(survivor.sealed.aliases ?? []), ...aliases])]
  const entrySources = joinedEntrySources(spec, entity, [survivor, absorbed])
  if (entrySources !== undefined) entity.sealed.entrySources = entrySources
  return {
    entity,
    observedAt: survivor.observedAt > absorbed.observedAt ? survivor.observedAt : absorbed.observedAt,
  }
}

/** The entries of a map that are from one entry of the provenance; null where none is. */
function entriesFrom(part: object, { members, sealed }: Entity, name: string): object | null {
  const entries = Object.entries(members[name] ?? {}).filter(
    ([key, value]) => findProvenance(sealed, nameEntry(name, key), value) === part,
  )
  return entries.length === 0 ? null : Object.fromEntries(entries)
}

/**
 * Members without a slug that was made of the entity's id: beside another id it would look like one of the network.
 */
function withoutOwnSlugs({ isNamedById, blocking }: CorpusKind, { id, members }: UnitedPart) {
  if (isNamedById !== true || blocking === undefined) return members
  const isOwn = (slug: unknown) => !blocking.hasPage({ primary_slug: slug, slugs: [] }, id)
  const { primary_slug, slugs, ...others } = members
  return {
    ...others,
    ...(isOwn(primary_slug) ? {} : { primary_slug }),
    slugs: Array.isArray(slugs) ? slugs.filter((slug) => !isOwn(slug)) : slugs,
  }
}

/** Earlier states of some entities, and their newest. */
export async function readHistories(
  db: Postgres,
  spec: CorpusKind,
  { entities, published }: { entities: readonly KnownVersion[]; published: number },
): Promise<Map<string, NewSnapshot[]>> {
  if (entities.length === 0) return new Map()
  const snapshots = await readSnapshots(recordStore(db), spec.name, {
    ids: entities.map(({ id }) => id),
    asOf: published,
    most: 1_000_000,
  })
  const earlier = Map.groupBy(snapshots, ({ id }) => id)
  return new Map(
    entities.map(({ id, members, observedAt, sealed }) => {
      const tracked = JSON.stringify(spec.tracked(members))
      const newest: NewSnapshot = { id, observedAt, source: readSource(sealed), tracked }
      return [id, [...(earlier.get(id) ?? []), newest]]
    }),
  )
}

const readSource = ({ provenance }: Sealed): string => provenance[0]?.source ?? ''
