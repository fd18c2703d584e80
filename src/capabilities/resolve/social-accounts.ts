import type { CompanyRecord } from '../../corpus/records/index.ts'
import { platformAliases, socialHandle, type SocialPlatform } from '../../lib/social-handle.ts'

export interface SocialAccount {
  platform: SocialPlatform
  /** In lower case, without `@`. */
  username: string
  /** Where the source gave an address. */
  url: string | null
}

/** Accounts among the outside ids of a record (`twitter: ada`). */
export function accountsIn(
  externalIds: Readonly<Record<string, string>>,
  wanted: ReadonlySet<SocialPlatform>,
): SocialAccount[] {
  return Object.entries(externalIds).flatMap(([source, value]) => {
    const platform = platformAliases.get(source.toLowerCase())
    return platform === undefined || !wanted.has(platform) ? [] : readAccount(platform, value)
  })
}

/** Accounts a company's record names. */
export function accountsOfCompany(
  record: CompanyRecord,
  wanted: ReadonlySet<SocialPlatform>,
): SocialAccount[] {
  const lists: [SocialPlatform, readonly string[] | null][] = [
    ['microblog', record.twitter_handles],
    ['photo', record.instagram_handles],
    ['codehost', record.github_usernames],
    ['channel', record.youtube_urls],
    ['social', record.facebook_urls],
  ]
  return lists.flatMap(([platform, texts]) =>
    wanted.has(platform) ? (texts ?? []).flatMap((text) => readAccount(platform, text)) : [],
  )
}

function readAccount(platform: SocialPlatform, text: string): SocialAccount[] {
  const username = socialHandle(text, platform)
  return username === undefined ? [] : [{ platform, username, url: /\//.test(text) ? text : null }]
}
