import { slipsBetween } from '../../../lib/slips.ts'
import { toSingular, type Word } from './words.ts'

/** Shortest word that may have one slip, and two. */
const [oneSlip, twoSlips] = [5, 9]

/** Words of all tables, by their first letter and length. */
export interface Vocabulary {
  has(word: string): boolean
  /** The one word nearest to a misspelt one; undefined when none or several are. */
  nearest(word: string): string | undefined
}

/** Adjectives that ask for something by themselves: a slip is not a reason to. */
const neverMeant: ReadonlySet<string> = new Set(
  'former, formerly, previously, left, leave, leaving, exited, exiting, used, once, post, small, smallest, large, largest, big, micro, tiny, public, closed, listed, acquired, stealth, remote, hybrid, operating, native, dead, minor, outlying, islands, other'.split(
    ', ',
  ),
)

/** `grammar` are words that are known, and that a slip is not put right to. */
export function buildVocabulary(words: Iterable<string>, grammar: Iterable<string>): Vocabulary {
  const candidates = new Set(words).difference(neverMeant)
  const vocabulary = new Set([...candidates, ...grammar])
  const byShape = Map.groupBy(
    [...candidates].filter((word) => word.length >= oneSlip - 1 && /^[a-z]+$/.test(word)),
    (word) => `${word[0]}${word.length}`,
  )
  return {
    has: (word) => vocabulary.has(word),
    nearest(word) {
      // Tables have singulars: a misspelt plural is compared without its ending, too.
      return findNearest(word) ?? (toSingular(word) === word ? undefined : findNearest(toSingular(word)))
    },
  }

  function findNearest(word: string): string | undefined {
    if (word.length < oneSlip || word.length > 24 || !/^[a-z]+$/.test(word)) return undefined
    const most = word.length >= twoSlips ? 2 : 1
    let best: string | undefined
    let least = most + 1
    let isTied = false
    for (let length = word.length - most; length <= word.length + most; length++) {
      for (const candidate of byShape.get(`${word[0]}${length}`) ?? []) {
        const slips = slipsBetween(word, candidate, most)
        if (slips > least || slips > most || isInflection(word, candidate) || isOtherWord(word, candidate))
          continue
        isTied = slips === least
        least = slips
        best = candidate
      }
    }
    return isTied ? undefined : best
  }
}

/** Another form of a word is not a slip: `planet` and `planets`, `invest` and `invests`. */
const isInflection = (word: string, candidate: string) =>
  Math.abs(candidate.length - word.length) === 1 &&
  (candidate.startsWith(word) || word.startsWith(candidate)) &&
  // Of a long word the last letter is as often left out as one within it: `singapor`.
  (candidate.length < longWord || candidate.endsWith('s'))

const longWord = 9

/** `accountancy` beside `accountant`, `valued` beside `valuer`: another word of the same stem, and no slip. */
function isOtherWord(word: string, candidate: string): boolean {
  let stem = 0
  while (stem < word.length && word[stem] === candidate[stem]) stem++
  return endings.some(
    (ending) =>
      word.endsWith(ending) &&
      word.length - ending.length <= stem &&
      endings.some(
        (other) =>
          other !== ending &&
          candidate.endsWith(other) &&
          candidate.length - other.length === word.length - ending.length,
      ),
  )
}

const endings =
  'ancy ant ency ent ity ian ed er ers ing ion al ic ical ist ism ment able ive ics ous ory'.split(' ')

/** Puts slips right in words that no table has; a name after a word such as `at` keeps its letters. */
export function correctSlips(
  words: readonly Word[],
  vocabulary: Vocabulary,
  { isFree, isName }: { isFree: (at: number) => boolean; isName: (word: string) => boolean },
): Word[] {
  return words.map((word, at) => {
    if (word.isNumber || !isFree(at)) return word
    const meant = vocabulary.nearest(word.normal)
    return meant === undefined || !isLikely(words, at, meant) || (isName(meant) && isNoName(words, at, meant))
      ? word
      : { ...word, normal: meant, meant }
  })
}

/**
 * A word of grammar turns what is around it: it is put right only in English, in small letters, and where what it
 * governs may follow. A name in capitals has one slip at most.
 */
function isLikely(words: readonly Word[], at: number, meant: string): boolean {
  const { text, normal } = words[at]!
  const isName = at > 0 && /^\p{Lu}/u.test(text) && text !== text.toUpperCase()
  const governs = grammarSlips.get(meant) ?? grammarSlips.get(`${meant}s`)
  if (governs === undefined)
    return !isName || meant.startsWith(normal.slice(0, -2)) || slipsBetween(normal, meant, 1) <= 1
  return !isName && governs.test(words[at + 1]?.normal ?? '')
}

/**
 * A name of a place or firm is not meant by what is counted (`50 Leuten` is no Leuven), nor by another name that one letter
 * of its own sets apart (`Tekla` is no Tesla).
 */
function isNoName(words: readonly Word[], at: number, meant: string): boolean {
  const { text, normal } = words[at]!
  if (words[at - 1]?.isNumber === true) return true
  if (!/^\p{Lu}\p{Ll}/u.test(text) || normal.length !== meant.length || at === 0) return false
  const others = [...normal].flatMap((letter, place) => (letter === meant[place] ? [] : [letter]))
  return others.length === 1
}

const anything = /^/
const something = /./
const time = /^(in|after|before|since|between|during|by|on|at|from|around|the|last|\d.*)$/

/** Words of grammar that a slip may be put right to, and what must follow them. */
export const grammarSlips: ReadonlyMap<string, RegExp> = new Map([
  ...'companies, company, people, startups, startup, businesses, business, agencies, employees, employee, professionals, organizations, organisations, vendors, providers, manufacturers, headquartered, revenue, funding, experience'
    .split(', ')
    .map((word): [string, RegExp] => [word, anything]),
  ...'hiring, raised, using, speaking, between, without, excluding, except, located'
    .split(', ')
    .map((word): [string, RegExp] => [word, something]),
  ['founded', time],
])
