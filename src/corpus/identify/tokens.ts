import { normalizeSlug } from '../../lib/network-url.ts'
import type { SocialPlatform } from '../../lib/social-handle.ts'
import { exactToken } from '../search-index/index.ts'

/** The tokens rows carry, by what they say. Slugs are brought into their one spelling, the rest is taken as it is. */
export const slugToken = (slug: string): string => exactToken('slug', normalizeSlug(slug))
export const userIdToken = (id: string): string => exactToken('uid', id)
export const organizationToken = (id: string): string => exactToken('org', id)
export const domainToken = (host: string): string => exactToken('dom', host)
/** The entity that a record's `entity_id` names. */
export const entityToken = (id: string): string => exactToken('entity', String(BigInt(id)))
export const postToken = (id: string): string => exactToken('post', id)
/** An account on another platform, by its normal handle (`lib/social-handle`). */
export const accountToken = (platform: SocialPlatform, handle: string): string =>
  exactToken('soc', `${platform}/${handle}`)
