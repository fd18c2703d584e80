import { firstNameAgreement } from '../../names/index.ts'
import { birthLikeness } from './birth.ts'

/** Where somebody is at home, and what tells them from others there. */
export interface Resident {
  /** House, mailbox, telephone; of those without a house the town with the family name. */
  homes: readonly string[]
  given: string
  family: string
  born: string | undefined
}

/** Pairs of one home that must have been seen before they say anything. */
const minPairs = 100
/** Share of them that are plainly two from which on homes are of families. Lists of families have 0.4 and more, others 0.01. */
const minShareOfFamilies = 0.05
/** Residents of one home that are compared. */
const maxResidents = 8

/** Counts whether those who share a home are members of a family or one person written several times. */
export class FamilyCounts {
  readonly #before: FamilyCounts | undefined
  readonly #homes = new Map<string, Resident[]>()

  constructor(before?: FamilyCounts) {
    this.#before = before
  }

  add(resident: Resident): void {
    for (const home of resident.homes) {
      const residents = this.#homes.get(home)
      if (residents === undefined) this.#homes.set(home, [resident])
      else if (residents.length < maxResidents) residents.push(resident)
    }
  }

  /** Whether homes have several people, as far as is known: where little is, they may. */
  haveFamilies(isGivenName: (word: string) => boolean): boolean {
    const { pairs, two } = this.#countPairs(isGivenName)
    return pairs < minPairs || two > minShareOfFamilies * pairs
  }

  #listResidents(home: string): readonly Resident[] {
    return this.#homes.get(home) ?? []
  }

  #countPairs(isGivenName: (word: string) => boolean): { pairs: number; two: number } {
    const stored = this.#before
    const counted = stored === undefined ? { pairs: 0, two: 0 } : stored.#countPairs(isGivenName)
    for (const [home, residents] of this.#homes) {
      const before = stored === undefined ? [] : stored.#listResidents(home)
      for (const [place, one] of residents.entries())
        for (const other of [...residents.slice(place + 1), ...before]) {
          counted.pairs++
          if (areTwo(one, other, isGivenName)) counted.two++
        }
    }
    return counted
  }
}

/** Plainly two people: two given names that both exist, and days of birth that are no slip of each other. */
export function areTwo(
  one: Omit<Resident, 'homes'>,
  other: Omit<Resident, 'homes'>,
  isGivenName: (word: string) => boolean,
): boolean {
  if (one.given === other.given || (one.given === other.family && one.family === other.given)) return false
  if (!isGivenName(one.given) || !isGivenName(other.given)) return false
  if (firstNameAgreement(one.given, other.given) !== undefined) return false
  if (one.born === undefined || other.born === undefined) return true
  const births = birthLikeness(one.born, other.born)
  return births === 'apart' || births === 'other'
}
