/**
 * Bytes that all memos of a thread may take together, about. One alone may use them all while the others are small.
 */
export const maxBytes = 128 * 1024 * 1024
/** Bytes of an entry besides its text and its result: its place in the map, and what stands around both. */
const entryBytes = 120
/** One result in so many is measured for all of its memo. */
const sampleEvery = 32

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
  const results = resultSizes()
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
      count(entryBytes + 2 * text.length + results.bytesOf(value))
    }
    return value as T
  }
}

/** Bytes of the results of a memo, about: those of the ones that were measured so far. One that is shared takes none. */
function resultSizes(): { bytesOf(result: unknown): number } {
  const measured = new WeakSet()
  let [calls, samples, average] = [0, 0, 0]
  const sizeOf = (result: unknown) => {
    if (typeof result !== 'object' || result === null) return estimateBytes(result)
    if (measured.has(result)) return 0
    measured.add(result)
    return estimateBytes(result)
  }
  return {
    bytesOf(result) {
      if (calls++ % sampleEvery === 0) average += (sizeOf(result) - average) / ++samples
      return average
    },
  }
}

const maxDepth = 4

/** Bytes of a value and of what it holds, about. */
function estimateBytes(value: unknown, depth = 0): number {
  if (typeof value === 'string') return 24 + value.length
  if (typeof value !== 'object' || value === null || depth === maxDepth) return 8
  const parts: unknown[] = value instanceof Map ? [...value].flat() : listParts(value)
  return parts.reduce<number>((sum, each) => sum + 16 + estimateBytes(each, depth + 1), 48)
}

const listParts = (value: object): unknown[] =>
  Array.isArray(value) || value instanceof Set ? [...value] : Object.values(value)

/** Entries that one memo forgets stay counted until all forget, so the sum is never too small. */
function count(added: number): void {
  bytes += added
  if (bytes < maxBytes) return
  bytes = 0
  round += 1
}
