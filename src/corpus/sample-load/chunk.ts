import type { Commit } from '../commits/index.ts'
import { kinds, type CorpusKind, type EntityKind } from '../kinds/index.ts'
import { sampleSource } from '../records/index.ts'
import { createWorld, type World, type WorldSize } from '../sample/index.ts'
import type { Dictionary } from '../record-store/index.ts'
import { CommitRows, emptySealed, type BuiltRows } from '../write/index.ts'
import { entityAt, idsBefore, linesAt, type EntityRange } from './world-lines.ts'

/** A range of a sample world that becomes rows of a commit. */
export interface SampleChunk {
  world: WorldSize
  kind: EntityKind
  /** First index, and the one after the last; of companies for all kinds but people. */
  from: number
  to: number
  commit: Commit
  /** Index that gets the commit's first entity id. */
  base: number
  /** ISO 8601. */
  observedAt: string
  /** The dictionary of the records, as bytes from another thread. */
  dictionary: Dictionary
  /** Where the companies and people are that postings, posts and news refer to. */
  ranges: readonly EntityRange[]
}

/** Rows of a chunk, and how many entities they are of. */
export interface BuiltChunk {
  built: BuiltRows
  rows: number
}

let remembered: { key: string; world: World } | undefined

function openWorld(size: WorldSize): World {
  const key = JSON.stringify(size)
  if (remembered?.key !== key) remembered = { key, world: createWorld(size) }
  return remembered.world
}

/** Generates a chunk and builds its rows. Pure, except that it remembers the world. Runs in a worker thread. */
export function chunkRows(chunk: SampleChunk): BuiltChunk {
  const world = openWorld(chunk.world)
  const kind = kinds[chunk.kind]
  const { commit, base, ranges } = chunk
  const rows = new CommitRows(kind, commit, chunk.dictionary)
  for (let index = chunk.from; index < chunk.to; index++) {
    const firstId =
      commit.firstEntityId + idsBefore(chunk.kind, world, index) - idsBefore(chunk.kind, world, base)
    for (const [place, { line, refersTo }] of linesAt(chunk.kind, world, index).entries()) {
      const links = refersTo?.map((reference) => entityAt(ranges, reference))
      addRow(rows, kind, { line, id: String(firstId + place), links, observedAt: chunk.observedAt })
    }
  }
  return { built: rows.take(), rows: rows.rows }
}

function addRow(
  rows: CommitRows,
  kind: CorpusKind,
  at: { line: object; id: string; links: string[] | undefined; observedAt: string },
): void {
  const { id, links, observedAt } = at
  const { members, emails, phoneNumbers, externalIds } = kind.split(at.line as Record<string, unknown>)
  const record = kind.complete(members, id)
  const sealed = {
    ...emptySealed(),
    emails,
    phoneNumbers,
    externalIds,
    provenance: [{ source: sampleSource, observedAt, confidence: 1, members: [] }],
    ...(links === undefined ? {} : { links }),
  }
  const identifiers = kind.identifiers(record, sealed)
  const body = JSON.stringify(record)
  rows.version({ id, record, body, sealed, identifiers, observedAt, source: sampleSource })
}
