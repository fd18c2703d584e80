import { buildPhrases } from './phrases.ts'
import type { Mention } from './mention.ts'
import { negationsBehind } from './tables/negations.ts'
import type { Word } from './words.ts'

const table = buildPhrases(negationsBehind.split(', ').map((phrase): [string, true] => [phrase, true]))

/** Words at the end of a part of the sentence that exclude what comes before them: `Athens excluded`. */
export function findNegationsBehind(words: readonly Word[]): Mention[] {
  return words.flatMap(({ meant }, from): Mention[] => {
    const match = table.at(words, from)
    if (match === undefined || !isEnd(words[match.to]) || meant !== undefined) return []
    return [{ from, to: match.to, is: { kind: 'cue', cue: 'not-before' }, confidence: 1, weight: 1 }]
  })
}

const isEnd = (next: Word | undefined) => next === undefined || /[,;:.)]/.test(next.gap)
const opensPart = (word: Word | undefined) => /[,;:.(]/.test(word?.gap ?? '')

/**
 * Moves such a word before what it excludes: the part of the sentence since the last comma, with what the comma joins to a
 * bare list (`Germany, Austria excluded`). Where no comma says where that begins, it is a doubt about the word before it.
 */
export function withNegationsBehind(mentions: readonly Mention[], words: readonly Word[]): Mention[] {
  const read: Mention[] = []
  for (const mention of mentions) {
    if (mention.is.kind !== 'cue' || mention.is.cue !== 'not-before') {
      read.push(mention)
      continue
    }
    const start = findStartOfPart(read, words)
    const isSure = start !== undefined
    const place = start ?? read.findLastIndex(({ is }) => is.kind !== 'filler' && is.kind !== 'cue')
    if (place < 0) read.push({ ...mention, is: { kind: 'filler' } })
    else read.splice(place, 0, { ...mention, is: { kind: 'cue', cue: isSure ? 'not' : 'doubt' } })
  }
  return read
}

/** The first mention of the part of the sentence that ends here; undefined if no comma or bracket opens it. */
function findStartOfPart(read: readonly Mention[], words: readonly Word[]): number | undefined {
  let start = read.findLastIndex(({ from }) => opensPart(words[from]))
  if (start < 0) return undefined
  while (start > 0) {
    const [before, first] = [read[start - 1]!, read[start]!]
    if (before.is.kind !== first.is.kind || !opensPart(words[before.from])) break
    start--
  }
  return start
}
