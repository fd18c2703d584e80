import { z } from 'zod'
import { SourceRateLimited, SourceRefused, type SourceFailed } from '../failures.ts'
import { askJson, readNextPage, readWait, type JsonAnswer } from '../http/index.ts'
import { lines } from '../lines.ts'
import type { SourceCall } from '../source.ts'

const text = z.string().nullish()
const count = z.number().int().min(0).nullish()

const user = z.object({
  login: z.string().min(1),
  type: z.string(),
  name: text,
  company: text,
  blog: text,
  location: text,
  email: text,
  bio: text,
  twitter_username: text,
  html_url: text,
  avatar_url: text,
  followers: count,
  public_repos: count,
})

/** An account as GitHub describes it. */
export type GithubUser = z.output<typeof user>

const searchAnswer = z.object({ items: lines(z.object({ login: z.string().min(1) }), { most: 1_000 }) })
const social = z.object({ accounts: lines(z.object({ url: z.string() }), { most: 1_000 }) })

export interface GithubSettings {
  baseUrl: string
  token: string | undefined
}

/** The parts of GitHub's REST interface that look-ups need. */
export interface GithubApi {
  /** Undefined for a name nobody has. */
  user(login: string): Promise<GithubUser | undefined>
  /** Logins of accounts, the best match first. */
  search(query: string, most: number): Promise<string[]>
  /** Addresses of the accounts elsewhere that an account names. */
  socialAccounts(login: string): Promise<string[]>
}

/** Accounts elsewhere are few; more pages than this are somebody's joke. */
const maxPages = 3

export function openGithub({ baseUrl, token }: GithubSettings, call: SourceCall): GithubApi {
  const root = baseUrl.replace(/\/+$/, '')
  const headers = {
    accept: 'application/vnd.github+json',
    'x-github-api-version': '2022-11-28',
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  }
  const ask = (url: string): Promise<JsonAnswer> =>
    // 422: a search that means nothing. 451: taken down.
    askJson(call, {
      url,
      headers,
      alsoStatus: [422, 451],
      readFailure: (answer) => readFailure(answer, call.nowMs),
    })
  return {
    async user(login) {
      const { status, body } = await ask(`${root}/users/${segment(login)}`)
      return status === 200 ? call.read(user, body) : undefined
    },
    async search(query, most) {
      const parameters = new URLSearchParams({ q: query, per_page: String(most) })
      const { status, body } = await ask(`${root}/search/users?${parameters.toString()}`)
      if (status !== 200) return []
      return call
        .read(searchAnswer, body)
        .items.slice(0, most)
        .map(({ login }) => login)
    },
    async socialAccounts(login) {
      const urls: string[] = []
      let url: string | undefined = `${root}/users/${segment(login)}/social_accounts?per_page=100`
      for (let page = 0; url !== undefined && page < maxPages; page++) {
        const answer = await ask(url)
        if (answer.status !== 200) break
        urls.push(...call.read(social, { accounts: answer.body }).accounts.map((each) => each.url))
        url = readNextPage(answer.headers['link'], url)
      }
      return urls
    },
  }
}

/** Logins are letters, digits and hyphens; whatever else is given cannot climb out of its segment. */
const segment = (login: string) => encodeURIComponent(login.toWellFormed()).replaceAll('.', '%252E')

/** Both limits answer 403 or 429: the hourly one says when it ends, the other how long to wait. */
function readFailure({ status, headers, body }: JsonAnswer, nowMs: number): SourceFailed | undefined {
  if (status !== 403 && status !== 429) return undefined
  const retryAfter = headers['retry-after']
  if (retryAfter !== undefined) return new SourceRateLimited(readWait(retryAfter, nowMs))
  if (headers['x-ratelimit-remaining'] === '0')
    return new SourceRateLimited(readWait(headers['x-ratelimit-reset'], nowMs))
  const { message } = z.object({ message: z.string() }).safeParse(body).data ?? { message: '' }
  if (status === 429 || /rate limit/i.test(message)) return new SourceRateLimited()
  return new SourceRefused(`HTTP ${status}`)
}
