import { z } from 'zod'
import type { GivenAnswer, Question } from '../capabilities.ts'
import {
  amongAlike,
  judgeCompany,
  judgePerson,
  listLinks,
  openGithub,
  type AskedCompany,
  type AskedPerson,
  type GithubApi,
  type GithubUser,
  type Judged,
} from '../code-host/index.ts'
import { sampleQuestions } from '../sample-questions.ts'
import { defineSource, type SourceAnswer } from '../source.ts'

type Account = GivenAnswer<'codehost.account'>['accounts'][number]

/** GitHub, by its REST interface: which account is a person's or a company's, and what an account links to. */
export const github = defineSource({
  id: 'github',
  summary: 'Accounts of people and companies on GitHub, and the links of an account.',
  settings: z.object({
    token: z
      .string()
      .min(1)
      .optional()
      .describe('A token without any permission. Without one GitHub allows 60 requests per hour.'),
    baseUrl: z.url({ protocol: /^https?$/ }).default('https://api.github.com'),
  }),
  secrets: ['token'],
  perSecond: 1,
  timeoutMs: 30_000,
  open: ({ token, baseUrl }) => ({
    'codehost.account': {
      cacheDays: { found: 30, notFound: 7 },
      takes: (question) => question.of !== 'person' || hasClue(question),
      fetch: (question, call) => findAccounts(openGithub({ baseUrl, token }, call), question),
    },
  }),
  probe: () => sampleQuestions['codehost.account'],
})

const hasClue = ({ name, emails }: AskedPerson) => name !== null || emails.length > 0

/** Candidates of one look-up: each costs two requests. */
const maxCandidates = 5
const maxEmails = 3

function listAccounts(api: GithubApi, question: Question<'codehost.account'>) {
  if (question.of === 'account') return namedAccount(api, question.username)
  return question.of === 'person' ? accountsOfPerson(api, question) : accountsOfCompany(api, question)
}

async function findAccounts(
  api: GithubApi,
  question: Question<'codehost.account'>,
): Promise<SourceAnswer<'codehost.account'>> {
  const accounts = await listAccounts(api, question)
  const [best] = accounts
  if (best === undefined) return { found: false }
  return { found: true, answer: { accounts }, confidence: best.confidenceOutOf10 / 10 }
}

async function namedAccount(api: GithubApi, username: string): Promise<Account[]> {
  const profile = await show(api, username)
  return profile === undefined
    ? []
    : [account(profile, { confidenceOutOf10: 10, rationale: 'The account with this name.' })]
}

async function accountsOfPerson(api: GithubApi, question: AskedPerson): Promise<Account[]> {
  for (const email of question.emails.slice(0, maxEmails)) {
    const login = loginOfNoReply(email)
    const logins = login === undefined ? await api.search(`${quoted(email)} in:email type:user`, 2) : [login]
    const accounts = await judgeAll(api, logins, (profile) =>
      login === undefined
        ? judgePerson(question, profile)
        : { confidenceOutOf10: 10, rationale: 'The address is one that GitHub gives to the account.' },
    )
    if ((accounts[0]?.confidenceOutOf10 ?? 0) === 10) return accounts
  }
  if (question.name === null) return []
  const logins = await api.search(`${quoted(question.name)} in:name type:user`, maxCandidates)
  return judgeAll(api, logins, (profile) => judgePerson(question, profile))
}

async function accountsOfCompany(api: GithubApi, question: AskedCompany): Promise<Account[]> {
  const label = question.domain?.replace(/^www\./i, '').split('.')[0]
  const guesses = [label, question.slug].filter((login) => login !== null && login !== undefined)
  const logins = guesses.filter((login) => /^[a-z0-9][a-z0-9-]{0,38}$/i.test(login))
  const guessed = await judgeAll(api, logins, (profile) => judgeCompany(question, profile))
  if ((guessed[0]?.confidenceOutOf10 ?? 0) >= sure || question.name === null) return guessed
  const named = await api.search(`${quoted(question.name)} in:name type:org`, maxCandidates)
  const others = named.filter((login) => guessed.every(({ username }) => !sameLogin(username, login)))
  const accounts = await judgeAll(api, others, (profile) => judgeCompany(question, profile))
  return [...guessed, ...accounts].toSorted((a, b) => b.confidenceOutOf10 - a.confidenceOutOf10)
}

/** A guess this good needs no search. */
const sure = 8

async function judgeAll(
  api: GithubApi,
  logins: readonly string[],
  judge: (profile: { user: GithubUser; links: string[] }) => Judged,
): Promise<Account[]> {
  const accounts: Account[] = []
  const different = logins.filter(
    (login, index) => logins.findIndex((other) => sameLogin(other, login)) === index,
  )
  for (const login of different) {
    const profile = await show(api, login)
    if (profile !== undefined) accounts.push(account(profile, judge(profile)))
  }
  return amongAlike(accounts)
}

async function show(
  api: GithubApi,
  login: string,
): Promise<{ user: GithubUser; links: string[] } | undefined> {
  const user = await api.user(login)
  if (user === undefined) return undefined
  return { user, links: listLinks(user, await api.socialAccounts(user.login)) }
}

const sameLogin = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()

/** `1234+ada@users.noreply.github.com`: what the host gives to those who hide their address. */
function loginOfNoReply(email: string): string | undefined {
  return /^(?:\d+\+)?([a-z0-9-]{1,39})@users\.noreply\.github\.com$/i.exec(email)?.[1]
}

/** A phrase of the search syntax: nothing in it is a qualifier. */
const quoted = (text: string) =>
  `"${text
    .replaceAll(/["\\\s]+/g, ' ')
    .trim()
    .slice(0, 200)}"`

const accountTypes = new Map<string, Account['type']>([
  ['Organization', 'company'],
  ['User', 'person'],
])

function account({ user, links }: { user: GithubUser; links: string[] }, judged: Judged): Account {
  const { confidenceOutOf10, rationale } = judged
  return {
    username: user.login,
    url: user.html_url,
    type: accountTypes.get(user.type) ?? null,
    name: user.name,
    bio: user.bio,
    company: user.company,
    location: user.location,
    website: user.blog || null,
    email: user.email,
    avatarUrl: user.avatar_url,
    followers: user.followers,
    repositories: user.public_repos,
    links,
    confidenceOutOf10,
    rationale,
  }
}
