import { z } from 'zod'
import type { GivenAnswer, Question } from '../capabilities.ts'
import { listLinks } from '../code-host/index.ts'
import { SourceRateLimited } from '../failures.ts'
import { askJson, readWait } from '../http/index.ts'
import { sampleQuestions } from '../sample-questions.ts'
import { defineSource } from '../source.ts'

type Account = GivenAnswer<'microblog.account'>['account']

const text = z.string().nullish()

// What the interface answers, as far as it is read.
const answered = z.object({
  username: z.string(),
  /** The name alone of accounts of the server, with `@` and theirs of others. */
  acct: z.string(),
  display_name: text,
  /** HTML. */
  note: text,
  url: text,
  avatar: text,
  followers_count: z.number().nullish(),
  suspended: z.boolean().nullish(),
  fields: z.array(z.object({ value: z.string(), verified_at: text })).nullish(),
})

/** Mastodon, and servers with its interface: who an account of the server, or one it knows, says it is. */
export const mastodon = defineSource({
  id: 'mastodon',
  summary: 'Accounts of a Mastodon server and of those it knows.',
  settings: z.object({
    baseUrl: z
      .url({ protocol: /^https?$/ })
      .describe('Address of the server, such as https://mastodon.example.'),
    token: z.string().min(1).optional().describe('Token of an account, for servers that require one.'),
  }),
  secrets: ['token'],
  perSecond: 1,
  timeoutMs: 15_000,
  open({ baseUrl, token }) {
    const own = new URL(baseUrl).hostname.toLowerCase()
    const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` }
    return {
      'microblog.account': {
        cacheDays: { found: 7, notFound: 1 },
        takes: (question) => toAcct(question, own) !== undefined,
        async fetch(question, call) {
          const acct = toAcct(question, own) ?? ''
          const url = new URL(`${baseUrl.replace(/\/+$/, '')}/api/v1/accounts/lookup`)
          url.searchParams.set('acct', acct)
          const { status, body } = await askJson(call, {
            url: url.href,
            headers,
            // It says when its limit ends in a header of its own.
            readFailure: (answer) =>
              answer.status === 429
                ? new SourceRateLimited(readWait(answer.headers['x-ratelimit-reset'], call.nowMs))
                : undefined,
          })
          if (status === 404) return { found: false }
          const account = answered.parse(body)
          // The server may answer another account: the one that the person moved to, or a new name.
          if (account.suspended === true || account.acct.toLowerCase() !== acct) return { found: false }
          return { found: true, answer: { account: toAccount(account) } }
        },
      },
    }
  },
  probe: () => sampleQuestions['microblog.account'],
})

/** What the server calls an account; undefined for a name it can have none of. */
function toAcct({ handle, server }: Question<'microblog.account'>, own: string): string | undefined {
  if (server === null || server === own) return /^[a-z0-9_]{1,100}$/.test(handle) ? handle : undefined
  return /^[a-z0-9_]+([a-z0-9_.-]*[a-z0-9_])?$/.test(handle) ? `${handle}@${server}` : undefined
}

function toAccount({ acct, fields, ...account }: z.output<typeof answered>): Account {
  const values = (fields ?? []).map(({ value, verified_at }) => ({ links: hrefsIn(value), verified_at }))
  const stated = [...values.flatMap((field) => field.links), ...hrefsIn(account.note ?? '')]
  const bio = plainText(account.note ?? '')
  return {
    handle: acct,
    url: account.url ?? null,
    name: account.display_name?.trim() || null,
    bio: bio || null,
    website: values.find((field) => field.links.length > 0)?.links[0] ?? null,
    avatarUrl: account.avatar ?? null,
    followers: account.followers_count ?? null,
    links: listLinks({ blog: null, bio, twitter_username: null }, stated),
    verifiedLinks: values.flatMap((field) => (field.verified_at ? field.links : [])).slice(0, 100),
  }
}

/** Addresses that HTML links to, but for hashtags and mentions, which are not the account's own. */
function hrefsIn(html: string): string[] {
  const tags = [...html.matchAll(/<a\s[^>]*>/gi)].map(([tag]) => tag)
  return tags
    .filter((tag) => !/class="[^"]*\b(?:hashtag|mention)\b/i.test(tag))
    .flatMap((tag) => /\shref="([^"]{1,2048})"/i.exec(tag)?.[1] ?? [])
    .map(withoutEntities)
}

const plainText = (html: string): string =>
  withoutEntities(html.replaceAll(/<br\s*\/?>|<\/p>/gi, '\n').replaceAll(/<[^>]*>/g, '')).trim()

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' }
const withoutEntities = (html: string): string =>
  html.replaceAll(/&(#?\w{2,6});/g, (entity, name: string) => entities[name] ?? entity)
