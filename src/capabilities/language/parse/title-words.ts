import { markCovered } from './coverage.ts'
import { isQuality } from './keywords.ts'
import type { Mention, MeaningOf, TitleTerm } from './mention.ts'
import { levelWordTable } from './title-tables.ts'
import { isJoined, toSingular, type Word } from './words.ts'

type TitleLevel = Extract<TitleTerm, { type: 'functional' }>['seniority'][number]

const note = 'is no title that is known as a whole; it is searched by these words.'
/** Endings of words that say how somebody is, and not what they do. */
const adjectives = /(ed|ful|ous|able|ible|less|ish|est|ly|lingual|ive|ary|ant|ent|ing)$/
/** Shortest word that narrows a title. */
const shortest = 4

/**
 * Titles with the one unknown word that comes before their noun: `sound designers`, `facility managers`. Without it the
 * search would be wider than the question. What says how somebody is (`bilingual`) stays not understood.
 */
export function withTitleWords(words: readonly Word[], chosen: readonly Mention[]): Mention[] {
  const explained = markCovered(chosen, words.length)
  return chosen.map((mention) => {
    const { from, is } = mention
    const noun = is.kind === 'title' ? findNoun(is, words, mention) : undefined
    if (noun === undefined || from === 0 || explained[from - 1] === true || !narrows(words, from - 1))
      return mention
    const term = `${words[from - 1]!.text} ${noun}`
    const level = findLevelBefore(words, from - 1)
    const terms: TitleTerm[] =
      level === undefined
        ? [{ type: 'plain', term }]
        : [{ type: 'functional', seniority: [level], keywords: [term] }]
    return {
      ...mention,
      from: level === undefined || explained[from - 2] === true ? from - 1 : from - 2,
      is: { kind: 'title', terms, phrases: [term], level: false },
      confidence: 0.7,
      note,
    }
  })
}

/** What a plain title in English is called by itself, `manager` among them. */
function findNoun(
  { terms }: MeaningOf<'title'>,
  words: readonly Word[],
  { from, to }: Mention,
): string | undefined {
  const [term] = terms
  if (terms.length !== 1 || term === undefined || to - from > 2) return undefined
  if (term.type === 'plain') return term.term
  const isManager = term.type === 'functional' && term.seniority[0] === 'manager'
  return isManager && to - from === 1 ? toSingular(words[from]!.normal) : undefined
}

/** `senior golang engineers` */
function findLevelBefore(words: readonly Word[], at: number): TitleLevel | undefined {
  const level = at > 0 && isJoined(words[at]!) ? levelWordTable.at(words, at - 1) : undefined
  return level?.to === at ? (level.values[0] as TitleLevel) : undefined
}

function narrows(words: readonly Word[], at: number): boolean {
  const { text, normal, meant, mayExclude, isNumber } = words[at]!
  return (
    !isNumber &&
    meant === undefined &&
    mayExclude !== true &&
    // `GDPR consultants`, where not all of the question is in capitals.
    ((normal.length >= shortest && /^[a-z]+$/.test(text)) ||
      (/^[A-Z][A-Z\d]{1,6}$/.test(text) && words.some((word) => /[a-z]{3}/.test(word.text)))) &&
    !adjectives.test(normal) &&
    !isQuality(normal) &&
    isJoined(words[at + 1]!) &&
    // A second unknown word before it may be anything.
    (at === 0 || !isJoined(words[at]!) || !/^\p{Lu}/u.test(words[at - 1]!.text))
  )
}
