/** Platforms accounts are looked up on, and the names the corpus and its sources know each by. */
export const platformNames = {
  microblog: ['microblog', 'twitter', 'x', 'twitter_username'],
  photo: ['photo', 'instagram', 'instagram_username'],
  codehost: ['codehost', 'github', 'github_username'],
  video: ['video', 'tiktok', 'tiktok_username'],
  channel: ['channel', 'youtube', 'youtube_id', 'youtube_username'],
  social: ['social', 'facebook', 'facebook_username', 'facebook_id'],
  forum: ['forum', 'reddit', 'reddit_username'],
} as const

export type SocialPlatform = keyof typeof platformNames

export const socialPlatforms = Object.keys(platformNames) as [SocialPlatform, ...SocialPlatform[]]

/** Names a request may use besides, in the words of its user. */
export const platformAliases: ReadonlyMap<string, SocialPlatform> = new Map(
  socialPlatforms.flatMap((platform) => platformNames[platform].map((name) => [name, platform] as const)),
)

const LONGEST = 500
/** `https://m.platform.example/@ada?x` -> `@ada`: the first part of the path of an address. */
const ADDRESS = /^(?:https?:)?(?:\/\/)?(?:[a-z0-9-]+\.)+[a-z]{2,}\/(?:#!\/)?([^/?#]+)/i

/** An account's name in lower case without `@`, from a handle or the address of its page; undefined for other text. */
export function socialHandle(text: string): string | undefined {
  const trimmed = text.trim().slice(0, LONGEST)
  const name = (ADDRESS.exec(trimmed)?.[1] ?? trimmed).replace(/^@/, '').toLowerCase()
  return /^[\p{L}\p{N}_][\p{L}\p{N}_.-]{0,99}$/u.test(name) ? name : undefined
}
