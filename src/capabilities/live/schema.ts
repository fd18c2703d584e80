import { z } from 'zod'
import { outsideId, withDefault } from '../../operation/index.ts'
import type { NetworkHosts } from '../../lib/network-url.ts'
import { accepted, type Malformed, type NamedPage } from '../../corpus/identify/index.ts'

/** Most pages one request fetches; more go into a batch. */
export const maxProfilesPerCall = 10

export const identifierText = z.string().trim().min(1).max(2048)
export const personIdentifier = identifierText.describe('Profile URL, slug, URN or user id on the network.')
export const companyIdentifier = identifierText.describe(
  'Company URL, slug or organization id on the network.',
)
export const contentId = outsideId(identifierText.describe('Id, URN or URL of the post.'))
export const switchOff = withDefault(z.boolean(), false)

/** The page a member names. Throws a 400 that says which member does not. */
export function askedPage(
  item: { text: string; path: string },
  read: (text: string, network: NetworkHosts) => NamedPage | Malformed,
  network: NetworkHosts,
): NamedPage {
  return accepted(read(item.text, network), item.path)
}

/** One of two members, for one or for up to ten, as texts with their paths. */
export function oneOrMany(
  one: { name: string; value: string | undefined },
  many: { name: string; values: readonly string[] | undefined },
): { text: string; path: string }[] {
  if (many.values !== undefined)
    return many.values.map((text, index) => ({ text, path: `${many.name}[${index}]` }))
  return [{ text: one.value as string, path: one.name }]
}
