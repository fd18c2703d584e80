import type { AskOne } from './guarded-calls.ts'
import { isEnough, type SourceRequest } from './ask-options.ts'
import type { AskOutcome, Attempt, Provided } from './attempt.ts'
import type { Capability } from './capabilities.ts'
import type { ConfiguredSource } from './configured-source.ts'

/** Asks all sources at once. The first sufficient answer ends the other calls. */
export async function race<C extends Capability>(
  sources: readonly ConfiguredSource[],
  { capability, question, options, signal }: SourceRequest<C>,
  askOne: AskOne,
): Promise<AskOutcome<C>> {
  const won = new AbortController()
  const both = AbortSignal.any([signal, won.signal])
  const answers: Provided<C>[] = []
  const attempts = new Map<ConfiguredSource, Attempt>()
  await Promise.all(
    sources.map(async (source) => {
      const { attempt, provided } = await askOne(source, { capability, question, options, signal: both })
      if (attempt !== undefined) {
        const isLate = attempt.outcome === 'aborted' && !won.signal.aborted
        attempts.set(source, isLate ? { ...attempt, outcome: 'timeout' } : attempt)
      }
      // What arrives after the end of the race was paid for as well.
      if (provided === undefined) return
      answers.push(provided)
      if (!won.signal.aborted && (await isEnough(options, answers))) won.abort()
    }),
  )
  return { answers, attempts: sources.flatMap((source) => attempts.get(source) ?? []) }
}
