import { storable } from '../../lib/storable-text.ts'
import type { NetworkHosts } from '../../lib/network-url.ts'
import {
  companyPage,
  companyReadings,
  entityTokens,
  externalTokens,
  readCompanyPage,
  readHost,
  identityToken,
  isMalformed,
  malformed,
  organizationToken,
  personPage,
  slugToken,
  userIdToken,
  type ExternalId,
  type Malformed,
} from '../identify/index.ts'
import { findNow, firstNamed } from './by-identifier.ts'
import type { Lookups } from './open-lookups.ts'

type EntityType = 'company' | 'person'

type ItemValue = string | ExternalId

/** What a client names an entity by: one or more identifiers. */
export type NamedItem = Partial<Record<string, ItemValue | undefined>>

type Read = (value: ItemValue, network: NetworkHosts) => readonly string[] | Malformed
type ReadText = (text: string, network: NetworkHosts) => readonly string[] | Malformed

const readTokens = (page: ReturnType<typeof companyPage>) => (isMalformed(page) ? page : page.tokens)

const text =
  (read: ReadText): Read =>
  (value, network) =>
    typeof value === 'string' && value.trim() !== '' ? read(storable(value), network) : malformed.anyCompany

const externalId: Read = (value) => {
  const tokens = typeof value === 'string' ? malformed.externalId : externalTokens(value)
  return isMalformed(tokens) || tokens.length > 0 ? tokens : malformed.externalId
}

/** Reads a host. The address of a page on the network names that page instead. */
const domain: ReadText = (name, network) => {
  const isPage = companyReadings(name, network)[0] === 'pnetUrl'
  const identity = isPage ? readCompanyPage(name, network) : readHost(name)
  return isMalformed(identity) ? identity : [identityToken(identity)]
}

const readers: Record<EntityType, Record<string, Read>> = {
  company: {
    entityId: text(entityTokens),
    externalId,
    pnetOrgId: text((id) =>
      /^\d+$/.test(id.trim()) ? [organizationToken(id.trim())] : malformed.organizationId,
    ),
    pnetUrl: text((url, network) => readTokens(companyPage(url, network))),
    pnetSlug: text((slug) => [slugToken(slug)]),
    domain: text(domain),
  },
  person: {
    entityId: text(entityTokens),
    externalId,
    pnetUserId: text((id) => [userIdToken(id)]),
    pnetUrl: text((url, network) => readTokens(personPage(url, network))),
    pnetSlug: text((slug) => [slugToken(slug)]),
  },
}

/** Reads the identifiers of an item, the strongest first, or explains why it cannot be read. */
function readItem(
  entityType: EntityType,
  item: NamedItem,
  network: NetworkHosts,
): string[] | { reason: string } {
  const tokens: string[] = []
  for (const [member, reader] of Object.entries(readers[entityType])) {
    const value = item[member]
    if (value === undefined) continue
    const reading = reader(value, network)
    if (isMalformed(reading)) return { reason: `${member}: ${reading.expected}` }
    tokens.push(...reading)
  }
  if (tokens.length > 0) return tokens
  return { reason: `Expected one of ${Object.keys(readers[entityType]).join(', ')}.` }
}

export interface NamedEntities {
  /** Entity ids, with the indexes of the items that name them. */
  entities: { index: number; entityId: string }[]
  invalid: { index: number; reason: string }[]
}

/** The kind of record of each type of entity. */
export const recordKind = { company: 'companies', person: 'people' } as const

/** Finds the entities that items name. */
export async function findNamedEntities(
  lookups: Pick<Lookups, 'snapshots' | 'lookup'>,
  network: NetworkHosts,
  { entityType, items }: { entityType: EntityType; items: readonly NamedItem[] },
): Promise<NamedEntities> {
  const readItems = items.map((item) => readItem(entityType, item, network))
  const lists = readItems.map((each) => (Array.isArray(each) ? each : []))
  const tokens = [...new Set(lists.flat())]
  const carriers =
    tokens.length === 0 ? [] : await findNow(lookups, recordKind[entityType], { tokens, perToken: 1 })
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

/** The first identifier of an item, as text. */
export function nameOfItem(item: NamedItem): string {
  const value = Object.values(item).find((each) => each !== undefined) ?? ''
  return typeof value === 'string' ? value : `${value.source}:${value.value}`
}
