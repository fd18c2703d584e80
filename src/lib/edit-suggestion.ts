import { jaroWinkler, levenshtein } from './similarity.ts'

const MAX_NAME = 64

/**
 * The candidate a mistyped name most likely meant, for "did you mean": equal but for case and separators, else the
 * fewest edits, at most 2 in 5 characters and never more than 3. Undefined when none is near.
 */
export function nearest(name: string, candidates: Iterable<string>): string | undefined {
  // Longer names are not typing errors, and comparing them would cost the caller's time.
  if (name.length > MAX_NAME) return undefined
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

function folded(name: string): string {
  return name.toLowerCase().replace(/[\s_.-]+/g, '')
}
