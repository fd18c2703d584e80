import { platformAliases, socialHandle } from '../../lib/social-handle.ts'
import { accountTokens, type Mentions } from './mentions.ts'

const host = /^(?:https?:)?\/\/([^/?#]+)/i

/** Tokens of the owner of a page on a social platform, as far as its address tells the platform. */
function pageOwnerTokens(entry: unknown): string[] {
  if (typeof entry !== 'string') return []
  const labels = host.exec(entry.trim())?.[1]?.toLowerCase().split('.') ?? []
  const platform = labels.flatMap((label) => platformAliases.get(label) ?? [])[0]
  const name = platform === undefined ? undefined : socialHandle(entry, platform)
  return platform === undefined || name === undefined ? [] : accountTokens(platform, name)
}

/**
 * Places often belong to one person, so their addresses and pages may be a person's, besides people whom texts name.
 */
export const placeMentions: Mentions = {
  own: [],
  lists: [{ path: ['social_urls'], tokens: pageOwnerTokens }],
}

/** People that texts name by address or page, in records that belong to nobody. */
export const textMentions: Mentions = { own: [] }
