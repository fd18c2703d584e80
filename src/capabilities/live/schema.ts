import { z } from 'zod'
import { invalidMember, outsideId, withDefault } from '../../operation/index.ts'
import type { NetworkHosts } from '../../lib/network-url.ts'
import type { Malformed } from '../resolve/index.ts'
import { isMalformedPage, type NamedPage } from './identify.ts'

/** Most pages one request fetches; more go into a batch. */
export const mostAtOnce = 10

export const identifierText = z.string().trim().min(1).max(2048)
export const personIdentifier = identifierText.describe('Profile URL, slug, URN or user id on the network.')
export const companyIdentifier = identifierText.describe(
  'Company URL, slug or organization id on the network.',
)
export const contentId = outsideId(identifierText.describe('Id, URN or URL of the post.'))
export const switchOff = withDefault(z.boolean(), false)

/** The page a member names. Throws a 400 that says which member does not. */
export function askedPage(
  given: { text: string; path: string },
  read: (text: string, network: NetworkHosts) => NamedPage | Malformed,
  network: NetworkHosts,
): NamedPage {
  const page = read(given.text, network)
  if (isMalformedPage(page)) throw invalidMember(given.path, page.expected, page.code)
  return page
}

/** One of two members, for one or for up to ten, as texts with their paths. */
export function oneOrMany(
  one: { name: string; value: string | undefined },
  many: { name: string; values: readonly string[] | undefined },
): { text: string; path: string }[] {
  if (many.values !== undefined) return many.values.map((text, at) => ({ text, path: `${many.name}[${at}]` }))
  return [{ text: one.value as string, path: one.name }]
}
