import { z } from 'zod'
import type { GivenAnswer, Question } from '../capabilities.ts'
import { listLinks } from '../code-host/index.ts'
import { SourceRateLimited, SourceUnavailable } from '../failures.ts'
import { askJson, readWait } from '../http/index.ts'
import { sampleQuestions } from '../sample-questions.ts'
import { defineSource } from '../source.ts'

type Account = GivenAnswer<'microblog.account'>['account']

const text = z.string().nullish()

// What the interface answers, as far as it is read (app.bsky.actor.defs#profileViewDetailed).
const answered = z.object({
  did: z.string(),
  handle: z.string(),
  displayName: text,
  description: text,
  website: text,
  avatar: text,
  followersCount: z.number().nullish(),
  labels: z.array(z.object({ val: z.string() })).nullish(),
})
const refused = z.object({ error: text, message: text })

/** Bluesky, by the public interface of the AT Protocol: who an account says it is. */
export const bluesky = defineSource({
  id: 'bluesky',
  summary: 'Accounts of Bluesky and of servers whose accounts it shows.',
  settings: z.object({
    baseUrl: z.url({ protocol: /^https?$/ }).default('https://public.api.bsky.app'),
    handleDomain: z
      .hostname()
      .default('bsky.social')
      .describe('Domain of handles without a dot: ada means ada.bsky.social.'),
    webHost: z.hostname().default('bsky.app').describe('Host of the addresses of profiles.'),
  }),
  secrets: [],
  perSecond: 5,
  timeoutMs: 15_000,
  open({ baseUrl, handleDomain, webHost }) {
    const toActor = ({ handle, server }: Question<'microblog.account'>): string | undefined => {
      if (server !== null && server !== webHost) return undefined
      const actor = handle.includes('.') ? handle : `${handle}.${handleDomain}`
      return handleForm.test(actor) ? actor : undefined
    }
    return {
      'microblog.account': {
        cacheDays: { found: 7, notFound: 1 },
        takes: (question) => toActor(question) !== undefined,
        async fetch(question, call) {
          const actor = toActor(question) ?? ''
          const url = new URL(`${baseUrl.replace(/\/+$/, '')}/xrpc/app.bsky.actor.getProfile`)
          url.searchParams.set('actor', actor)
          const { status, body } = await askJson(call, {
            url: url.href,
            alsoStatus: [400],
            readFailure: (answer) =>
              answer.status === 429
                ? new SourceRateLimited(readWait(answer.headers['ratelimit-reset'], call.nowMs))
                : undefined,
          })
          if (status === 400) return nobody(body)
          if (status === 404) throw new SourceUnavailable('not an AT Protocol server')
          const account = answered.parse(body)
          const isHidden = (account.labels ?? []).some(({ val }) => hidden.has(val))
          if (isHidden || account.handle.toLowerCase() !== actor) return { found: false }
          return { found: true, answer: { account: toAccount(account, { handleDomain, webHost }) } }
        },
      },
    }
  },
  probe: () => sampleQuestions['microblog.account'],
})

/** A host name of two labels or more. */
const handleForm = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/

/** Accounts that are hidden from visitors who are not signed in, and accounts that the operators took down. */
const hidden = new Set(['!no-unauthenticated', '!hide', '!takedown'])

/** The interface answers 400 for an account it does not have, and for one that is away. Throws for any other. */
function nobody(body: unknown): { found: false } {
  const { error, message } = refused.safeParse(body).data ?? {}
  const isAway = ['AccountTakedown', 'AccountDeactivated', 'AccountSuspended'].includes(error ?? '')
  if (isAway || /profile not found|unable to resolve handle/i.test(message ?? '')) return { found: false }
  throw new SourceUnavailable(`HTTP 400 ${error ?? ''}`)
}

function toAccount(
  { handle, displayName, description, website, avatar, followersCount }: z.output<typeof answered>,
  { handleDomain, webHost }: { handleDomain: string; webHost: string },
): Account {
  // A handle at a domain of one's own is proven by the domain.
  const domains = handle.endsWith(`.${handleDomain}`) ? [] : [`https://${handle}`]
  return {
    handle,
    url: `https://${webHost}/profile/${handle}`,
    name: displayName?.trim() || null,
    bio: description?.trim() || null,
    website: website ?? domains[0] ?? null,
    avatarUrl: avatar ?? null,
    followers: followersCount ?? null,
    links: listLinks({ blog: website ?? null, bio: description ?? null, twitter_username: null }, domains),
    verifiedLinks: domains,
  }
}
