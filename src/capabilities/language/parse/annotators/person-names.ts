import { isKnownFirstName } from '../../../../corpus/names/index.ts'
import { firstNames } from '../tables/first-names.ts'
import type { Annotator, Mention } from '../mention.ts'
import { isJoined, type Word } from '../words.ts'
import { hasCueBefore } from './cues.ts'
import { endOfPlace } from './places.ts'

const maxWords = 5

/** Small words within the names of people. */
const nameParticles: ReadonlySet<string> = new Set(
  'de, da, do, dos, del, della, di, von, van, der, den, ten, la, le, al, el, bin, ibn, abu, zu, af, y, e'.split(
    ', ',
  ),
)

const addressed = new Set([
  'dr',
  'prof',
  'professor',
  'mr',
  'mrs',
  'ms',
  'herr',
  'frau',
  'mme',
  'dott',
  'ing',
])

/** Words behind a name that say something of the person; a noun there makes the name a firm's: `John Deere engineers`. */
const behindName =
  /^(in|at|from|who|and|or|of|with|near|on|is|was|works?|working|living|lives|based|bei|aus|chez|en|em|a|di|van|uit|the|an|ceo|cto|cfo|now|currently|still|today|please|pls|there|here)$/

/** People by name: two words or more written as names, of which the first is a first name. */
export const annotatePersonNames: Annotator = ({ words, question }) => {
  if (isTitleCase(words)) return []
  const mentions: Mention[] = []
  for (let from = 0; from < words.length; from++) {
    const to = endOfName(words, from)
    if (to === undefined || !isPersonHere(words, from, to)) continue
    const start = addressed.has(words[from - 1]?.normal ?? '') ? from - 1 : from
    const name = question.slice(words[from]!.start, words[to - 1]!.end)
    mentions.push({ from: start, to, is: { kind: 'person-name', name }, confidence: 0.85, weight: 1.5 })
  }
  return mentions
}

/** Where every word is a capital one, capitals say nothing. */
const isTitleCase = (words: readonly Word[]) =>
  words.length > 4 && words.filter(({ text }) => /^[\p{Lu}\d]/u.test(text)).length > words.length * 0.8

const isCapital = (word: Word | undefined) => word !== undefined && /^\p{Lu}/u.test(word.text)

/** A name that is listed, or any name after words that speak of a person: `who is`, `email of`. */
const isFirstName = (words: readonly Word[], at: number): boolean => {
  const { normal } = words[at]!
  return isKnownFirstName(normal) || firstNames.has(normal) || isSpokenOf(words, at)
}

const spokenOf =
  /(^| )(who is|who s|e ?mails?( address)? (of|for)|(phone|mobile)?( number| phone)( number)? (of|for)|contact( info| details| data)? (of|for)|reach( out to)?|get in touch with|profile of|linkedin of|cv of|is there an?|do (we|you) (know|have) an?|anyone (called|named)|somebody (called|named)|someone (called|named)|person (called|named)|people (called|named)) $/

const isSpokenOf = (words: readonly Word[], at: number): boolean =>
  isCapital(words[at + 1]) &&
  spokenOf.test(
    `${words
      .slice(Math.max(0, at - 5), at)
      .map(({ normal }) => normal)
      .join(' ')} `,
  )

function endOfName(words: readonly Word[], from: number): number | undefined {
  const first = words[from]!
  if (!isCapital(first) || first.text.length < 2 || !isFirstName(words, from)) return undefined
  let to = from + 1
  let last = from
  while (to < words.length && to - from < maxWords && isNamePart(words[to]!)) {
    if (isCapital(words[to])) last = to
    to++
  }
  return last === from ? undefined : last + 1
}

/** A capital word, or a small one that stands within names; no stop or ampersand before it. */
const isNamePart = (word: Word): boolean =>
  isJoined(word) && !/[&+/]/.test(word.gap) && (isCapital(word) || nameParticles.has(word.normal))

function isPersonHere(words: readonly Word[], from: number, to: number): boolean {
  if (hasCueBefore(words, from, ['at', 'backed', 'studied', 'former', 'joined', 'left'])) return false
  const next = words[to]
  if (next !== undefined && isJoined(next) && !behindName.test(next.normal)) return false
  if (/^(in|near|around|by|after|via)$/.test(words[from - 1]?.normal ?? '')) return false
  // `Santiago Chile`, `Tel Aviv`
  const place = endOfPlace(words, from)
  return place === undefined || (place === from + 1 && endOfPlace(words, from + 1) === undefined)
}
