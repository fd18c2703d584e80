import { normalText } from '../../lib/text-normal.ts'
import type { NativePerson, PersonRecord } from '../records/index.ts'

const makeSuffix = (id: string) => `-${Number(id).toString(36)}`

/** Whether a slug is the network's and not of our making. */
export function hasPage(record: PersonRecord, id: string): boolean {
  return networkSlug(record, id) !== undefined
}

/** The network's slug. One from a late file counts before one of our making. */
export function networkSlug(
  { primary_slug, slugs }: Pick<NativePerson, 'primary_slug' | 'slugs'>,
  id: string,
): string | undefined {
  const isOurs = (slug: string) => id !== '0' && slug.endsWith(makeSuffix(id))
  return [primary_slug ?? '', ...(slugs ?? [])].find((slug) => slug !== '' && !isOurs(slug))
}

/**
 * The record must have a slug (SPEC.md). A person from a source without slugs gets one made of name and entity id.
 */
export function ownSlug(members: NativePerson, id: string): string {
  const name = members.name ?? [members.first_name, members.last_name].filter(Boolean).join(' ')
  const words = normalText(String(name)).replaceAll(' ', '-').slice(0, 60)
  return `${words === '' ? 'person' : words}${makeSuffix(id)}`
}
