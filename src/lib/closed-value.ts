/** The form in which values of closed lists are compared: without capitals, accents, and separators of words. */
const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('&', 'and')
    .replaceAll(/[^\p{L}\p{N}+#]/gu, '')

interface ClosedList {
  values: ReadonlySet<string>
  /** Undefined where two values differ only in spelling. */
  byFolded: ReadonlyMap<string, string | undefined>
}

const lists = new WeakMap<readonly unknown[], ClosedList>()

function makeList(values: readonly unknown[]): ClosedList {
  const made = lists.get(values)
  if (made !== undefined) return made
  const byFolded = new Map<string, string | undefined>()
  const texts = values.filter((value) => typeof value === 'string')
  for (const value of texts) byFolded.set(folded(value), byFolded.has(folded(value)) ? undefined : value)
  const list = { values: new Set(texts), byFolded }
  lists.set(values, list)
  return list
}

/**
 * The value of a closed list that a text means, whatever its capitals and separators: `Full-Time`, `full time` and
 * `FULL_TIME` are `Full-time`. Undefined where nothing fits.
 */
export function closedValue(values: readonly unknown[], text: string): string | undefined {
  const list = makeList(values)
  if (list.values.has(text)) return text
  const key = folded(text)
  return key === '' ? undefined : list.byFolded.get(key)
}
