import type { EntityKind, Snapshot } from '../../../corpus/commits/index.ts'
import { and, type Condition } from '../../../corpus/search/index.ts'
import type { SearchDeps } from '../slice.ts'
import { noneOf } from './examples.ts'
import { mostCompared, sharing, sharingTraits, type Trait } from './traits.ts'

/** Whom a question compares with examples. */
export interface Comparable {
  kind: EntityKind
  traits: readonly Trait[]
  examples: readonly { id: string }[]
  /** Members of which all who are compared share a facet, … */
  shared: readonly string[]
  /** … and those that they share besides where enough do. */
  besides: readonly string[]
  /** Filters and lists beside the examples. */
  asked: Condition
  /** Tells `asked` from that of others. */
  question: string
  snapshot: Snapshot
  signal: AbortSignal
}

/**
 * The rows that are compared with examples. Where enough share more with them only those are: or the most prominent would
 * be compared whatever they are like. Counted are the examples, too, so that what was counted serves all examples of the
 * same facets and the pages that follow: it comes from posting lists alone, and is remembered.
 */
export async function comparedRows(
  { search, narrowed }: Pick<SearchDeps, 'search' | 'narrowed'>,
  { kind, traits, examples, shared, besides, asked, question, snapshot, signal }: Comparable,
): Promise<Condition> {
  const alike = sharingTraits(traits, shared)
  const condition = and([alike, asked, noneOf(examples)])
  const narrower = sharing(traits, besides)
  if (narrower === undefined) return condition
  const key = JSON.stringify([kind, snapshot.number, alike, narrower, question])
  const count = (of: Condition) => search.count(kind, { condition: of, snapshot, signal })
  const withExamples = async () => {
    const counted = narrowed?.get(key) ?? (await count(and([alike, asked, narrower])))
    narrowed?.set(key, counted)
    return counted
  }
  const narrow = and([condition, narrower])
  const isEnough = await areEnough({ withExamples, examples: examples.length, without: () => count(narrow) })
  return isEnough ? narrow : condition
}

/** Whether rows without some examples are enough, by a count with them wherever that tells. */
export async function areEnough({
  withExamples,
  examples,
  without,
}: {
  withExamples(): Promise<number>
  examples: number
  without(): Promise<number>
}): Promise<boolean> {
  const counted = await withExamples()
  if (counted < mostCompared) return false
  return counted >= mostCompared + examples || (await without()) >= mostCompared
}
