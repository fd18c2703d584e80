import { findNamedEntities, nameOfItem, type NamedItem } from '../../corpus/lookup/index.ts'
import type { Call } from '../../operation/index.ts'
import type { EntityType } from './rules/states.ts'
import type { Tracker } from './list-kinds.ts'
import { tellInitial } from './initial-signals.ts'
import type { TrackersDeps } from './slice.ts'

const findEntities = (deps: TrackersDeps, entityType: EntityType, items: readonly NamedItem[]) =>
  findNamedEntities(deps.search.search, deps.network, { entityType, items })

interface MembersOrder {
  entityType: EntityType
  id: string
  items: readonly NamedItem[]
}

/** Adds the entities that items name; invalid items are returned with their indexes, and the others are added. */
export async function addMembers(
  deps: TrackersDeps,
  call: Call,
  { entityType, id, items, initial }: MembersOrder & { initial: boolean },
) {
  const { entities, invalid } = await findEntities(deps, entityType, items)
  const ids = entities.map(({ entityId }) => entityId)
  const members = entities.map(({ index, entityId }) => ({
    entityId,
    label: nameOfItem(items[index] ?? {}).slice(0, maxLabelLength),
  }))
  const added = await deps.trackers.add(call, { entityType, id }, members)
  const queued = initial ? await tellInitial(deps, call, { entityType, id, ids: [...new Set(ids)] }) : 0
  return {
    added,
    skipped: ids.length - added,
    invalid,
    initialSignals: { triggered: initial, companiesQueued: queued },
  }
}

/** Longest label of a member that lists store. */
const maxLabelLength = 500

/** Removes the entities that items name. */
export async function removeMembers(deps: TrackersDeps, call: Call, { entityType, id, items }: MembersOrder) {
  const { entities, invalid } = await findEntities(deps, entityType, items)
  const members = entities.map(({ entityId }) => ({ kind: entityType, entityId }))
  const absent = await deps.trackers.remove(call, { entityType, id }, members)
  const failed = [...invalid.map(({ index }) => index), ...absent.map((place) => entities[place]?.index ?? 0)]
  return {
    removed: entities.length - absent.length,
    notFound: failed.length,
    failedIdentifiers: failed.toSorted((a, b) => a - b).map((index) => nameOfItem(items[index] ?? {})),
  }
}

/** Finds the ids of the entities that items name. Items that name nobody are left out. */
export async function findEntityIds(
  deps: TrackersDeps,
  entityType: EntityType,
  items: readonly NamedItem[],
): Promise<string[]> {
  const { entities } = await findEntities(deps, entityType, items)
  return [...new Set(entities.map(({ entityId }) => entityId))]
}

/** Reads the entity ids of the members of a list, a page at a time. */
export async function* listMembers(
  { trackers, db }: TrackersDeps,
  { organizationId }: Pick<Call, 'organizationId'>,
  { entityType, list }: { entityType: EntityType; list: Tracker },
): AsyncGenerator<string[]> {
  for (let after: number | undefined; ;) {
    const page = { kind: entityType, after, most: 1_000 }
    const members = await trackers.lists[entityType].members(db, organizationId, list.id, page)
    after = members?.at(-1)?.number
    if (members === undefined || after === undefined) return
    yield members.flatMap(({ entityId }) => entityId ?? [])
  }
}
