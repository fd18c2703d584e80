import { normalText } from '../../lib/text-normal.ts'
import { and, or, type Bind, type Condition } from './condition.ts'
import { titleContains } from './text.ts'

/**
 * One current title holds a keyword of every array. The index answers for all titles of a person together, so the
 * titles of people who hold several are then tested one by one.
 */
export function cartesianTitle(keywordArrays: readonly (readonly string[])[]): Condition {
  const indexed = keywordArrays.map((keywords) => or(keywords.map((keyword) => titleContains(keyword))))
  const phrases = keywordArrays.map((keywords) =>
    keywords.map(normalText).filter((keyword) => keyword !== ''),
  )
  return and([
    ...indexed,
    { kind: 'sql', text: (bind) => `(title_count = 1 OR ${oneTitleHolds(bind, phrases)})` },
  ])
}

function oneTitleHolds(bind: Bind, phrases: readonly (readonly string[])[]): string {
  const tests = phrases.map((keywords) => {
    const padded = keywords.map((keyword) => ` ${keyword} `)
    return `arrayExists(phrase -> position(title, phrase) > 0, ${bind.value('Array(String)', padded)})`
  })
  return `arrayExists(title -> ${tests.join(' AND ')}, splitByChar('|', titles))`
}
