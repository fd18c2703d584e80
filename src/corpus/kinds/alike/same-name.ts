import { firstNameAgreement } from '../../names/index.ts'
import { areNeighbours } from '../../../lib/keyboard.ts'
import { slipsBetween } from '../../../lib/slips.ts'
import type { Life } from './life.ts'
import { bitsOfTerm, unknownTerms, type Terms } from './terms.ts'

/** How two words of names agree. */
export type Likeness = 'same' | 'variant' | 'slip' | 'initial' | 'unknown' | 'other'

/** How the names of two people agree, part by part. */
export interface NameLikeness {
  given: Likeness
  family: Likeness
  /** The words of one are those of the other in another order. */
  isSwapped: boolean
  /** The family name stands before: brothers and sisters, both the other way round. */
  isFamilyFirst: boolean
  /** What the two parts say, in bits as `same-life.ts` weighs them. */
  bits: number
  /** Few bear the family name. */
  isRareFamily: boolean
}

/** Letters from which on a name may have two slips. */
const longName = 8
/** Of shorter names another letter makes another name: `Tim`, `Tom`. */
const shortName = 5

/** Bits that are added to those of an equal name, or replace them. */
const written: Record<Exclude<Likeness, 'same' | 'variant' | 'slip'>, { given: number; family: number }> = {
  initial: { given: 2, family: 2 },
  unknown: { given: 0, family: 0 },
  other: { given: -7, family: -5 },
}
const writtenOtherwise = { same: 0, variant: -2, slip: -1.5 }
const swapped = -1.5
/** Bits of a name, however many or few bear it. */
const bounds = { given: [3, 9], family: [5, 12] } as const
export const maxNamesWeight = bounds.given[1] + bounds.family[1]
/** Bits of a family name from which on few bear it. */
const rareFamily = 10

type Named = Pick<Life, 'names' | 'words'>
type Name = Life['names'][number]

const agree: ReadonlySet<Likeness> = new Set<Likeness>(['same', 'slip', 'variant'])

/** Whether names agree of which few people bear the family's. */
export const isRareName = (name: NameLikeness): boolean =>
  name.isRareFamily && agree.has(name.family) && agree.has(name.given)

/** The way in which two names agree best, in the order they stand in or the other way round. */
export function sameName(a: Named, b: Named, terms: Terms = unknownTerms): NameLikeness {
  let best: NameLikeness | undefined
  for (const one of a.names)
    for (const other of b.names)
      for (const isSwapped of [false, true]) {
        const likeness = compared(one, isSwapped ? { given: other.family, family: other.given } : other, {
          a,
          b,
          isSwapped,
          terms,
        })
        if (best === undefined || likeness.bits > best.bits) best = likeness
      }
  return best as NameLikeness
}

function compared(
  one: Name,
  other: Name,
  { a, b, isSwapped, terms }: { a: Named; b: Named; isSwapped: boolean; terms: Terms },
): NameLikeness {
  const areGivenNamesLast = areOtherGivenNames(one, other, terms)
  const families = areGivenNamesLast ? 'other' : familyLikeness(one.family, other.family, terms)
  const isPart = families === 'other' && (isWordOf(one.family, one, b) || isWordOf(other.family, other, a))
  const givenName = givenLikeness(one.given, other.given, terms)
  const family = isPart ? 'variant' : families
  const rare = Math.min(measureBits(terms, 'family', one.family), measureBits(terms, 'family', other.family))
  return {
    given: givenName,
    family,
    isSwapped,
    isFamilyFirst:
      areGivenNamesLast ||
      (!terms.isGivenName(one.given) && [one, other].some((name) => terms.isGivenName(name.family))),
    bits:
      partBits(terms, 'given', givenName, [one.given, other.given]) +
      partBits(terms, 'family', family, [one.family, other.family]) +
      (isSwapped ? swapped : 0),
    isRareFamily: rare >= rareFamily,
  }
}

function partBits(
  terms: Terms,
  part: 'given' | 'family',
  likeness: Likeness,
  names: readonly string[],
): number {
  if (likeness !== 'same' && likeness !== 'variant' && likeness !== 'slip') return written[likeness][part]
  // The name that was meant is the one that more bear.
  const bits = Math.min(...names.map((name) => measureBits(terms, part, name)))
  return bits + writtenOtherwise[likeness]
}

function measureBits(terms: Terms, part: 'given' | 'family', name: string): number {
  const [least, most] = bounds[part]
  return Math.max(least, Math.min(most, bitsOfTerm(terms, part, name)))
}

/** How two given names agree, in normal form. */
function givenLikeness(a: string, b: string, terms: Terms): Likeness {
  if (a === '' || b === '') return 'unknown'
  const agreement = firstNameAgreement(a, b)
  if (agreement === 'variant' && endsOtherwise(a, b)) return 'other'
  if (agreement !== undefined) return agreement
  // Twins are named alike: two names that both exist are two.
  if (terms.isGivenName(a) && terms.isGivenName(b)) return 'other'
  if (isSlip(a, b)) return 'slip'
  // Of a short name a neighbouring key makes no name that anybody bears.
  const isOneName = terms.isGivenName(a) !== terms.isGivenName(b)
  return isOneName && (isMistyped(a, b) || isMangled(a, b)) ? 'slip' : 'other'
}

/** Two slips in a word of some letters, none of which makes it another name. */
const isMangled = (a: string, b: string) =>
  Math.min(a.length, b.length) >= shortName && !endsOtherwise(a, b) && slipsBetween(a, b, 2) <= 2

/** One key beside another one. */
function isMistyped(a: string, b: string): boolean {
  if (a.length !== b.length || a.length < 3) return false
  const others = [...a].flatMap((letter, at) =>
    letter === b[at] ? [] : [[letter, b[at] as string] as const],
  )
  return others.length === 1 && others.every(([one, other]) => areNeighbours(one, other))
}

function familyLikeness(one: string, other: string, terms: Terms): Likeness {
  if (one === '' || other === '') return 'unknown'
  if (one === other) return 'same'
  // A given name in its place, the other way round: `Anna`, `Hanna`.
  if (terms.isGivenName(one) && terms.isGivenName(other)) return 'other'
  return isFamilySlip(one, other) ? 'slip' : 'other'
}

/** Names of twins where family names stand: alike, and no slip of each other. A family name may be a given name, too. */
function areOtherGivenNames(one: Name, other: Name, terms: Terms): boolean {
  const areGiven = [one, other].map(({ family }) => terms.isGivenName(family))
  const areLast = terms.isGivenName(one.given) ? !areGiven.includes(false) : areGiven.includes(true)
  return (
    areLast &&
    isFamilySlip(one.family, other.family) &&
    givenLikeness(one.family, other.family, terms) === 'other'
  )
}

/** Brothers and sisters bear one family name: it may be written worse than a given one. */
function isFamilySlip(a: string, b: string): boolean {
  const length = Math.max(a.length, b.length)
  const longer = length >= 9 ? 3 : 2
  const most = length >= 5 ? longer : 1
  return Math.min(a.length, b.length) >= 3 && slipsBetween(a, b, most) <= most
}

/** `Clifford of Chudleigh` and `Clifford`: one of several words. */
const isWordOf = (word: string, { given: givenName }: Name, { words }: Named) =>
  word.length > 2 && word !== givenName && words.includes(word)

/** Whether one word may have been written for the other by mistake. */
function isSlip(a: string, b: string): boolean {
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
