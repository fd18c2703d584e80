import { normalText } from '../../lib/text-normal.ts'
import { phraseTokens } from '../search-index/index.ts'
import { and, hasAll, never, type Bind, type Condition } from './condition.ts'

/** A phrase in the keyword text: its words side by side, accents and case aside, within one member of the record. */
export function containsWords(phrase: string): Condition {
  const normal = normalText(phrase)
  if (normal === '') return never
  const words = normal.split(' ')
  if (words.length === 1) return hasAll('words', words)
  return and([
    hasAll('words', words),
    { kind: 'sql', text: (bind) => `position(words, ${bind('String', ` ${normal} `)}) > 0` },
  ])
}

/** A phrase in one current title. With `level`, a title that names that level. */
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
  const within = (bind: Bind, title: string) => `position(${title}, ${bind('String', ` ${normal} `)}) > 0`
  if (level === undefined) return and([indexed, { kind: 'sql', text: (bind) => within(bind, 'titles') }])
  // Pairs of two titles of the level can add up to the phrase, and the phrase itself be in a title of no level.
  const oneTitle = (bind: Bind) =>
    `${within(bind, 'title')} AND position(title, ${bind('String', ` ${level}> `)}) > 0`
  return and([
    indexed,
    {
      kind: 'sql',
      text: (bind) =>
        `if(title_count = 1, ${within(bind, 'titles')}, arrayExists(title -> ${oneTitle(bind)}, splitByChar('|', titles)))`,
    },
  ])
}
