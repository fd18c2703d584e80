import type { EntityKind, Snapshot } from '../../../corpus/commits/index.ts'
import { and, type Condition } from '../../../corpus/search/index.ts'
import type { SearchDeps } from '../slice.ts'
import { mostCompared } from './traits.ts'

/** What is asked, and what narrows it to rows that share more with the examples. */
export interface Comparable {
  kind: EntityKind
  condition: Condition
  narrower: Condition | undefined
  /** Tells this question from others. */
  question: string
  snapshot: Snapshot
  signal: AbortSignal
}

/**
 * The rows that are compared with examples. Where enough share more with them only those are: or the most prominent would
 * be compared whatever they are like. What was counted is remembered for the pages that follow, which compare the same.
 */
export async function comparedRows(
  { search, narrowed }: Pick<SearchDeps, 'search' | 'narrowed'>,
  { kind, condition, narrower, question, snapshot, signal }: Comparable,
): Promise<Condition> {
  if (narrower === undefined) return condition
  const narrow = and([condition, narrower])
  const key = `${kind} ${snapshot.number} ${question}`
  let isEnough = narrowed?.get(key)
  if (isEnough === undefined) {
    isEnough = (await search.count(kind, { condition: narrow, snapshot, signal })) >= mostCompared
    narrowed?.set(key, isEnough)
  }
  return isEnough ? narrow : condition
}
