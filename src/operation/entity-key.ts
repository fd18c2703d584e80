import { RawJson } from './raw-json.ts'

const identifiers = ['primary_slug', 'li_org_id', 'org_id', 'pnet_primary_slug', 'slug']

/**
 * The key that tells a person or company in an answer from others: an identifier of the network, or else everything there
 * is.
 */
export function entityKey(record: object): string {
  const members = (record instanceof RawJson ? JSON.parse(record.text) : record) as Record<string, unknown>
  const name = identifiers.find((each) => typeof members[each] === 'string' && members[each] !== '')
  return name === undefined ? JSON.stringify(members) : `${name} ${String(members[name])}`
}

/**
 * The distinct entities that the items of a list name, which is what is charged. Each counts once, however often and by
 * whatever identifiers it was named. Items that match the same several entities count as one.
 */
export function distinctEntities(items: readonly (readonly object[])[]): number {
  const nonEmpty = items.filter((records) => records.length > 0)
  if (nonEmpty.length < 2) return nonEmpty.length
  // Parsing fifty records to learn whose they are takes as long as finding them did; ids avoid that when every record has
  // one.
  const isKnown = nonEmpty.every((records) => records.every((record) => readEntity(record) !== undefined))
  const makeKey = isKnown ? (record: object) => readEntity(record) as string : entityKey
  return new Set(nonEmpty.map((records) => records.map(makeKey).join('\n'))).size
}

const readEntity = (record: object) => (record instanceof RawJson ? record.entity : undefined)
