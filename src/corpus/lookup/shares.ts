/** Weights that differ by less are the same: sums of the same numbers in another order. */
const precise = 1e9

/** Counts who is on many of some lists. Its arrays are used again: of a hundred thousand entities new ones take longer than counting. */
export interface Shares {
  /**
   * Numbers that are on at least `least` of the lists, those of most weight first, then as `isBefore` says; at most `most`. A list
   * weighs the less the longer it is. Numbers are below `of`, each once on a list.
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
          // Each is looked at once: what was counted is nothing then, as the next question needs it.
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
