import { RawJson } from './raw-json.ts'

const identifiers = ['primary_slug', 'li_org_id', 'org_id', 'pnet_primary_slug', 'slug']

/** What a person or company in an answer is told from others by: an identifier of the network, else all there is. */
export function entityKey(record: object): string {
  const members = (record instanceof RawJson ? JSON.parse(record.text) : record) as Record<string, unknown>
  const name = identifiers.find((each) => typeof members[each] === 'string' && members[each] !== '')
  return name === undefined ? JSON.stringify(members) : `${name} ${String(members[name])}`
}

/**
 * Entities that the items of a list name, each once however often and by whatever identifiers it was asked for: what is
 * charged. An item that matches several is the same as another that matches the same ones.
 */
export function distinctEntities(items: readonly (readonly object[])[]): number {
  const nonEmpty = items.filter((records) => records.length > 0)
  if (nonEmpty.length < 2) return nonEmpty.length
  // Parsing fifty records to learn who they are of takes as long as finding them did; ids tell it where all have one.
  const isKnown = nonEmpty.every((records) => records.every((record) => entityOf(record) !== undefined))
  const keyOf = isKnown ? (record: object) => entityOf(record) as string : entityKey
  return new Set(nonEmpty.map((records) => records.map(keyOf).join('\n'))).size
}

const entityOf = (record: object) => (record instanceof RawJson ? record.entity : undefined)
