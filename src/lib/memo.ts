/**
 * Remembers what a pure function of one string gave, for callers that see the same few strings by the million (job
 * titles, employers, skills). Forgets everything when full: cheaper than ordering entries, and soon warm again.
 */
export function memo<T>(
  compute: (text: string) => T,
  { entries = 100_000, longest = 64 } = {},
): (text: string) => T {
  const known = new Map<string, T>()
  return (text) => {
    if (text.length > longest) return compute(text)
    let found = known.get(text)
    if (found === undefined) {
      found = compute(text)
      if (known.size >= entries) known.clear()
      known.set(text, found)
    }
    return found
  }
}
