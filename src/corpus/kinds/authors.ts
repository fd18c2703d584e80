import { normalizeSlug, readPersonPage } from '../../lib/network-url.ts'
import type { PlatformUpload } from '../records/index.ts'
import { exactToken, referredCompany, type Authored } from '../search-index/index.ts'
import type { Links, SuppressionRule } from './define-kind.ts'
import type { Mentions } from './mentions.ts'

/** What posts, comments and reactions have in common: somebody wrote them. */
export const authorLinks: Links<Authored, 'companies' | 'people'> = {
  to: ['companies', 'people'],
  of(record) {
    const slug = record.author_pnet_slug ? [exactToken('slug', normalizeSlug(record.author_pnet_slug))] : []
    if (record.author_type !== 'company') return [{ kind: 'people', tokens: slug }]
    return [{ kind: 'companies', tokens: [...new Set([...referredCompany(record.company), ...slug])] }]
  },
}

/** The person who wrote it, by slug or by the address of their page. */
export const authorSuppression = {
  of: 'author' as const,
  tokens({ author_type, author_pnet_slug, author_pnet_url }: Authored): string[] {
    if (author_type === 'company') return []
    const slugs = [author_pnet_slug, readPersonPage(author_pnet_url)]
    return slugs.flatMap((slug) => (slug ? [exactToken('slug', normalizeSlug(slug))] : []))
  },
} satisfies SuppressionRule<Authored>

const authorMembers = [
  'author_name',
  'author_headline',
  'author_pnet_slug',
  'author_pnet_url',
  'author_profile_picture',
  'author_handle',
  'author_account_id',
  'author_image_url',
]

/** Whom texts of posts and comments name in addition to their author. */
export const authoredMentions: Mentions = { own: authorMembers }

/** The same on platforms, where texts name accounts as well. */
export const platformMentions: Mentions = { own: authorMembers, hasHandles: true }

type OnPlatform = Authored & Pick<PlatformUpload, 'platform' | 'author_handle'>

/** The same on platforms, where they are also known by their account. */
export const platformSuppression: SuppressionRule<OnPlatform> = {
  of: 'author',
  tokens(record) {
    const { author_type, author_handle, platform } = record
    if (author_type === 'company') return []
    const own = author_handle === null ? [] : [exactToken('soc', `${platform}/${author_handle}`)]
    return [...authorSuppression.tokens(record), ...own]
  },
}
