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

/** Words of a name that are looked up; more only appear in text that is not a name. */
const maxWords = 6

/** People whose name is like one of some names. */
export const fuzzyName = filter(
  z.object({ anyOf: z.array(z.object({ name: z.string().min(1).max(300) })).max(50) }),
  ({ anyOf }) => or(anyOf.map(({ name }) => likeName(name))),
)

/**
 * Given name and every word of the family name (of two Spanish surnames: the first) are among the words of the person's name, in any order, each as it is,
 * as a nickname or variant, or one slip of the keyboard away; an initial stands for the given name either way. Who has a
 * Portuguese name with two surnames (`João Pedro Silva Santos`) is also whoever is called by the given name and the last of
 * them and nothing else (`João Santos`): with another name beside it that is somebody else.
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
 * Of two surnames the first: many go by it alone, and whoever shares only the second is somebody else (`Lucía Gómez Marín`,
 * `Lucía Suárez Marín`). With a Portuguese particle it may be either, by which many go there.
 */
function familyWords(name: PersonName): string[] {
  const plain = name.last === '' ? [] : name.last.split(' ').slice(0, maxWords)
  const [first = '', ...others] = listSurnames(name)
  return others.length === 0 || plain.some((word) => portuguese.has(word)) ? plain : [first]
}

const portuguese = new Set(['da', 'das', 'do', 'dos'])

/** Other spellings of a word, which may be a given name where the order is not known. */
function variants(word: string): string[] {
  return [...firstNameForms(word).filter((form) => form.length > 1 || form === word), ...lastNameForms(word)]
}

function anyForm(forms: readonly string[]): Condition {
  return hasAny(
    'facets',
    forms.map((form) => `nm:${form}`),
  )
}

/** A name of two words, such as one given name and one surname. */
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
