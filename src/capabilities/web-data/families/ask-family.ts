import type { LineOf } from '../../../corpus/kinds/index.ts'
import {
  stateOfAttempts,
  type CapabilityAnswer,
  type FamilyCapability,
  type LiveAnswer,
  type LivePage,
  type Question,
  type Sources,
} from '../../../sources/index.ts'

type FamilyKind = 'accounts' | 'uploads' | 'replies'
/** Questions that are answered by lines of a kind. */
type AnsweredBy<K extends FamilyKind> = {
  [C in FamilyCapability]: CapabilityAnswer<C> extends Record<K, unknown> ? C : never
}[FamilyCapability]

/** For all sources of a question: what is written to the corpus afterwards must fit into a request's minute, too. */
const withinMs = 40_000

/**
 * Asks the sources of a family, in the operator's order, until one has something. `implied` are members of the lines that
 * the question says. With `isAsked`, an answer without any requested line counts as no answer.
 */
export async function askFamily<K extends FamilyKind, C extends AnsweredBy<K>>(
  sources: Pick<Sources, 'names' | 'ask'>,
  request: {
    kind: K
    capability: C
    question: Question<C>
    signal: AbortSignal
    isAsked?: (line: object) => boolean
  },
): Promise<LiveAnswer<LivePage<LineOf<K>>>> {
  const { kind, capability, question, signal, isAsked } = request
  if (sources.names(capability).length === 0) return { state: 'no_source' }
  // Every capability of C answers lines of K (`AnsweredBy`), which the compiler does not conclude from the type.
  const readLines = (answer: object) => (answer as Record<K, object[]>)[kind]
  const { answers, attempts } = await sources.ask<C>(capability, question, {
    signal,
    withinMs,
    maxAgeMs: 0,
    ...(isAsked === undefined
      ? {}
      : {
          refuses: (answer) => {
            const lines = readLines(answer)
            return lines.length === 0 || lines.some(isAsked) ? undefined : 'another than was asked for'
          },
        }),
  })
  const [first] = answers
  if (first === undefined) return { state: stateOfAttempts(attempts) }
  const { answer, ...rest } = first
  const lines = readLines(answer) as LineOf<K>[]
  return { state: 'found', ...rest, answer: { lines, next: answer.cursor } }
}
