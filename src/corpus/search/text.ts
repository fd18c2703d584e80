import { normalText } from '../../lib/text-normal.ts'
import { phraseTokens } from '../search-index/index.ts'
import { and, hasAll, hasAny, never, or, type Bind, type Condition } from './condition.ts'

/** Columns of whole texts, ` some words | another text | `, each with an index of its words. */
export type TextColumn = 'words' | 'names'

/**
 * A phrase in the keyword text: its words side by side within one member of the record, regardless of accents and
 * case.
 */
export function containsWords(phrase: string): Condition {
  return allPhrases('words', [normalText(phrase)])
}

/** Every phrase (in normal form) in a text. An empty phrase is in none. */
export function allPhrases(column: TextColumn, phrases: readonly string[]): Condition {
  if (phrases.includes('')) return never
  const several = [...new Set(phrases)].filter((phrase) => phrase.includes(' '))
  const padded = several.map((phrase) => ` ${phrase} `)
  const [only] = padded
  return and([
    hasAll(
      column,
      phrases.flatMap((phrase) => phrase.split(' ')),
    ),
    ...(only === undefined
      ? []
      : [
          {
            kind: 'sql' as const,
            text: (bind: Bind) =>
              padded.length === 1
                ? `position(${column}, ${bind.value('String', only)}) > 0`
                : `arrayAll(phrase -> position(${column}, phrase) > 0, ${bind.value('Array(String)', padded)})`,
          },
        ]),
  ])
}

/** Up to this many phrases, each is looked up by all its words, which leaves fewer texts to read. */
const fewPhrases = 8
/** Needles that the engine's multiSearchAny takes. */
const maxNeedles = 255

/**
 * Any of some phrases (in normal form) in a text. Many phrases are one condition instead of one each, because the
 * engine plans in quadratic time. Texts with the longest word of any phrase are read once for 255 phrases.
 */
export function anyPhrase(column: TextColumn, phrases: readonly string[]): Condition {
  const distinct = [...new Set(phrases)].filter((phrase) => phrase !== '')
  const several = distinct.filter((phrase) => phrase.includes(' '))
  if (several.length <= fewPhrases) return or(distinct.map((phrase) => allPhrases(column, [phrase])))
  const batches: string[][] = []
  for (let start = 0; start < several.length; start += maxNeedles) {
    batches.push(several.slice(start, start + maxNeedles).map((phrase) => ` ${phrase} `))
  }
  return or([
    hasAny(
      column,
      distinct.filter((phrase) => !phrase.includes(' ')),
    ),
    and([
      hasAny(column, several.map(maxWordLength)),
      {
        kind: 'sql',
        text: (bind) =>
          `(${batches.map((batch) => `multiSearchAny(${column}, ${bind.value('Array(String)', batch)})`).join(' OR ')})`,
      },
    ]),
  ])
}

const maxWordLength = (phrase: string) =>
  phrase.split(' ').reduce((longest, word) => (word.length > longest.length ? word : longest))

/** A phrase in one current title. With `level`, the title must also name that level. */
export function titleContains(phrase: string, level?: string): Condition {
  const normal = normalText(phrase)
  if (normal === '') return never
  const { tokens, exact } = phraseTokens(normal)
  const prefix = level === undefined ? '' : `${level}>`
  const indexed = hasAll(
    'title_tokens',
    tokens.map((token) => prefix + token),
  )
  if (exact) return indexed
  const within = (bind: Bind, title: string) =>
    `position(${title}, ${bind.value('String', ` ${normal} `)}) > 0`
  if (level === undefined) return and([indexed, { kind: 'sql', text: (bind) => within(bind, 'titles') }])
  // Pairs could come from two titles of the level, and the phrase stand in a title without it, so titles are tested
  // one by one.
  const oneTitle = (bind: Bind) =>
    `${within(bind, 'title')} AND position(title, ${bind.value('String', ` ${level}> `)}) > 0`
  return and([
    indexed,
    {
      kind: 'sql',
      text: (bind) =>
        `if(title_count = 1, ${within(bind, 'titles')}, arrayExists(title -> ${oneTitle(bind)}, splitByChar('|', titles)))`,
    },
  ])
}
