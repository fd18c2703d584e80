import type { KnownLine } from '../../record-store/index.ts'
import type { BuildAt, BuiltFresh, FreshLine, LineSummary } from '../../write/index.ts'
import type { Chunk } from './chunk-reader.ts'
import type { FreshRow } from './chunk-store.ts'

/** A row of a batch: a line to be written, or one that came before as it is. */
export interface BatchRow {
  chunk: Chunk
  /** Index of the row in its chunk. */
  row: number
  digest: string
  summary?: LineSummary
  /** What is known of it, where it came before. */
  passed?: KnownLine
}

/** Places of a batch and their rows in one chunk. */
export interface OfChunk {
  chunk: Chunk
  places: number[]
  rows: number[]
}

/** Some places of a batch, chunk by chunk. */
export function byChunk(rows: readonly BatchRow[], places: readonly number[]): OfChunk[] {
  const byOwner = new Map<Chunk, OfChunk>()
  for (const place of places) {
    const { chunk, row } = rows[place] as BatchRow
    let of = byOwner.get(chunk)
    if (of === undefined) byOwner.set(chunk, (of = { chunk, places: [], rows: [] }))
    of.places.push(place)
    of.rows.push(row)
  }
  return [...byOwner.values()]
}

/** Builds the rows of new entities of a batch in the threads that have read them. */
export interface ChunkBuilds {
  begin(fresh: readonly FreshLine[], at: BuildAt): void
  /** Answers all of them: those begun before are taken where nothing has changed. */
  finish(fresh: readonly FreshLine[], at: BuildAt): Promise<BuiltFresh[]>
}

export function openChunkBuilds(rows: readonly BatchRow[]): ChunkBuilds {
  const begun = new Map<Chunk, BuiltAhead>()
  return {
    begin(fresh, at) {
      for (const { chunk, fresh: own } of freshByChunk(rows, fresh)) {
        const built = chunk.build(own, at)
        // `finish` throws it.
        built.catch(() => {})
        begun.set(chunk, { fresh: own, at, built })
      }
    },
    async finish(fresh, at) {
      const built = freshByChunk(rows, fresh).flatMap((each) => buildRest(each, at, begun.get(each.chunk)))
      begun.clear()
      return Promise.all(built)
    },
  }
}

interface FreshOfChunk {
  chunk: Chunk
  fresh: FreshRow[]
}

/** Lines that their chunks have read are built there. */
function freshByChunk(rows: readonly BatchRow[], fresh: readonly FreshLine[]): FreshOfChunk[] {
  const byPlace = new Map(fresh.map((each) => [each.place, each]))
  return byChunk(rows, [...byPlace.keys()]).map(({ chunk, places, rows: chunkRows }) => ({
    chunk,
    fresh: places.map((place, index) => {
      const { id, links } = byPlace.get(place) as FreshLine
      return { row: chunkRows[index] as number, id, links }
    }),
  }))
}

/** Rows of a chunk that were built before it was certain what becomes of them. */
interface BuiltAhead {
  fresh: readonly FreshRow[]
  at: BuildAt
  built: Promise<BuiltFresh>
}

/** Builds rows of a chunk that were not built ahead; all of them where one that was became something else. */
function buildRest(
  { chunk, fresh }: FreshOfChunk,
  at: BuildAt,
  ahead: BuiltAhead | undefined,
): Promise<BuiltFresh>[] {
  if (ahead === undefined || !isSameBuild(ahead.at, at)) return [chunk.build(fresh, at)]
  const wanted = new Map(fresh.map((each) => [each.row, each]))
  const isWanted = ({ row, id, links }: FreshRow) => {
    const now = wanted.get(row)
    return now?.id === id && String(now.links) === String(links)
  }
  if (!ahead.fresh.every(isWanted)) return [chunk.build(fresh, at)]
  for (const { row } of ahead.fresh) wanted.delete(row)
  return wanted.size === 0 ? [ahead.built] : [ahead.built, chunk.build([...wanted.values()], at)]
}

/** Whether rows come out the same, with the same ids. */
const isSameBuild = (one: BuildAt, other: BuildAt): boolean =>
  one.commit.number === other.commit.number && one.dictionary.number === other.dictionary.number
