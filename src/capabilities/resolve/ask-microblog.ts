import { accountTokens, addressTokens, pageTokens } from '../../corpus/kinds/index.ts'
import { socialHandle } from '../../lib/social-handle.ts'
import { stateOfAttempts, type LiveAnswer, type Question } from '../../sources/index.ts'
import type { MicroblogAccount } from './account-owner.ts'
import type { ResolveDeps } from './slice.ts'

/** For all sources of a question; the rest of the operation's time is for the corpus. */
const withinMs = 20_000

/**
 * What the configured microblogs know of an account, of the first that knows it. An account of another name than was asked
 * for is none, and those of people who are suppressed are nobody's.
 */
export async function askMicroblog(
  { sources, suppressions }: Pick<ResolveDeps, 'sources' | 'suppressions'>,
  question: Question<'microblog.account'>,
  signal: AbortSignal,
): Promise<LiveAnswer<MicroblogAccount>> {
  const { answers, attempts } = await sources.ask('microblog.account', question, {
    signal,
    withinMs,
    refuses: ({ account }) =>
      isNamed(account.handle, question) ? undefined : 'another account than was asked for',
  })
  const [first] = answers
  if (first === undefined) return { state: stateOfAttempts(attempts) }
  const { source, observedAt, confidence, answer } = first
  const suppressed = await suppressions.among(listTokens(question, answer.account))
  if (suppressed.size > 0) return { state: 'not_found' }
  return { state: 'found', answer: answer.account, source, observedAt, confidence }
}

/** `Ada`, `@ada`, `ada@server` and `ada.server` are an account that is asked for as ada; of a server that is named, only its own. */
function isNamed(handle: string, { handle: wanted, server }: Question<'microblog.account'>): boolean {
  const answered = handle.toLowerCase().replace(/^@/, '')
  if (answered.startsWith(`${wanted}@`)) return server === null || answered === `${wanted}@${server}`
  return answered === wanted || answered.startsWith(`${wanted}.`)
}

/** What the person behind an account is known by: its name alone, too, since that may be of any server. */
function listTokens(
  { handle: wanted, server }: Question<'microblog.account'>,
  { handle, url, bio, links }: MicroblogAccount,
): string[] {
  const page = socialHandle(url ?? '', 'microblog')
  const addresses = bio?.match(/[^\s<>()[\],;:"]{1,64}@[^\s<>()[\],;:"@]{3,200}/g) ?? []
  return [
    ...accountTokens('microblog', wanted),
    ...(server === null ? [] : accountTokens('microblog', `${wanted}@${server}`)),
    ...(page === undefined ? [] : accountTokens('microblog', page)),
    ...accountTokens('microblog', handle.toLowerCase().replace(/^@/, '')),
    ...addresses.flatMap(addressTokens),
    ...links.flatMap(pageTokens),
  ]
}
