import { jaroWinkler } from '../../lib/similarity.ts'
import { normalText } from '../../lib/text-normal.ts'
import { containsWords, hasAll } from '../../corpus/search/index.ts'
import { strongest, type Assessment, type Clue } from './clue.ts'

/** No title or headline is longer; a client may send a megabyte. */
const maxTextLength = 500
const likeEnough = 0.92
/** The worth of a past position compared with a current one. */
const pastShare = 0.7

/** The job title, of any position; undefined for a text without letters. */
export function titleClue(value: string, { fuzzy }: { fuzzy: boolean }): Clue | undefined {
  const wanted = normalText(value.slice(0, maxTextLength))
  if (wanted === '') return undefined
  const words = wanted.split(' ')
  return {
    member: 'jobTitle',
    weight: 0.4,
    penalty: 0.9,
    conditions: [containsWords(wanted)],
    assess(person) {
      const titled = (person.experiences ?? []).filter((position) => position.title)
      return strongest(
        titled.map((position): Assessment => {
          const title = position.title as string
          const likeness = titleLikeness(wanted, words, { title: normalText(title), fuzzy })
          const present = position.is_current === true
          if (likeness === 0) return { verdict: 'differs', evidence: 'jobTitle: no such position' }
          return {
            verdict: 'agrees',
            strength: likeness * (present ? 1 : pastShare),
            present,
            evidence: `jobTitle: ${present ? 'is' : 'was'} ${title}`,
          }
        }),
      )
    },
  }
}

function titleLikeness(
  wanted: string,
  words: readonly string[],
  { title, fuzzy }: { title: string; fuzzy: boolean },
): number {
  if (title === wanted) return 1
  const titleWords = new Set(title.split(' '))
  if (words.every((word) => titleWords.has(word))) return 0.8
  if (` ${wanted} `.includes(` ${title} `)) return 0.6
  return fuzzy && jaroWinkler(wanted, title) >= likeEnough ? 0.7 : 0
}

/** The headline: the same text, or with `loose` the same words in any order with others between. */
export function headlineClue(
  value: string,
  { loose, fuzzy }: { loose: boolean; fuzzy: boolean },
): Clue | undefined {
  const wanted = normalText(value.slice(0, maxTextLength))
  if (wanted === '') return undefined
  const words = [...new Set(wanted.split(' '))]
  return {
    member: 'pnetHeadline',
    weight: 0.5,
    penalty: 0.8,
    conditions: [loose ? hasAll('words', words) : containsWords(wanted)],
    assess({ headline }) {
      if (!headline) return { verdict: 'unknown' }
      const text = normalText(headline)
      const agrees = (strength: number): Assessment => ({
        verdict: 'agrees',
        strength,
        present: true,
        evidence: strength === 1 ? 'pnetHeadline: the same' : 'pnetHeadline: alike',
      })
      if (text === wanted) return agrees(1)
      const heldWords = new Set(text.split(' '))
      if (loose && words.every((word) => heldWords.has(word))) return agrees(0.8)
      if (fuzzy && jaroWinkler(text, wanted) >= likeEnough) return agrees(0.7)
      return { verdict: 'differs', evidence: 'pnetHeadline: another' }
    },
  }
}
