import type { Commit, EntityKind } from '../commits/index.ts'
import { createWorld, generateCompany, generatePerson, type World, type WorldSize } from '../sample/index.ts'
import { idsBefore, linksOf, mediaLines, type EntityRange } from './media-lines.ts'
import { CommitRows, emptySealed, writeKinds, type TableText } from '../write/index.ts'

/** A range of a sample world to be turned into rows of a commit. */
export interface Chunk {
  world: WorldSize
  kind: EntityKind
  /** First index, and the one after the last; of companies but for people. */
  from: number
  to: number
  commit: Commit
  /** Index that gets the commit's first entity id. */
  base: number
  /** ISO 8601. */
  observedAt: string
  /** Where the companies and people are that postings, posts and news refer to. */
  ranges: readonly EntityRange[]
}

/** Rows of a chunk by table, and how many entities they are. */
export interface BuiltChunk {
  tables: TableText[]
  rows: number
}

let built: { key: string; world: World } | undefined

function worldOf(size: WorldSize): World {
  const key = JSON.stringify(size)
  if (built?.key !== key) built = { key, world: createWorld(size) }
  return built.world
}

/** Generates a chunk and builds its rows; pure but for the world it remembers. Runs in a worker thread. */
export function chunkRows(chunk: Chunk): BuiltChunk {
  const world = worldOf(chunk.world)
  const { kind, commit, base } = chunk
  const rows = new CommitRows(writeKinds[kind], commit)
  for (let index = chunk.from; index < chunk.to; index++) {
    if (kind === 'companies' || kind === 'people') {
      const line = kind === 'companies' ? generateCompany(world, index) : generatePerson(world, index)
      addRow(rows, chunk, { line, id: commit.firstEntityId + index - base })
      continue
    }
    const firstId = commit.firstEntityId + idsBefore(world, kind, index) - idsBefore(world, kind, base)
    for (const [place, line] of mediaLines(world, kind, index).entries())
      addRow(rows, chunk, { line, id: firstId + place, links: linksOf(line, index, chunk.ranges) })
  }
  return { tables: rows.take(), rows: rows.rows }
}

function addRow(rows: CommitRows, chunk: Chunk, at: { line: object; id: number; links?: string[] }): void {
  const kind = writeKinds[chunk.kind]
  const { observedAt } = chunk
  const id = String(at.id)
  const { members, emails, phoneNumbers, externalIds } = kind.split(at.line)
  const record = kind.complete(members, id)
  const sealed = {
    ...emptySealed(),
    emails,
    phoneNumbers,
    externalIds,
    provenance: [{ source: 'sample', observedAt, confidence: 1, members: [] }],
    ...(at.links === undefined ? {} : { links: at.links }),
  }
  const identifiers = kind.identifiers(record, sealed)
  const body = JSON.stringify(record)
  rows.version({
    ...{ id, record, body, sealed, identifiers, observedAt, source: 'sample' },
  })
}
