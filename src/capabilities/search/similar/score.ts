import type { Position } from '../../../corpus/search/index.ts'
import { traitNumber } from '../../../corpus/search-index/index.ts'
import type { Compared } from './compared.ts'
import type { Trait } from './traits.ts'

/** Weights are added as whole parts of this, so that a sum is the same in any order. */
const whole = 2 ** 30

/** Share of the score, 0 to 1, to three digits. */
const share = (parts: number) => Math.round((1_000 * parts) / whole) / 1_000
const toParts = ({ weight }: Trait) => Math.round(weight * whole)

/** A row by its place among those compared, and its score in thousandths. */
export interface Scored {
  place: number
  key: number
}

/** Rows by score, the highest first, in rank order where it is equal. */
export function byScore({ among, places }: Compared, traits: readonly Trait[]): Scored[] {
  const weights = new Map<number, number>()
  // Most of some 70,000 traits are of no example: their last bits say so without a look-up.
  const isPossible = new Uint8Array(lastBits + 1)
  for (const trait of traits) {
    const number = traitNumber(trait.token)
    weights.set(number, (weights.get(number) ?? 0) + toParts(trait))
    isPossible[number & lastBits] = 1
  }
  const { ends, traits: numbers } = among
  const scored = places.map((place) => {
    let sum = 0
    const end = ends[place] as number
    for (let index = place === 0 ? 0 : (ends[place - 1] as number); index < end; index++) {
      const number = numbers[index] as number
      if (isPossible[number & lastBits] === 1) sum += weights.get(number) ?? 0
    }
    return { place, key: Math.round((1_000 * sum) / whole) }
  })
  // The order of equals stays: that of the rows.
  return scored.sort((one, other) => other.key - one.key)
}

const lastBits = 0x3fff

/** Where pages continue after a position; the row of it need not be there any more. */
export function placeAfter({ among }: Compared, scored: readonly Scored[], after: Position): number {
  const key = after.key ?? 0
  const id = BigInt(after.id)
  const isBehind = (each: Scored) => {
    if (each.key !== key) return each.key < key
    const rank = among.ranks[each.place] as number
    return rank === after.rank ? (among.ids[each.place] as bigint) > id : rank > after.rank
  }
  const first = scored.findIndex(isBehind)
  return first < 0 ? scored.length : first
}

/** The score of a row by the numbers of its traits, 0 to 1, and what of each member it has. */
export function measureSimilarity(own: Uint32Array, traits: readonly Trait[]) {
  const has = new Set(own)
  const shared = traits.filter(({ token }) => has.has(traitNumber(token)))
  const sum = (of: readonly Trait[]) => share(of.reduce((all, each) => all + toParts(each), 0))
  const members = [...new Set(traits.map(({ member }) => member))]
  return {
    score: sum(shared),
    evidence: members.map((member) => {
      const of = (all: readonly Trait[]) => all.filter((trait) => trait.member === member)
      return {
        member,
        score: sum(of(shared)),
        weight: sum(of(traits)),
        shared: of(shared).map(({ token }) => token.slice(token.indexOf(':') + 1)),
      }
    }),
  }
}
