import { normalText } from '../../lib/text-normal.ts'
import type { Bind } from './condition.ts'
import type { Order } from './sort.ts'

/** Phrases that are scored. A question with more of them is scored by the first. */
const maxPhrases = 20

/** The phrases that the relevance score is about, normalised; empty when no text is searched for. */
export function scoredPhrases(
  keywords: { containsAll?: string[] | undefined; containsAny?: string[] | undefined } | undefined,
): string[] {
  const keywordList = [...(keywords?.containsAll ?? []), ...(keywords?.containsAny ?? [])]
  return [...new Set(keywordList.map(normalText))].filter((phrase) => phrase !== '').slice(0, maxPhrases)
}

/*
 * The score, 0 to 1 in thousandths: the mean over the phrases of half a point for standing in one of the first two
 * texts of the record (names, then headline), and half of n / (n + 2) for n times in all its texts. Once in SQL, to
 * sort all rows by; once here, for the rows of a page in another order: reading the texts of scattered rows from their
 * column takes the engine a hundred times what the records in memory take.
 */

/** The score as an order of rows, in thousandths. */
export function relevanceOrder(phrases: readonly string[], descending: boolean): Order {
  return {
    descending,
    value(bind: Bind) {
      // Texts of people begin with a mark and those of companies end with one, so the first position does not count.
      const second = `position(words, ' |', position(words, ' |', 2) + 2)`
      const head = `if(${second} = 0, words, substring(words, 1, ${second}))`
      const parts = phrases.map((phrase) => {
        const bound = bind.value('String', ` ${phrase} `)
        const times = `countSubstrings(words, ${bound})`
        return `0.5 * (position(${head}, ${bound}) > 0) + 0.5 * ${times} / (${times} + 2)`
      })
      return `floor(1000 * (${parts.join(' + ')}) / ${phrases.length} + 0.5)`
    },
  }
}

/** The score of a record's keyword text, 0 to 1. */
export function measureRelevance(words: string, phrases: readonly string[]): number {
  const second = words.indexOf(' |', words.indexOf(' |', 1) + 1)
  const head = second < 0 ? words : words.slice(0, second + 1)
  let sum = 0
  for (const phrase of phrases) {
    const padded = ` ${phrase} `
    const times = timesIn(words, padded)
    sum += 0.5 * Number(head.includes(padded)) + (0.5 * times) / (times + 2)
  }
  return Math.floor((1000 * sum) / phrases.length + 0.5) / 1000
}

function timesIn(text: string, padded: string): number {
  let times = 0
  for (let offset = text.indexOf(padded); offset >= 0; offset = text.indexOf(padded, offset + padded.length))
    times++
  return times
}
