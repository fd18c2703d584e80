import { memo } from '../../lib/memo.ts'
import { normalText } from '../../lib/text-normal.ts'
import { findTitleLevels } from '../records/index.ts'

/** The title columns of a person, of current titles only. */
export interface TitleColumns {
  /**
   * ` | senior engineer | board member board-member> | `, for tests that must stay within one title. Of several
   * titles each carries its levels, since the tokens do not tell which title names one; with a single title they do.
   */
  titles: string
  /** Words, adjacent pairs `a_b`, and both again after each level of their title (`director>sales`). */
  tokens: string
  count: number
}

export function titleColumns(currentTitles: readonly string[]): TitleColumns {
  const normal = [...new Set(currentTitles.map(normalTitle).filter((title) => title !== ''))].slice(0, 255)
  if (normal.length === 0) return { titles: '', tokens: '', count: 0 }
  // The index holds a repeated token once, so the tokens of titles are simply put side by side.
  return {
    titles: ` | ${(normal.length === 1 ? normal : normal.map(withLevels)).join(' | ')} | `,
    tokens: normal.map(makeTokens).join(' '),
    count: normal.length,
  }
}

/** Normal text, remembered: titles repeat by the million. */
export const normalTitle = memo(normalText)

const withLevels = (title: string) => [title, ...findTitleLevels(title).map((level) => `${level}>`)].join(' ')

const makeTokens = memo((title) => {
  const terms = wordsAndPairs(title)
  const leveled = findTitleLevels(title).flatMap((level) => [
    `${level}>`,
    ...terms.map((term) => `${level}>${term}`),
  ])
  return [...new Set([...terms, ...leveled])].join(' ')
})

/** `senior sales manager` -> senior, sales, manager, senior_sales, sales_manager */
export function wordsAndPairs(normal: string): string[] {
  const words = normal.split(' ')
  const pairs = words.slice(1).map((word, index) => `${words[index]}_${word}`)
  return [...words, ...pairs]
}

/**
 * Tokens that together say "this phrase is in the title": the pairs of a phrase, or its only word. For three words
 * and more they allow false positives (`a b x b c`), so the caller tests the text as well.
 */
export function phraseTokens(normal: string): { tokens: string[]; exact: boolean } {
  const words = normal.split(' ')
  if (words.length === 1) return { tokens: words, exact: true }
  const pairs = words.slice(1).map((word, index) => `${words[index]}_${word}`)
  return { tokens: [...new Set(pairs)], exact: words.length === 2 }
}
