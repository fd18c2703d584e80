import type { Word } from '../words.ts'

const decadeNames: Record<string, number> = {
  fifties: 1950,
  sixties: 1960,
  seventies: 1970,
  eighties: 1980,
  nineties: 1990,
}

/** First years of a decade and the word after it: `the nineties`, `1990s`, `the 90s`, `90er`. */
export function readDecadeAt(
  words: readonly Word[],
  from: number,
): { to: number; first: number } | undefined {
  let at = from
  while (['in', 'during', 'the'].includes(words[at]?.normal ?? '')) at++
  // Which of its years these mean is not told.
  if (['late', 'early', 'mid'].includes(words[from - 1]?.normal ?? '')) return undefined
  const word = words[at]
  if (word === undefined) return undefined
  const spoken = decadeNames[word.normal]
  if (spoken !== undefined) return { to: at + 1, first: spoken }
  const next = words[at + 1]
  const isApart = /^(s|er|ern)$/.test(next?.normal ?? '') && next?.gap === ''
  const digits = /^((?:19|20)?\d0)(s|er|ern)?$/.exec(word.text)
  if (digits === null || (digits[2] === undefined && !isApart)) return undefined
  const year = Number(digits[1])
  const century = year <= 20 ? 2000 : 1900
  const first = year >= 1000 ? year : century + year
  return { to: at + (digits[2] === undefined ? 2 : 1), first }
}
