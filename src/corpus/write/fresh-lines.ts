import type { Postgres } from '../../store/postgres/index.ts'
import type { EntityKind } from '../kinds/index.ts'
import type { BatchLines } from './batch-lines.ts'
import { maxOwnersOfOneName } from './blocking.ts'
import { findOwners } from './identify.ts'
import type { LineSummary } from './read-line.ts'

/**
 * Places of the lines that are about entities nobody knows and no other line of their batch is about: each makes one, and
 * nothing has to be compared. The others share an identifier with something, or might be alike.
 */
export async function standingAlone(
  db: Postgres,
  kind: EntityKind,
  batch: {
    lines: Pick<BatchLines, 'summaries' | 'names'>
    /** Of the lines that are written. */
    places: readonly number[]
    owners: ReadonlyMap<string, string[]>
    published: number
  },
): Promise<ReadonlySet<number>> {
  const { places, owners, published } = batch
  const readSummary = (place: number) => batch.lines.summaries[place] as LineSummary
  const times = countTimes(places.map((place) => readSummary(place).identifiers))
  const isOwn = (token: string) => times.get(token) === 1 && !owners.has(token)
  const alone = new Set(places.filter((place) => readSummary(place).identifiers.every(isOwn)))
  const tokens = new Set([...alone].flatMap((place) => readSummary(place).lookupTokens))
  const alike =
    published === 0 ? new Map<string, string[]>() : await findOwners(db, kind, [...tokens], published)
  const meets = (token: string) =>
    (alike.get(token)?.length ?? Number.POSITIVE_INFINITY) <= maxOwnersOfOneName
  for (const place of alone) if (readSummary(place).lookupTokens.some(meets)) alone.delete(place)
  // Without a page a line may be about an entity that only shares its name, of the lines before it, too.
  if (places.every((place) => readSummary(place).hasPage)) return alone
  if (alone.size < places.length) return new Set()
  const names = await batch.lines.names()
  const isClear = !isNamedTwice(places.map((place) => ({ ...readSummary(place), names: names[place] ?? [] })))
  return isClear ? alone : new Set()
}

/** Whether a line asks for a name that another one has. */
function isNamedTwice(lines: readonly (LineSummary & { names: readonly string[] })[]): boolean {
  const times = countTimes(lines.map(({ names }) => names))
  return lines.some(({ lookupTokens, names }) => {
    const own = new Set(names)
    return lookupTokens.some((token) => (times.get(token) ?? 0) > (own.has(token) ? 1 : 0))
  })
}

/** How many of some lists have each token. */
function countTimes(lists: readonly (readonly string[])[]): Map<string, number> {
  const times = new Map<string, number>()
  for (const list of lists) for (const token of new Set(list)) times.set(token, (times.get(token) ?? 0) + 1)
  return times
}
