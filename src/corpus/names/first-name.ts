import variantGroups from '../../../data/names/first-name-variants.json' with { type: 'json' }
import { streamSafe, normalText } from '../../lib/text-normal.ts'

/** How two first names agree: the same name, a known variant or nickname, or an initial that fits. */
export type FirstNameAgreement = 'same' | 'variant' | 'initial'

/**
 * Groups by name. The data file has one group an entry, space-separated and in normal form: a name with its short,
 * pet and variant forms within a language and its transliterations. Groups that share a name are not joined: Alex
 * is an Alexander or an Alexandra, and these two differ.
 */
const groupsOf = new Map<string, Set<number>>()
const groups = variantGroups.map((names) => names.split(' '))
for (const [group, names] of groups.entries()) {
  for (const name of names) {
    const own = groupsOf.get(name)
    if (own === undefined) groupsOf.set(name, new Set([group]))
    else own.add(group)
  }
}

/** A name in normal form with apostrophes closed: `O’Brien` is `obrien`, `Jean-Luc` is `jean luc`. */
export function normalName(name: string): string {
  return normalText(
    streamSafe(name)
      .normalize('NFKC')
      .replace(/(?<=\p{L})['’‘ʼʻ`´](?=\p{L})/gu, ''),
  )
}

/** How two first names agree, both in the form of `normalName`; undefined when they do not. */
export function firstNameAgreement(a: string, b: string): FirstNameAgreement | undefined {
  if (a === '' || b === '') return undefined
  if (a === b || a.replaceAll(' ', '') === b.replaceAll(' ', '')) return 'same'
  if (a.length === 1 || b.length === 1) return a[0] === b[0] ? 'initial' : undefined
  const other = groupsOf.get(b)
  if (other === undefined) return undefined
  for (const group of groupsOf.get(a) ?? []) if (other.has(group)) return 'variant'
  return undefined
}

/** A first name in normal form with its nicknames, variants, and its initial: every name that `firstNameAgreement` takes. */
export function firstNameForms(first: string): string[] {
  const variants = [...(groupsOf.get(first) ?? [])].flatMap((group) => groups[group] ?? [])
  return [...new Set([first, ...variants, [...first][0] ?? ''])].filter((name) => name !== '')
}

/** Whether a word in normal form is in the list of first names with variants. */
export const isListedFirstName = (word: string): boolean => groupsOf.has(word)
