import type { Snapshot } from '../../commits/index.ts'
import type { NameWords } from '../../record-store/index.ts'
import { nameWordsColumn } from '../../search-index/index.ts'
import { and, hasAny, never, or, type Condition } from '../condition.ts'

/** Drops words of names that occur nowhere in a snapshot from a condition. */
export type NarrowNames = (condition: Condition, snapshot: Snapshot) => Promise<Condition>

const prefix = 'nm:'
const isName = (token: string) => token.startsWith(prefix)

/** Whether a condition holds words of names that could be dropped. */
export function hasNames(condition: Condition): boolean {
  if (condition.kind === 'tokens') return condition.column === 'facets' && condition.tokens.some(isName)
  return (condition.kind === 'and' || condition.kind === 'or') && condition.parts.some(hasNames)
}

/**
 * A name is searched for with every slip of the keyboard, some nine hundred words of which a handful occur. The
 * engine looks each of them up in every part, even for a family name that nobody has. The words that occur are
 * therefore stored beside the records.
 */
export function openNameNarrowing(words: NameWords): NarrowNames {
  return async (condition, { lacks, number }) => {
    if (lacksWords(lacks?.rows) || !hasNames(condition)) return condition
    const occurs = await words.readTest(number)
    return narrowed(condition, (token) => !isName(token) || occurs(token))
  }
}

/** The words are stored as rows are built. While earlier rows are being rebuilt none may be dropped. */
const lacksWords = (rows: NonNullable<Snapshot['lacks']>['rows']): boolean =>
  rows === 'all' || rows?.columns.has(nameWordsColumn) === true

function narrowed(condition: Condition, occurs: (token: string) => boolean): Condition {
  if (condition.kind === 'tokens') {
    if (condition.column !== 'facets') return condition
    const occurring = condition.tokens.filter(occurs)
    if (occurring.length === condition.tokens.length) return condition
    return condition.mode === 'all' ? never : hasAny('facets', occurring)
  }
  if (condition.kind === 'and') {
    // The family name stands last, and is what mostly nobody has.
    const parts: Condition[] = []
    for (const part of condition.parts.toReversed()) {
      const left = narrowed(part, occurs)
      if (left.kind === 'never') return never
      parts.unshift(left)
    }
    return and(parts)
  }
  if (condition.kind === 'or') return or(condition.parts.map((part) => narrowed(part, occurs)))
  return condition
}
