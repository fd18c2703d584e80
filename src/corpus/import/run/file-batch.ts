import { kinds } from '../../kinds/index.ts'
import {
  buildFresh,
  readLine,
  summarizeLine,
  type BatchLines,
  type IngestOptions,
  type Line,
  type PassedLine,
  type PassedLines,
} from '../../write/index.ts'
import { importTargets, type ImportKind } from '../mapping/target.ts'
import { byChunk, openChunkBuilds, type BatchRow, type OfChunk } from './chunk-builds.ts'

/** Rows gathered from chunks as the writer takes them; what it asks of them is asked of their chunks. */
export function gatherBatchLines(
  target: ImportKind,
  rows: readonly BatchRow[],
  { options, published }: { options: IngestOptions; published: number },
): BatchLines {
  const kind = kinds[importTargets[target].kind]
  const summaries = rows.map(({ summary }) => summary)
  /** Read in this thread. */
  const here = new Map<number, Line>()
  const builds = openChunkBuilds(rows)
  let lastNames: { sorts: ReadonlySet<string>; names: Promise<string[][]> } | undefined
  const fetchLines = async (places: readonly number[]) => {
    const missing = places.filter((place) => !here.has(place))
    await eachChunk(rows, missing, async ({ chunk, places: own, rows: chunkRows }) => {
      const items = await chunk.whole(chunkRows)
      for (const [index, place] of own.entries())
        here.set(place, readLine(kind, items[index] as (typeof items)[number], options))
    })
    return places.map((place) => here.get(place) as Line)
  }
  return {
    summaries,
    digests: rows.map(({ digest }) => (digest === '' ? undefined : digest)),
    whole: fetchLines,
    packed: (places) => fetchPacked(rows, places),
    passed: passedLines(rows, published, async (places) => {
      const lines = await fetchLines(places)
      for (const [index, place] of places.entries())
        summaries[place] = summarizeLine(kind, lines[index] as Line)
    }),
    names(sorts) {
      // A batch of which rows were built ahead is planned twice, and its lines are called the same both times.
      if (lastNames === undefined || lastNames.sorts.symmetricDifference(sorts).size > 0)
        lastNames = { sorts, names: fetchNames(rows, sorts) }
      const { names } = lastNames
      // A failure is asked for again.
      names.catch(() => {
        if (lastNames?.names === names) lastNames = undefined
      })
      return names
    },
    async terms(places) {
      const parts = byChunk(rows, places).map((each) => each.chunk.terms(each.rows))
      return (await Promise.all(parts)).flat()
    },
    buildAhead: (fresh, at) => builds.begin(fresh, at),
    async build(fresh, at) {
      const own = fresh.filter(({ place }) => here.has(place))
      const theirs = fresh.filter(({ place }) => !here.has(place))
      const built = await builds.finish(theirs, at)
      const lines = own.map(({ place, id, links }) => ({ line: here.get(place) as Line, id, links }))
      return lines.length === 0 ? built : [...built, buildFresh(kind, lines, at)]
    },
  }
}

/** The rows of a batch that came before; `read` reads some after all. */
function passedLines(
  rows: readonly BatchRow[],
  published: number,
  read: (places: readonly number[]) => Promise<void>,
): PassedLines {
  const lines = new Map<number, PassedLine>()
  for (const [place, { digest, passed }] of rows.entries())
    if (passed !== undefined) lines.set(place, { digest, ...passed })
  let asOf = published
  return {
    get published() {
      return asOf
    },
    lines,
    async take(places) {
      await read(places)
      for (const place of places) lines.delete(place)
    },
    renew(answer) {
      asOf = answer.published
      for (const [place, { digest }] of lines) {
        const line = answer.lines.get(digest)
        if (line !== undefined) lines.set(place, { digest, ...line })
      }
    },
  }
}

/** Native records of some rows, packed where they were read. */
async function fetchPacked(rows: readonly BatchRow[], places: readonly number[]): Promise<Uint8Array[]> {
  const packed = new Map<number, Uint8Array>()
  await eachChunk(rows, places, async ({ chunk, places: own, rows: chunkRows }) => {
    const records = await chunk.packed(chunkRows)
    for (const [index, place] of own.entries()) packed.set(place, records[index] as Uint8Array)
  })
  return places.map((place) => packed.get(place) as Uint8Array)
}

/** Names of all rows of a batch, by place. */
async function fetchNames(rows: readonly BatchRow[], sorts: ReadonlySet<string>): Promise<string[][]> {
  const names: string[][] = rows.map(() => [])
  await eachChunk(rows, [...rows.keys()], async ({ chunk, places, rows: chunkRows }) => {
    const chunkNames = await chunk.names(chunkRows, sorts)
    for (const [index, place] of places.entries()) names[place] = chunkNames[index] ?? []
  })
  return names
}

/** Asks the chunks of some places, all at once: they are in different threads. */
async function eachChunk(
  rows: readonly BatchRow[],
  places: readonly number[],
  ask: (of: OfChunk) => Promise<void>,
): Promise<void> {
  await Promise.all(byChunk(rows, places).map(ask))
}
