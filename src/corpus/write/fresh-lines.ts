import type { Postgres } from '../../store/postgres/index.ts'
import type { CorpusKind } from '../kinds/index.ts'
import type { BatchLines } from './batch-lines.ts'
import { maxOwnersOfOneName } from './blocking.ts'
import { findOwners, isStrong } from './identify.ts'
import { readSort, type LineSummary } from './read-line.ts'

/** Lines of a batch that make an entity each, so that nothing has to be compared with them. */
export interface LinesAlone {
  places: ReadonlySet<number>
  /** Set where other lines of the batch are compared and any two may be alike. */
  apart?: LinesApart
}

/** What lines that are not compared look for, and what they are called, of some sorts of tokens. */
export interface LinesApart {
  sorts: ReadonlySet<string>
  lookups: ReadonlySet<string>
  names: ReadonlySet<string>
}

/** A line, and the names of the entity that it would make. */
interface NamedLine {
  place: number
  lookups: readonly string[]
  names: readonly string[]
}

/**
 * The lines that are about entities nobody knows and no other line of their batch is about. The others share an
 * identifier with something, or might be alike.
 */
export async function standingAlone(
  db: Postgres,
  kind: CorpusKind,
  batch: {
    lines: Pick<BatchLines, 'summaries' | 'names'>
    /** Of the lines that are written. */
    places: readonly number[]
    owners: ReadonlyMap<string, string[]>
    published: number
  },
): Promise<LinesAlone> {
  const { places, owners, published } = batch
  const readSummary = (place: number) => batch.lines.summaries[place] as LineSummary
  const times = countTimes(places.map((place) => readSummary(place).identifiers))
  const isOwn = (token: string) => times.get(token) === 1 && !owners.has(token)
  const alone = new Set(places.filter((place) => readSummary(place).identifiers.every(isOwn)))
  const tokens = new Set([...alone].flatMap((place) => readSummary(place).lookupTokens))
  const alike =
    published === 0 ? new Map<string, string[]>() : await findOwners(db, kind.name, [...tokens], published)
  const meets = (token: string) =>
    (alike.get(token)?.length ?? Number.POSITIVE_INFINITY) <= maxOwnersOfOneName
  for (const place of alone) if (readSummary(place).lookupTokens.some(meets)) alone.delete(place)
  // Without a page a line may be about an entity that only shares its name, of the lines before it, too.
  if (places.every((place) => readSummary(place).hasPage)) return { places: alone }
  const isFoundByRecord = kind.isFoundByRecord === true
  if (!isFoundByRecord && alone.size < places.length) return { places: new Set() }
  const { sorts, lines } = await nameLines(batch)
  const meeting = findMeeting(lines)
  if (alone.size === places.length && meeting.size === 0) return { places: alone }
  if (!isFoundByRecord) return { places: new Set() }
  for (const place of alone)
    if (meeting.has(place) || readSummary(place).lookupTokens.some((token) => alike.has(token)))
      alone.delete(place)
  const apart = lines.filter(({ place }) => alone.has(place))
  return {
    places: alone,
    apart: {
      sorts,
      lookups: new Set(apart.flatMap(({ lookups }) => lookups)),
      names: new Set(apart.flatMap(({ names }) => names)),
    },
  }
}

/** Names of the sorts that lines look for: spellings, by which searches find companies, are most of the others. */
async function nameLines(batch: {
  lines: Pick<BatchLines, 'summaries' | 'names'>
  places: readonly number[]
}): Promise<{ sorts: ReadonlySet<string>; lines: NamedLine[] }> {
  const lines = batch.places.map((place) => {
    const { lookupTokens, identifiers } = batch.lines.summaries[place] as LineSummary
    return {
      place,
      identifiers,
      lookups: [...lookupTokens, ...identifiers.filter((each) => !isStrong(each))],
    }
  })
  const sorts = new Set(lines.flatMap(({ lookups }) => lookups.map(readSort)))
  const names = sorts.size === 0 ? [] : await batch.lines.names(sorts)
  return {
    sorts,
    lines: lines.map(({ place, identifiers, lookups }) => {
      const own = identifiers.filter((token) => !isStrong(token))
      return { place, lookups, names: [...new Set([...(names[place] ?? []), ...own])] }
    }),
  }
}

/** Places of lines that look for a name which another line has, and of those that have it. */
function findMeeting(lines: readonly NamedLine[]): Set<number> {
  const named = countTimes(lines.map(({ names }) => names))
  const lookedFor = countTimes(lines.map(({ lookups }) => lookups))
  const meeting = new Set<number>()
  for (const { place, lookups, names } of lines) {
    const isNamed = lookups.some((token) => (named.get(token) ?? 0) > (names.includes(token) ? 1 : 0))
    const isLookedFor = () =>
      names.some((token) => (lookedFor.get(token) ?? 0) > (lookups.includes(token) ? 1 : 0))
    if (isNamed || isLookedFor()) meeting.add(place)
  }
  return meeting
}

/** How many of some lists have each token. */
function countTimes(lists: readonly (readonly string[])[]): Map<string, number> {
  const times = new Map<string, number>()
  for (const list of lists) for (const token of new Set(list)) times.set(token, (times.get(token) ?? 0) + 1)
  return times
}
