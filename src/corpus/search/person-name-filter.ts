import { z } from 'zod'
import { firstNameForms } from '../../lib/first-name.ts'
import { parsePersonName } from '../../lib/person-name.ts'
import { lastNameForms, misspellings } from '../../lib/name-words.ts'
import { and, hasAny, never, or, type Condition } from './condition.ts'
import { filter } from './filter.ts'

/** Words of a name that are looked up; more only appear in text that is no name. */
const mostWords = 6

/** People whose name is like one of some names. */
export const fuzzyName = filter(
  z.object({ anyOf: z.array(z.object({ name: z.string().min(1).max(300) })).max(50) }),
  ({ anyOf }) => or(anyOf.map(({ name }) => likeName(name))),
)

/**
 * Given name and every word of the family name are among the words of the person's name, in any order, each as it is,
 * as a nickname or variant, or one slip of the keyboard away; an initial stands for the given name either way.
 */
function likeName(text: string): Condition {
  const { first, last } = parsePersonName(text)
  const [given = ''] = first.split(' ')
  const words = last === '' ? [] : last.split(' ').slice(0, mostWords)
  if (given === '' && words.length === 0) return never
  const parts = words.map((word) => anyForm([...variants(word), ...misspellings(word)]))
  if (given.length === 1 && words.length > 0) parts.push(beginsWith(given))
  else if (given !== '')
    parts.push(anyForm([...firstNameForms(given), ...variants(given), ...misspellings(given)]))
  return and(parts)
}

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

function beginsWith(initial: string): Condition {
  return {
    kind: 'sql',
    text: (bind) => `position(concat(' ', facets), ${bind('String', ` nm:${initial}`)}) > 0`,
  }
}
