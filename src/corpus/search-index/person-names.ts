import { memo } from '../../lib/memo.ts'
import { isListedFamilyName } from '../names/index.ts'
import { nameParts, plainNameParts, type PersonRecord } from '../records/index.ts'

type Named = Pick<PersonRecord, 'name' | 'first_name' | 'last_name'> &
  Partial<Pick<PersonRecord, 'primary_slug' | 'slugs'>>

/** Slugs of one person that a name is read from. */
const maxSlugs = 3

/** The parts that are taken from a whole name, by either rule. Several questions look at the same people. */
const partsIn = memo((name) => [nameParts(name), plainNameParts(name)], { entries: 10_000, longest: 100 })

/**
 * The names that a record has for a person: whole, in parts, and in Latin letters as the page's address spells it.
 */
export function heldNames(record: Named): string[] {
  const { name, first_name, last_name } = record
  // Parts that were only taken from the whole name say nothing new, and may have missed a second surname.
  const areGiven = !partsIn(name ?? '').some(({ first, last }) => first === first_name && last === last_name)
  // The comma tells where a family name of several words begins.
  const parts =
    first_name && last_name && areGiven
      ? `${last_name.replaceAll(',', ' ')}, ${first_name.replaceAll(',', ' ')}`
      : ''
  const written = [name, parts, parts === '' && areGiven ? `${first_name ?? ''}${last_name ?? ''}` : '']
  return [...new Set([...written, ...slugNames(record)])].filter((each): each is string =>
    Boolean(each?.trim()),
  )
}

/** Whether no letter of a person's name is Latin. */
export function isInOtherScript({ name, first_name, last_name }: Named): boolean {
  const written = name ?? `${first_name ?? ''} ${last_name ?? ''}`
  return beyondLatin.test(written) && !latin.test(written)
}

const latin = /[a-z]/i
const beyondLatin = /[\u0370-\uffff]/

/**
 * The name that slugs spell, in both orders, for a person whose name is in another script: `王伟` has the page
 * `wei-wang-8b12`. Empty where the name can be read as it is.
 */
export function slugNames({ name, first_name, last_name, primary_slug, slugs }: Named): string[] {
  if (!isInOtherScript({ name, first_name, last_name })) return []
  const all = [...new Set([primary_slug, ...(slugs ?? [])])].slice(0, maxSlugs)
  return all.flatMap((slug) => {
    // Numbers are added to distinguish namesakes.
    const words = (slug ?? '')
      .toLowerCase()
      .split(/[-_.]+/)
      .filter((word) => /^[a-z]{1,20}$/.test(word))
    if (words.length < 2 || words.length > 5) return []
    // `david-cohen-il`
    const tail = words.length > 2 ? (words.at(-1) ?? '') : ''
    const named = tail.length === 2 && !isListedFamilyName(tail) ? words.slice(0, -1) : words
    const [first = '', ...rest] = named
    return [named.join(' '), `${rest.join(' ')} ${first}`]
  })
}
