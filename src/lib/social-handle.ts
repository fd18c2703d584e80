/** Platforms of accounts, with the names that the corpus and its sources use for each. */
const platformNames = {
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

/** Further names that a request may use, in the words of its user. */
export const platformAliases: ReadonlyMap<string, SocialPlatform> = new Map(
  socialPlatforms.flatMap((platform) => platformNames[platform].map((name) => [name, platform] as const)),
)

const maxHandleLength = 500
/** `https://m.platform.example/@ada?x`: path and parameters of an address. */
const address = /^(?:https?:)?(?:\/\/)?((?:[a-z0-9-]+\.)+[a-z]{2,})\/(?:#!\/)?([^#]*)/i
/** Folders after which the account comes, on one platform or another. */
const folderNames = new Set(['user', 'users', 'u', 'c', 'channel', 'orgs', 'add', 'people', 'pg', 'profile'])
/** Pages of a platform that are no account, though they stand in its place. */
const ownPages = new Set(
  (
    'search home explore hashtag hashtags share sharer sharer.php intent i login signup about help privacy tos ' +
    'settings notifications messages watch playlist results feed shorts reel reels p stories r t topics tag'
  ).split(' '),
)
/** Pages of the social platform alone. Accounts elsewhere may have these names. */
const socialPages = new Set(
  (
    'home.php groups events marketplace live media photo photo.php photos permalink.php story.php l.php dialog plugins business ' +
    'policies gaming ads pages people public directory games fundraisers donate notes'
  ).split(' '),
)
/** Hosts of platforms whose account pages have their address to themselves. */
const hosts: ReadonlyMap<string, SocialPlatform> = new Map([
  ['facebook.com', 'social'],
  ['fb.com', 'social'],
  ['fb.me', 'social'],
  ['instagram.com', 'photo'],
  ['twitter.com', 'microblog'],
  ['x.com', 'microblog'],
  ['github.com', 'codehost'],
  ['youtube.com', 'channel'],
  ['tiktok.com', 'video'],
])

/** The platform at a registrable domain. */
export const platformOfHost = (domain: string): SocialPlatform | undefined => hosts.get(domain)

/** Addresses of accounts on microblogs of many servers: `/@ada`, and `/users/ada` as servers name them to each other. */
const serverAccountPattern = /^(?:@|users\/)([\p{L}\p{N}_][\p{L}\p{N}_.-]{0,99})(?:[/?]|$)/iu
/** Microblogs of one server, whose accounts need not name it. */
const oneServer = /(?:^|\.)(?:x|twitter)\.com$/
const accountName = /^[\p{L}\p{N}_][\p{L}\p{N}_.-]{0,99}$/u
/** `@ada@server.example`: an account of a platform of many servers. Without the first `@` it is an e-mail address. */
const accountOfServerPattern = /^@([\p{L}\p{N}_][\p{L}\p{N}_.-]{0,99}@(?:[a-z0-9-]+\.)+[a-z][a-z0-9-]*)$/iu

/**
 * An account's name in lower case without `@`, from a handle or the address of its page; undefined for other text. An
 * account of a named server keeps the server: `ada@server.example`. So does a microblog address in the form of many
 * servers: `https://server.example/@ada`.
 */
export function socialHandle(text: string, platform?: string): string | undefined {
  const trimmed = text.trim().slice(0, maxHandleLength).normalize('NFKC')
  const [, host = '', path] = address.exec(trimmed) ?? []
  const account = path === undefined ? trimmed.replace(/^u\//, '') : accountIn(path, platform)
  const ofServer = accountOfServerPattern.exec(account ?? '')?.[1]
  if (ofServer !== undefined) return ofServer.toLowerCase()
  const onServer = platform === 'microblog' ? serverAccountPattern.exec(path ?? '')?.[1] : undefined
  const server = host.toLowerCase().replace(/^www\./, '')
  if (onServer !== undefined && !oneServer.test(server)) return `${onServer.toLowerCase()}@${server}`
  const name = account?.replace(/^@/, '').toLowerCase()
  return name !== undefined && accountName.test(name) ? name : undefined
}

const isSocial = (platform: string | undefined) => platformAliases.get(platform ?? '') === 'social'

/** The account of a path: its first part, the part after a folder of accounts, or the parameter that names it. */
function accountIn(path: string, platform: string | undefined): string | undefined {
  const [folders = '', query = ''] = path.split('?', 2)
  const parameters = new URLSearchParams(query)
  const [first = '', second, third, fourth] = folders.split('/').filter((part) => part !== '')
  const head = first.toLowerCase()
  if (head === 'profile.php') return parameters.get('id') ?? undefined
  if (head === 'intent') return parameters.get('screen_name') ?? undefined
  // `/pages/Acme/12345`: the number is the account.
  if (head === 'pages') return second === 'category' ? fourth : (third ?? second)
  if (head === 'people' && third !== undefined) return third
  if (isSocial(platform) && socialPages.has(head)) return head === 'people' ? second : undefined
  if (folderNames.has(head) && second !== undefined) return second
  return ownPages.has(head) ? undefined : first
}
