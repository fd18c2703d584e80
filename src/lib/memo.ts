/**
 * Bytes that all memos of a thread may take together, about. One alone may use them all while the others are small.
 */
export const maxBytes = 128 * 1024 * 1024
/** Bytes of an entry besides its text: what it points to, and its place in the map. */
const entryBytes = 160

/** Raised when memos are full together: each then forgets its entries at its next use. */
let round = 0
let bytes = 0

/**
 * Remembers results of a pure function of one string, for callers that see the same strings by the million (job
 * titles, employers, skills). It forgets everything when it is full, or when all are full together, which is cheaper
 * than ordering entries, and soon warm again.
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
    // Nothing is a result, too.
    if (value === undefined && !values.has(text)) {
      value = compute(text)
      if (values.size >= entries) values.clear()
      values.set(text, value)
      count(entryBytes + 2 * text.length)
    }
    return value as T
  }
}

/** Entries that one memo forgets stay counted until all forget, so the sum is never too small. */
function count(added: number): void {
  bytes += added
  if (bytes < maxBytes) return
  bytes = 0
  round += 1
}
