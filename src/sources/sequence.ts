import type { AskOne } from './guarded-calls.ts'
import { isEnough, type SourceRequest } from './ask-options.ts'
import type { AskOutcome, Attempt, Provided } from './attempt.ts'
import type { Capability } from './capabilities.ts'
import type { ConfiguredSource } from './configured-source.ts'

/** Asks one source after the other, until it is enough. */
export async function inSequence<C extends Capability>(
  sources: readonly ConfiguredSource[],
  { capability, question, options, signal }: SourceRequest<C>,
  askOne: AskOne,
): Promise<AskOutcome<C>> {
  const answers: Provided<C>[] = []
  const attempts: Attempt[] = []
  for (const source of sources) {
    if (signal.aborted) break
    const narrowed = answers.length === 0 ? question : (options.narrow?.(question, answers) ?? question)
    const { attempt, provided } = await askOne(source, { capability, question: narrowed, options, signal })
    if (attempt !== undefined)
      attempts.push(attempt.outcome === 'aborted' ? { ...attempt, outcome: 'timeout' } : attempt)
    if (provided === undefined) continue
    answers.push(provided)
    if (options.mode !== 'all' && (await isEnough(options, answers))) break
  }
  return { answers, attempts }
}
