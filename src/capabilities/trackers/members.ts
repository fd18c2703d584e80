import { storable } from '../../lib/storable-text.ts'
import {
  companyPage,
  companyReadings,
  entityTokens,
  readCompanyPage,
  readHost,
  identityToken,
  isMalformed,
  malformed,
  organizationToken,
  personPage,
  slugToken,
  userIdToken,
  type Malformed,
} from '../../corpus/identify/index.ts'
import { findNow, firstNamed } from '../../corpus/lookup/index.ts'
import type { NetworkHosts } from '../../lib/network-url.ts'
import type { Call } from '../../operation/index.ts'
import { recordKind } from './record-kinds.ts'
import type { EntityType } from './rules/states.ts'
import type { Tracker } from './list-kinds.ts'
import { tellInitial } from './initial-signals.ts'
import type { TrackersDeps } from './slice.ts'

type Item = Partial<Record<string, string | undefined>>
type Read = (text: string, network: NetworkHosts) => readonly string[] | Malformed

const readTokens = (page: ReturnType<typeof companyPage>) => (isMalformed(page) ? page : page.tokens)

/** Reads a host. The address of a page on the network names that page instead. */
const domain: Read = (text, network) => {
  const isPage = companyReadings(text, network)[0] === 'pnetUrl'
  const identity = isPage ? readCompanyPage(text, network) : readHost(text)
  return isMalformed(identity) ? identity : [identityToken(identity)]
}

const readers: Record<EntityType, Record<string, Read>> = {
  company: {
    entityId: entityTokens,
    pnetOrgId: (text) =>
      /^\d+$/.test(text.trim()) ? [organizationToken(text.trim())] : malformed.organizationId,
    pnetUrl: (text, network) => readTokens(companyPage(text, network)),
    pnetSlug: (text) => [slugToken(text)],
    domain,
  },
  person: {
    entityId: entityTokens,
    pnetUserId: (text) => [userIdToken(text)],
    pnetUrl: (text, network) => readTokens(personPage(text, network)),
    pnetSlug: (text) => [slugToken(text)],
  },
}

/** Reads the identifiers of an item, the strongest first, or explains why it cannot be read. */
function readItem(entityType: EntityType, item: Item, network: NetworkHosts): string[] | { reason: string } {
  const tokens: string[] = []
  for (const [member, reader] of Object.entries(readers[entityType])) {
    const text = item[member]
    if (text === undefined) continue
    const reading = text.trim() === '' ? malformed.anyCompany : reader(storable(text), network)
    if (isMalformed(reading)) return { reason: `${member}: ${reading.expected}` }
    tokens.push(...reading)
  }
  if (tokens.length > 0) return tokens
  return { reason: `Expected one of ${Object.keys(readers[entityType]).join(', ')}.` }
}

interface NamedEntities {
  /** Entity ids, with the indexes of the items that name them. */
  entities: { index: number; entityId: string }[]
  invalid: { index: number; reason: string }[]
}

/** Finds the entities that items name. */
async function findEntities(
  deps: TrackersDeps,
  entityType: EntityType,
  items: readonly Item[],
): Promise<NamedEntities> {
  const readItems = items.map((item) => readItem(entityType, item, deps.network))
  const lists = readItems.map((each) => (Array.isArray(each) ? each : []))
  const tokens = [...new Set(lists.flat())]
  const carriers =
    tokens.length === 0
      ? []
      : await findNow(deps.search.search, recordKind[entityType], { tokens, perToken: 1 })
  const records = firstNamed(carriers, lists)
  const result: NamedEntities = { entities: [], invalid: [] }
  const what = entityType === 'company' ? 'company' : 'person'
  for (const [index, each] of readItems.entries()) {
    const record = records[index]
    if (!Array.isArray(each)) result.invalid.push({ index, reason: each.reason })
    else if (record === undefined) result.invalid.push({ index, reason: `No ${what} has this identifier.` })
    else result.entities.push({ index, entityId: record.id })
  }
  return result
}

interface MembersOrder {
  entityType: EntityType
  id: string
  items: readonly Item[]
}

/** Adds the entities that items name; invalid items are returned with their indexes, and the others are added. */
export async function addMembers(
  deps: TrackersDeps,
  call: Call,
  { entityType, id, items, initial }: MembersOrder & { initial: boolean },
) {
  const { entities, invalid } = await findEntities(deps, entityType, items)
  const ids = entities.map(({ entityId }) => entityId)
  const added = await deps.trackers.add(call, { entityType, id }, ids)
  const queued = initial ? await tellInitial(deps, call, { entityType, id, ids: [...new Set(ids)] }) : 0
  return {
    added,
    skipped: ids.length - added,
    invalid,
    initialSignals: { triggered: initial, companiesQueued: queued },
  }
}

/** Removes the entities that items name. */
export async function removeMembers(deps: TrackersDeps, call: Call, { entityType, id, items }: MembersOrder) {
  const { entities, invalid } = await findEntities(deps, entityType, items)
  const members = entities.map(({ entityId }) => ({ kind: entityType, entityId }))
  const absent = await deps.trackers.remove(call, { entityType, id }, members)
  const failed = [...invalid.map(({ index }) => index), ...absent.map((place) => entities[place]?.index ?? 0)]
  return {
    removed: entities.length - absent.length,
    notFound: failed.length,
    failedIdentifiers: failed
      .toSorted((a, b) => a - b)
      .map((index) => Object.values(items[index] ?? {}).find((text) => text !== undefined) ?? ''),
  }
}

/** Finds the ids of the entities that items name. Items that name nobody are left out. */
export async function findEntityIds(
  deps: TrackersDeps,
  entityType: EntityType,
  items: readonly Item[],
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
