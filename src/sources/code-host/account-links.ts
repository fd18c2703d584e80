import type { GithubUser } from './github-api.ts'

const maxLinks = 50
const maxTextLength = 2_000
/** An address in running text, with or without its scheme. */
const address = /(?:https?:\/\/)?(?:[a-z0-9-]{1,63}\.){1,8}[a-z]{2,24}(?:\/[^\s<>"'()[\]{}]*)?/gi

/** Addresses an account names as its own: its website, its accounts elsewhere, and what its bio mentions. */
export function listLinks(
  user: Pick<GithubUser, 'blog' | 'bio' | 'twitter_username'>,
  social: readonly string[],
): string[] {
  const twitter = user.twitter_username ? [`https://twitter.com/${user.twitter_username}`] : []
  const blog = user.blog?.trim() ? [user.blog.trim()] : []
  const texts = [...blog, ...social, ...twitter, ...mentioned(user.bio ?? '')]
  const links = texts.flatMap((text) => {
    const url = /^https?:\/\//i.test(text) ? text : `https://${text}`
    return URL.canParse(url) && url.length <= 2_048 ? [url] : []
  })
  return [...new Set(links)].slice(0, maxLinks)
}

/** Those with a path or a scheme: `node.js` and `ada@acme.example` are none. */
function mentioned(text: string): string[] {
  const matches = text.slice(0, maxTextLength).matchAll(address)
  return [...matches].flatMap((match) => {
    const before = text[match.index - 1]
    const link = match[0].replace(/[.,;:!?]+$/, '')
    return before === '@' || before === '.' || !link.includes('/') ? [] : [link]
  })
}
