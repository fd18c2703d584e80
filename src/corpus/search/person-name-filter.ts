import { z } from 'zod'
import {
  firstNameForms,
  lastNameForms,
  lastPortugueseSurname,
  misspellings,
  parsePersonName,
  type PersonName,
  listSurnames,
} from '../names/index.ts'
import { and, hasAny, never, or, type Condition } from './condition.ts'
import { filter } from './filter.ts'

/** Words of a name that are looked up. Longer texts are no names. */
const maxWords = 6

/** People whose name resembles one of some names. */
export const fuzzyName = filter(
  z.object({ anyOf: z.array(z.object({ name: z.string().min(1).max(300) })).max(50) }),
  ({ anyOf }) => or(anyOf.map(({ name }) => likeName(name))),
)

/**
 * Matches where the given name and every word of the family name (of two Spanish surnames: the first) are among the
 * words of a person's name. Their order does not matter; a word may be a nickname, a variant or one slip of the
 * keyboard away, and an initial may stand for the given name on either side. A Portuguese name with two surnames
 * (`João Pedro Silva Santos`) also matches a person with the given name, the last surname and nothing else (`João
 * Santos`), because with another name beside them it is another person.
 */
function likeName(text: string): Condition {
  const name = parsePersonName(text)
  const [givenName = ''] = name.first.split(' ')
  const words = familyWords(name)
  if (givenName === '' && words.length === 0) return never
  const last = givenName === '' ? undefined : lastPortugueseSurname(name)
  const all = calledBy(givenName, words)
  return last === undefined || words.length > 1
    ? all
    : or([all, and([calledBy(givenName, [last]), ofTwoWords])])
}

/** A given name and words of a family name. */
function calledBy(givenName: string, words: readonly string[]): Condition {
  const parts = words.map((word) => anyForm([...variants(word), ...misspellings(word)]))
  if (givenName.length === 1 && words.length > 0) parts.push(beginsWith(givenName))
  else if (givenName !== '')
    parts.push(anyForm([...firstNameForms(givenName), ...variants(givenName), ...misspellings(givenName)]))
  return and(parts)
}

/**
 * Of two surnames the first counts: many people use it alone, and a person who shares only the second is somebody
 * else (`Lucía Gómez Marín`, `Lucía Suárez Marín`). With a Portuguese particle it may be either one.
 */
function familyWords(name: PersonName): string[] {
  const plain = name.last === '' ? [] : name.last.split(' ').slice(0, maxWords)
  const [first = '', ...others] = listSurnames(name)
  return others.length === 0 || plain.some((word) => portuguese.has(word)) ? plain : [first]
}

const portuguese = new Set(['da', 'das', 'do', 'dos'])

/** Other spellings of a word, which may be a given name where the order is unknown. */
function variants(word: string): string[] {
  return [...firstNameForms(word).filter((form) => form.length > 1 || form === word), ...lastNameForms(word)]
}

function anyForm(forms: readonly string[]): Condition {
  return hasAny(
    'facets',
    forms.map((form) => `nm:${form}`),
  )
}

/** A name of two words, such as a given name and a surname. */
const ofTwoWords: Condition = {
  kind: 'sql',
  text: () => `countSubstrings(concat(' ', facets), ' nm:') = 2`,
}

function beginsWith(initial: string): Condition {
  return {
    kind: 'sql',
    text: (bind) => `position(concat(' ', facets), ${bind.value('String', ` nm:${initial}`)}) > 0`,
  }
}
