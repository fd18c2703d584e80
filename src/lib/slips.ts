/**
 * Slips of the keyboard between two words: letters left out, added, replaced, or swapped with their neighbour, each
 * counted once (optimal string alignment). Stops at `most`: more than that is `most + 1`.
 */
export function slipsBetween(a: string, b: string, most: number): number {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a]
  if (long.length - short.length > most) return most + 1
  let before = new Uint16Array(short.length + 1)
  let above = Uint16Array.from({ length: short.length + 1 }, (_, index) => index)
  let row = new Uint16Array(short.length + 1)
  for (let j = 1; j <= long.length; j++) {
    row[0] = j
    let best = j
    for (let i = 1; i <= short.length; i++) {
      const isSame = short.charCodeAt(i - 1) === long.charCodeAt(j - 1)
      let slips = Math.min(
        (above[i] as number) + 1,
        (row[i - 1] as number) + 1,
        (above[i - 1] as number) + (isSame ? 0 : 1),
      )
      if (isSwap(short, long, i, j)) slips = Math.min(slips, (before[i - 2] as number) + 1)
      row[i] = slips
      if (slips < best) best = slips
    }
    // A swap looks back two rows, so one row above the limit is not the end yet.
    if (best > most + 1) return most + 1
    ;[before, above, row] = [above, row, before]
  }
  return Math.min(above[short.length] as number, most + 1)
}

const isSwap = (a: string, b: string, i: number, j: number) =>
  i > 1 && j > 1 && a.charCodeAt(i - 1) === b.charCodeAt(j - 2) && a.charCodeAt(i - 2) === b.charCodeAt(j - 1)
