import type { Commit, EntityKind } from '../commits/index.ts'
import { createWorld, generateCompany, generatePerson, type World, type WorldSize } from '../sample/index.ts'
import { CommitRows, emptySealed, sealedText, writeKinds, type TableText } from '../write/index.ts'

/** A range of a sample world to be turned into rows of a commit. */
export interface Chunk {
  world: WorldSize
  kind: EntityKind
  /** First index, and the one after the last. */
  from: number
  to: number
  commit: Commit
  /** Index that gets the commit's first entity id. */
  base: number
  /** ISO 8601. */
  observedAt: string
}

let built: { key: string; world: World } | undefined

function worldOf(size: WorldSize): World {
  const key = JSON.stringify(size)
  if (built?.key !== key) built = { key, world: createWorld(size) }
  return built.world
}

/** Generates a chunk and builds its rows; pure but for the world it remembers. Runs in a worker thread. */
export function chunkRows(chunk: Chunk): TableText[] {
  const world = worldOf(chunk.world)
  const kind = writeKinds[chunk.kind]
  const rows = new CommitRows(kind, chunk.commit)
  const { observedAt } = chunk
  for (let index = chunk.from; index < chunk.to; index++) {
    const id = String(chunk.commit.firstEntityId + index - chunk.base)
    const line = chunk.kind === 'companies' ? generateCompany(world, index) : generatePerson(world, index)
    const { members, emails, phoneNumbers, externalIds } = kind.split(line)
    const record = kind.complete(members, id)
    const sealed = {
      ...emptySealed(),
      emails,
      phoneNumbers,
      externalIds,
      provenance: [{ source: 'sample', observedAt, confidence: 1, members: [] }],
    }
    const identifiers = kind.identifiers(record, sealed)
    const body = JSON.stringify(record)
    rows.version({ id, record, body, sealed: sealedText(sealed), identifiers, observedAt, source: 'sample' })
  }
  return rows.take()
}
