/** Weights that differ by less are equal: they are sums of the same numbers in another order. */
const precise = 1e9

/**
 * Counts which numbers are on many of some lists. Its arrays are reused, because for a hundred thousand entities
 * making them takes longer than counting.
 */
export interface Shares {
  /**
   * Numbers that are on at least `least` of the lists, those of most weight first, then by `isBefore`; at most
   * `most`. The longer a list, the less it weighs. Numbers are below `of`, each once on a list.
   */
  best(
    lists: readonly Int32Array[],
    request: { of: number; least: number; most: number; isBefore(a: number, b: number): boolean },
  ): number[]
}

export function openShares(): Shares {
  let counts = new Uint8Array(0)
  let weights = new Float64Array(0)
  return {
    best(lists, { of, least, most, isBefore }) {
      if (counts.length < of) {
        counts = new Uint8Array(of * 2)
        weights = new Float64Array(of * 2)
      }
      for (const list of lists) {
        const weight = Math.LN2 / Math.log(2 + list.length)
        for (const number of list) {
          counts[number]! += 1
          weights[number]! += weight
        }
      }
      const best: { number: number; weight: number }[] = []
      for (const list of lists)
        for (const number of list) {
          // Each count is read once and reset, as the next question needs it.
          if (counts[number]! >= least) {
            const one = { number, weight: Math.round(weights[number]! * precise) }
            let place = best.length
            while (place > 0 && isAhead(one, best[place - 1]!, isBefore)) place -= 1
            if (place < most) best.splice(place, 0, one)
            if (best.length > most) best.pop()
          }
          counts[number] = 0
          weights[number] = 0
        }
      return best.map(({ number }) => number)
    },
  }
}

function isAhead(
  a: { number: number; weight: number },
  b: { number: number; weight: number },
  isBefore: (a: number, b: number) => boolean,
): boolean {
  return a.weight > b.weight || (a.weight === b.weight && isBefore(a.number, b.number))
}
