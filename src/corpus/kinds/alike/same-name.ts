import { isFrequentFamilyName } from '../../../lib/frequent-family-names.ts'
import { isKnownFirstName } from '../../../lib/family-names.ts'
import { firstNameAgreement } from '../../../lib/first-name.ts'
import { isGivenName } from '../../../lib/given-names.ts'
import { areNeighbours } from '../../../lib/keyboard.ts'
import { slipsBetween } from '../../../lib/slips.ts'
import type { Life } from './life.ts'

/** How two words of names agree. */
export type Likeness = 'same' | 'variant' | 'slip' | 'initial' | 'unknown' | 'other'

/** How the names of two people agree, part by part. */
export interface NameLikeness {
  given: Likeness
  family: Likeness
  /** The words of one are those of the other in another order. */
  isSwapped: boolean
  /** Few bear the family name, or the given one. */
  isRareFamily: boolean
  isRareGiven: boolean
}

/** Letters from which on a name may have two slips. */
const longName = 6
/** Of shorter names another letter makes another name: `Tim`, `Tom`. */
const shortName = 5

/** In bits, as `same-life.ts` weighs them. */
const given: Record<Likeness, number> = { same: 6.5, variant: 4, slip: 5, initial: 2, unknown: 0, other: -7 }
const family: Record<Likeness, number> = { same: 8, variant: 6, slip: 6, initial: 2, unknown: 0, other: -5 }
const swapped = -1.5
/** What names add that few bear. */
const rare = { given: 0.5, family: 4 }
export const mostOfNames = given.same + family.same + rare.given + rare.family

type Named = Pick<Life, 'names' | 'words'>
type Name = Life['names'][number]

/** What names say for two records being of one person. */
export const nameBits = (found: NameLikeness): number =>
  given[found.given] +
  family[found.family] +
  (found.isSwapped ? swapped : 0) +
  (found.isRareGiven && agree.has(found.given) ? rare.given : 0) +
  (found.isRareFamily && agree.has(found.family) ? rare.family : 0)

const agree: ReadonlySet<Likeness> = new Set<Likeness>(['same', 'slip', 'variant'])

/** Whether names agree of which few people bear the family's. */
export const isRareName = (name: NameLikeness): boolean =>
  name.isRareFamily && agree.has(name.family) && agree.has(name.given)

/** The way in which two names agree best, in the order they stand in or the other way round. */
export function sameName(a: Named, b: Named): NameLikeness {
  let best: NameLikeness | undefined
  for (const one of a.names)
    for (const other of b.names)
      for (const isSwapped of [false, true]) {
        const found = compared(one, isSwapped ? { given: other.family, family: other.given } : other, {
          a,
          b,
          isSwapped,
        })
        if (best === undefined || nameBits(found) > nameBits(best)) best = found
      }
  return best as NameLikeness
}

function compared(
  one: Name,
  other: Name,
  { a, b, isSwapped }: { a: Named; b: Named; isSwapped: boolean },
): NameLikeness {
  const families = familyLikeness(one.family, other.family)
  const isPart = families === 'other' && (isWordOf(one.family, one, b) || isWordOf(other.family, other, a))
  return {
    given: givenLikeness(one.given, other.given),
    family: isPart ? 'variant' : families,
    isSwapped,
    isRareFamily: !isFrequentFamilyName(one.family) && !isFrequentFamilyName(other.family),
    isRareGiven: !isKnownFirstName(one.given),
  }
}

/** How two given names agree, in normal form. */
function givenLikeness(a: string, b: string): Likeness {
  if (a === '' || b === '') return 'unknown'
  const agreement = firstNameAgreement(a, b)
  if (agreement === 'variant' && endsOtherwise(a, b)) return 'other'
  if (agreement !== undefined) return agreement
  // Twins are named alike: two names that both exist are two.
  if (isName(a) && isName(b)) return 'other'
  return isSlip(a, b) ? 'slip' : 'other'
}

const isName = (word: string) => isKnownFirstName(word) || isGivenName(word)

function familyLikeness(one: string, other: string): Likeness {
  if (one === '' || other === '') return 'unknown'
  if (one === other) return 'same'
  // A given name in its place, the other way round: `Anna`, `Hanna`.
  if (isName(one) && isName(other)) return 'other'
  return isFamilySlip(one, other) ? 'slip' : 'other'
}

/** Brothers and sisters bear one family name: it may be written worse than a given one. */
function isFamilySlip(a: string, b: string): boolean {
  const length = Math.max(a.length, b.length)
  const most = length >= 9 ? 3 : length >= 5 ? 2 : 1
  return Math.min(a.length, b.length) >= 3 && slipsBetween(a, b, most) <= most
}

/** `Clifford of Chudleigh` and `Clifford`: one of several words. */
const isWordOf = (word: string, { given }: Name, { words }: Named) =>
  word.length > 2 && word !== given && words.includes(word)

/** Whether one word may have been written for the other by mistake. */
export function isSlip(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a]
  if (short.length < 3) return false
  const most = long.length >= longName ? 2 : 1
  const slips = slipsBetween(short, long, most)
  if (slips > most) return false
  if (endsOtherwise(short, long)) return false
  if (short.length < long.length || isSwapOf(short, long)) return true
  if (short[0] !== long[0]) return areNeighbours(short[0] as string, long[0] as string)
  return short.length >= shortName
}

const isSwapOf = (a: string, b: string) => [...a].sort().join('') === [...b].sort().join('')

/** `Daniel` and `Daniela`, `Mario` and `Maria`: the end tells sisters from brothers. */
function endsOtherwise(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a]
  const [end, other] = [short.at(-1) as string, long.at(-1) as string]
  if (!vowels.has(other)) return false
  if (long === short + other) return true
  return long.length === short.length && vowels.has(end) && short.slice(0, -1) === long.slice(0, -1)
}

const vowels = new Set('aeio')
