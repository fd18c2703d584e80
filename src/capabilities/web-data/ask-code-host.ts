import type { CapabilityAnswer, AskOutcome, Question } from '../../sources/index.ts'
import type { WebDataDeps } from './slice.ts'

export interface AccountsFound {
  accounts: CapabilityAnswer<'codehost.account'>['accounts']
  /** Name of the source; null when none had something. */
  source: string | null
  /** Whether nothing was found only because no source could answer. */
  isUnavailable: boolean
}

/** What the configured code hosts know of an account; the likeliest account of the first that knows any. */
export async function askCodeHost(
  { sources }: Pick<WebDataDeps, 'sources'>,
  question: Question<'codehost.account'>,
  asking: { signal: AbortSignal; withinMs: number },
): Promise<AccountsFound> {
  const { answers, attempts } = await sources.ask('codehost.account', question, asking)
  const [first] = answers
  return {
    accounts: first?.answer.accounts ?? [],
    source: first?.source ?? null,
    isUnavailable: first === undefined && attempts.length > 0 && attempts.every(isFailure),
  }
}

const failures = new Set(['timeout', 'rate_limited', 'circuit_open', 'failed', 'aborted'])
const isFailure = ({ outcome }: AskOutcome<'codehost.account'>['attempts'][number]) => failures.has(outcome)
