/** Bytes that all memos of a thread may take together, about. Each alone may be full where the others are not. */
export const maxBytes = 128 * 1024 * 1024
/** Of an entry beside its text: what it points to, and its place in the map. */
const entryBytes = 160

/** Raised when they are full together: each forgets what it knew when it is next asked. */
let round = 0
let bytes = 0

/**
 * Remembers what a pure function of one string gave, for callers that see the same few strings by the million (job
 * titles, employers, skills). Forgets everything when full, or when all are full together: cheaper than ordering entries,
 * and soon warm again.
 */
export function memo<T>(
  compute: (text: string) => T,
  { entries = 100_000, longest = 64 } = {},
): (text: string) => T {
  const values = new Map<string, T>()
  let mine = round
  return (text) => {
    if (text.length > longest) return compute(text)
    if (mine !== round) {
      values.clear()
      mine = round
    }
    let value = values.get(text)
    if (value === undefined) {
      value = compute(text)
      if (values.size >= entries) values.clear()
      values.set(text, value)
      count(entryBytes + 2 * text.length)
    }
    return value
  }
}

/** Entries a memo forgets by itself stay counted until all forget, so the sum is never too small. */
function count(added: number): void {
  bytes += added
  if (bytes < maxBytes) return
  bytes = 0
  round += 1
}
