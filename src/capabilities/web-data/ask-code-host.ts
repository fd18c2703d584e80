import { accountTokens, addressTokens, pageTokens } from '../../corpus/kinds/index.ts'
import type { CapabilityAnswer, AskOutcome, Question } from '../../sources/index.ts'
import type { WebDataDeps } from './slice.ts'

type Account = CapabilityAnswer<'codehost.account'>['accounts'][number]

export interface AccountsFound {
  accounts: Account[]
  /** Name of the source; null when none had something. */
  source: string | null
  /** Whether nothing was found only because no source could answer. */
  isUnavailable: boolean
}

/**
 * What the configured code hosts know of an account; the likeliest account of the first that knows any. Accounts of people
 * who are suppressed are nobody's.
 */
export async function askCodeHost(
  { sources, suppressions }: Pick<WebDataDeps, 'sources' | 'suppressions'>,
  question: Question<'codehost.account'>,
  asking: { signal: AbortSignal; withinMs: number },
): Promise<AccountsFound> {
  const { answers, attempts } = await sources.ask('codehost.account', question, asking)
  const [first] = answers
  const accounts = first?.answer.accounts ?? []
  const suppressed = await suppressions.among(accounts.flatMap(listTokens))
  return {
    accounts: accounts.filter((account) => !listTokens(account).some((token) => suppressed.has(token))),
    source: first?.source ?? null,
    isUnavailable: first === undefined && attempts.length > 0 && attempts.every(isFailure),
  }
}

/** Identifiers of the person behind an account. */
const listTokens = ({ type, username, email, links }: Account): string[] =>
  type === 'company'
    ? []
    : [...accountTokens('codehost', username), ...addressTokens(email ?? ''), ...links.flatMap(pageTokens)]

const failures = new Set(['timeout', 'rate_limited', 'circuit_open', 'failed', 'aborted'])
const isFailure = ({ outcome }: AskOutcome<'codehost.account'>['attempts'][number]) => failures.has(outcome)
