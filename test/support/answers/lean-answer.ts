/** How long an example of an answer may be, in characters of its JSON, where its schema allows. */
const maxExampleChars = 2_600
/** Longest text in an example. */
const maxTextChars = 200
/** A member of so few characters stays where it cannot be left out: nothing is won by a null. */
const minChars = 60

type Json = Record<string, unknown>
type Place = { holder: Json; name: string; path: string; depth: number; chars: number }

/**
 * The same answer as short as an example should be: lists cut to one row, long texts cut, and the largest members left
 * out until the rest is short. Whatever `isValid` refuses is taken back.
 */
export function leanAnswer(answer: unknown, isValid: (answer: unknown) => boolean): unknown {
  const lean = structuredClone(answer)
  const attempt = (change: () => () => void): boolean => {
    const undo = change()
    if (isValid(lean)) return true
    undo()
    return false
  }
  for (const list of listsIn(lean)) {
    if (list.length < 2) continue
    attempt(() => {
      const rest = list.splice(1)
      return () => void list.push(...rest)
    })
  }
  for (const { holder, name } of placesIn(lean)) {
    const text = holder[name]
    if (typeof text !== 'string' || text.length <= maxTextChars) continue
    attempt(() => {
      holder[name] = `${text.slice(0, maxTextChars).trimEnd()}…`
      return () => void (holder[name] = text)
    })
  }
  shortenLargest(lean, attempt)
  return lean
}

/** Ways to make a member say nothing, the shortest first. */
type Shortening = (place: Place) => void
const leaveOut: Shortening = ({ holder, name }) => void delete holder[name]
const setNull: Shortening = ({ holder, name }) => void (holder[name] = null)
const setEmpty: Shortening = ({ holder, name }) => void (holder[name] = [])

/**
 * Members go whole, the largest that is no more than must go first, so that the most of them stay. Where the schema demands
 * a member of a record, it becomes null or an empty list, so that its shape stays.
 */
function shortenLargest(lean: unknown, attempt: (change: () => () => void) => boolean): void {
  const steps: [minDepth: number, shorten: Shortening][] = [
    [1, leaveOut],
    [2, setNull],
    [2, setEmpty],
  ]
  for (const [minDepth, shorten] of steps) {
    const refused = new Set<string>()
    for (;;) {
      const excess = JSON.stringify(lean).length - maxExampleChars
      if (excess <= 0) return
      const places = placesIn(lean).filter(({ path, depth, chars }) => {
        return !refused.has(path) && depth >= minDepth && (shorten === leaveOut || chars > minChars)
      })
      const [place] = places.toSorted((one, other) => rank(other, excess) - rank(one, excess))
      if (place === undefined) break
      const { holder, path } = place
      const isShorter = attempt(() => {
        const before = { ...holder }
        shorten(place)
        // Put back in its place: the order of members is part of an example.
        return () => void Object.assign(emptied(holder), before)
      })
      if (!isShorter || shorten !== leaveOut) refused.add(path)
    }
  }
}

/** Nulls say the least; then the smallest member that is enough, else the largest that is not. */
function rank({ holder, name, chars }: Place, excess: number): number {
  if (holder[name] === null) return 1_000_000
  return chars >= excess ? 500_000 - chars : chars
}

function emptied(holder: Json): Json {
  for (const name of Object.keys(holder)) delete holder[name]
  return holder
}

/** Every member below the members of the answer itself, with the length of its JSON. */
function placesIn(value: unknown, path = '', depth = 0): Place[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => placesIn(item, `${path}.${index}`, depth))
  if (typeof value !== 'object' || value === null) return []
  const holder = value as Json
  return Object.entries(holder).flatMap(([name, member]) => {
    const inner = `${path}.${name}`
    const chars = JSON.stringify(member).length + name.length + 4
    return [
      ...(depth < 1 ? [] : [{ holder, name, path: inner, depth, chars }]),
      ...placesIn(member, inner, depth + 1),
    ]
  })
}

function listsIn(value: unknown): unknown[][] {
  if (Array.isArray(value)) return [value, ...listsIn(value[0])]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(listsIn)
}
