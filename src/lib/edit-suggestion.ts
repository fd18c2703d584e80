import { jaroWinkler, levenshtein } from './similarity.ts'

const maxName = 64

/**
 * The candidate that a mistyped name most likely means, for "did you mean": equal except for case and separators,
 * else the fewest edits, at most 2 in 5 characters and never more than 3. Undefined when none is near.
 */
export function nearest(name: string, candidates: Iterable<string>): string | undefined {
  // Longer names are not typing errors, and comparing them would cost the caller's time.
  if (name.length > maxName) return undefined
  const wanted = folded(name)
  if (wanted === '') return undefined
  let limit = Math.min(3, Math.max(1, Math.floor(wanted.length * 0.4)))
  let best: string | undefined
  let bestLikeness = -1
  for (const candidate of candidates) {
    const offered = folded(candidate)
    const distance = levenshtein(wanted, offered, limit)
    if (distance > limit || distance >= Math.max(wanted.length, offered.length)) continue
    const likeness = jaroWinkler(wanted, offered)
    if (distance === limit && likeness <= bestLikeness) continue
    best = candidate
    bestLikeness = likeness
    limit = distance
  }
  return best
}

/**
 * The same for values, which people also know by other names: else the shortest that says no more than the text
 * (`Computer Software`: Software), or no less (`Software`: Software Development).
 */
export function nearestValue(value: string, candidates: readonly string[]): string | undefined {
  const spelt = nearest(value, candidates)
  if (spelt !== undefined || value.length > maxName) return spelt
  const wanted = listWords(value)
  const holds = (all: readonly string[], some: readonly string[]) => some.every((word) => all.includes(word))
  return candidates
    .filter((candidate) => {
      const words = listWords(candidate)
      return words.length > 0 && wanted.length > 0 && (holds(wanted, words) || holds(words, wanted))
    })
    .toSorted((a, b) => a.length - b.length)[0]
}

/** Words of two letters are in too many names. */
const listWords = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 2)

function folded(name: string): string {
  return name.toLowerCase().replace(/[\s_.-]+/g, '')
}
