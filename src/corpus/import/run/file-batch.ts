import { kinds } from '../../kinds/index.ts'
import {
  buildFresh,
  readLine,
  summarizeLine,
  type BatchLines,
  type BuildAt,
  type BuiltFresh,
  type FreshLine,
  type IngestOptions,
  type Line,
  type LineSummary,
} from '../../write/index.ts'
import { importTargets, type ImportKind } from '../mapping/target.ts'
import type { Chunk } from './chunk-reader.ts'

/** A row of a batch: a line to be written, or one that came before as it is. */
export interface BatchRow {
  chunk: Chunk
  /** Index of the row in its chunk. */
  row: number
  digest: string
  summary?: LineSummary
  /** The entity it was about, where it came before. */
  passed?: string
}

/** Rows gathered from chunks as the writer takes them; what it asks of them is asked of their chunks. */
export function gatherBatchLines(
  target: ImportKind,
  rows: readonly BatchRow[],
  { options, published }: { options: IngestOptions; published: number },
): BatchLines {
  const kind = kinds[importTargets[target].kind]
  const summaries = rows.map(({ summary }) => summary)
  const passed = new Map<number, { digest: string; id: string }>()
  for (const [place, { digest, passed: id }] of rows.entries())
    if (id !== undefined) passed.set(place, { digest, id })
  /** Read in this thread. */
  const here = new Map<number, Line>()
  const fetchLines = async (places: readonly number[]) => {
    const missing = places.filter((place) => !here.has(place))
    for (const { chunk, places: own, rows: chunkRows } of byChunk(rows, missing)) {
      const items = await chunk.whole(chunkRows)
      for (const [index, place] of own.entries())
        here.set(place, readLine(kind, items[index] as (typeof items)[number], options))
    }
    return places.map((place) => here.get(place) as Line)
  }
  return {
    summaries,
    digests: rows.map(({ digest }) => (digest === '' ? undefined : digest)),
    whole: fetchLines,
    passed: {
      published,
      lines: passed,
      async take(places) {
        const lines = await fetchLines(places)
        for (const [index, place] of places.entries()) {
          passed.delete(place)
          summaries[place] = summarizeLine(kind, lines[index] as Line)
        }
      },
    },
    async names() {
      const names: string[][] = rows.map(() => [])
      for (const { chunk, places, rows: chunkRows } of byChunk(rows, [...rows.keys()])) {
        const chunkNames = await chunk.names(chunkRows)
        for (const [index, place] of places.entries()) names[place] = chunkNames[index] ?? []
      }
      return names
    },
    async build(fresh, at) {
      const own = fresh.filter(({ place }) => here.has(place))
      const theirs = fresh.filter(({ place }) => !here.has(place))
      const built = await Promise.all(buildInChunks(rows, theirs, at))
      const lines = own.map(({ place, id, links }) => ({ line: here.get(place) as Line, id, links }))
      return lines.length === 0 ? built : [...built, buildFresh(kind, lines, at)]
    },
  }
}

/** Lines that their chunks have read are built there. */
function buildInChunks(
  rows: readonly BatchRow[],
  fresh: readonly FreshLine[],
  at: BuildAt,
): Promise<BuiltFresh>[] {
  const byPlace = new Map(fresh.map((each) => [each.place, each]))
  return byChunk(rows, [...byPlace.keys()]).map(({ chunk, places, rows: chunkRows }) =>
    chunk.build(
      places.map((place, index) => {
        const { id, links } = byPlace.get(place) as FreshLine
        return { row: chunkRows[index] as number, id, links }
      }),
      at,
    ),
  )
}

interface OfChunk {
  chunk: Chunk
  places: number[]
  rows: number[]
}

/** Some places of a batch, chunk by chunk. */
function byChunk(rows: readonly BatchRow[], places: readonly number[]): OfChunk[] {
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
