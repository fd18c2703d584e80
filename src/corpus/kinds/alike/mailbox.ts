import { normalText } from '../../../lib/text-normal.ts'
import type { Life } from './life.ts'

/**
 * Whether a mailbox is one person's: it says the given name, or its initial beside the family name or its initial. Families and
 * desks share others.
 */
export function isOwnMailbox(email: string, people: readonly Pick<Life, 'names'>[]): boolean {
  const box = normalText(email.slice(0, email.indexOf('@'))).replaceAll(' ', '')
  const names = people.flatMap((person) => person.names)
  const families = new Set(names.map(({ family }) => family))
  return names.some(({ given: givenName, family }) => {
    if (givenName === '') return false
    // Of who is written the other way round it may be the family's.
    const isSwapped = names.some((other) => other.given === family && other.family === givenName)
    if (families.has(givenName) && !isSwapped) return false
    if (!isSwapped && givenName.length > 2 && box.includes(givenName)) return true
    const initials = givenName.charAt(0) + family.charAt(0)
    const letters = box.replace(/\d/g, '')
    if (family !== '' && (letters === initials || letters === initials[1]! + initials[0]!)) return true
    return family.length > 2 && box.includes(family) && box.replace(family, '').includes(givenName.charAt(0))
  })
}
