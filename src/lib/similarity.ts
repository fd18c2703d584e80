/** Winkler's constants: a shared prefix counts a tenth a character, up to 4, for strings already alike. */
const prefixWeight = 0.1
const maxPrefix = 4
const boostAbove = 0.7

/**
 * Jaro-Winkler similarity, 0 (nothing in common) to 1 (equal); two empty strings are equal. Compares UTF-16 units
 * as they are: bring both to normal form first. Made for words and names; time grows with the product of lengths.
 */
export function jaroWinkler(a: string, b: string): number {
  if (a === b) return 1
  const jaro = jaroSimilarity(a, b)
  if (jaro <= boostAbove) return jaro
  const limit = Math.min(maxPrefix, a.length, b.length)
  let prefix = 0
  while (prefix < limit && a.charCodeAt(prefix) === b.charCodeAt(prefix)) prefix++
  return jaro + prefix * prefixWeight * (1 - jaro)
}

function jaroSimilarity(a: string, b: string): number {
  const reach = Math.max(0, Math.floor(Math.max(a.length, b.length) / 2) - 1)
  const usedB = new Uint8Array(b.length)
  const matchedA: number[] = []
  for (let i = 0; i < a.length; i++) {
    const unit = a.charCodeAt(i)
    const end = Math.min(b.length, i + reach + 1)
    for (let j = Math.max(0, i - reach); j < end; j++) {
      if (usedB[j] === 1 || b.charCodeAt(j) !== unit) continue
      usedB[j] = 1
      matchedA.push(unit)
      break
    }
  }
  const matches = matchedA.length
  if (matches === 0) return 0
  const swaps = countDisplaced(matchedA, b, usedB) / 2
  return (matches / a.length + matches / b.length + (matches - swaps) / matches) / 3
}

/** Matched units that stand at another place among the matched units of the other string. */
function countDisplaced(matchedA: readonly number[], b: string, usedB: Uint8Array): number {
  let displaced = 0
  let index = 0
  for (let j = 0; j < b.length; j++) {
    if (usedB[j] === 0) continue
    if (matchedA[index] !== b.charCodeAt(j)) displaced++
    index++
  }
  return displaced
}

/**
 * Insertions, deletions and replacements of UTF-16 units that turn one string into the other. With `max`, stops as
 * soon as the distance must exceed it and returns `max + 1`.
 */
export function levenshtein(a: string, b: string, max = Infinity): number {
  if (max < 0) return 0
  let [from, to] = a.length <= b.length ? [a, b] : [b, a]
  let start = 0
  while (start < from.length && from.charCodeAt(start) === to.charCodeAt(start)) start++
  from = from.slice(start)
  to = to.slice(start)
  let tail = 0
  while (
    tail < from.length &&
    from.charCodeAt(from.length - 1 - tail) === to.charCodeAt(to.length - 1 - tail)
  )
    tail++
  from = from.slice(0, from.length - tail)
  to = to.slice(0, to.length - tail)
  if (to.length - from.length > max) return max + 1
  return from.length === 0 ? to.length : fillRows(from, to, max)
}

function fillRows(from: string, to: string, max: number): number {
  const row = Uint32Array.from({ length: from.length + 1 }, (_, i) => i)
  for (let j = 1; j <= to.length; j++) {
    const unit = to.charCodeAt(j - 1)
    let diagonal = j - 1
    let left = j
    let best = j
    for (let i = 1; i <= from.length; i++) {
      const above = row[i] as number
      left = Math.min(above + 1, left + 1, diagonal + (from.charCodeAt(i - 1) === unit ? 0 : 1))
      row[i] = left
      diagonal = above
      if (left < best) best = left
    }
    row[0] = j
    if (best > max) return max + 1
  }
  const distance = row[from.length] as number
  return distance > max ? max + 1 : distance
}
