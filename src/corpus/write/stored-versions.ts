import type { Postgres } from '../../store/postgres/index.ts'
import {
  withConfirmations,
  type CorpusKind,
  type EntityKind,
  type Sealed,
  type Sighting,
} from '../kinds/index.ts'
import { readByIds, readInstants, readSaid, recordStore } from '../record-store/index.ts'

/** The newest stored version of an entity. */
export interface KnownVersion {
  id: string
  born: number
  rank: number
  observedAt: string
  members: Record<string, unknown>
  sealed: Sealed
  /** The provenance as it was written, without later confirmations. */
  provenance: Sealed['provenance']
  body: string
  /** See `KnownEntity`. */
  isOfRun?: boolean
  runAt?: string
  sighted?: readonly Sighting[]
}

const chunk = 5_000

/**
 * Reads the newest versions of some entities, with their records. An entity that has ended has none and is written
 * again.
 */
export async function knownVersions(
  db: Postgres,
  kind: Pick<CorpusKind, 'name'>,
  ids: readonly string[],
  published: number,
): Promise<Map<string, KnownVersion>> {
  const versions = new Map<string, KnownVersion>()
  for (let start = 0; start < ids.length; start += chunk) {
    const part = { ids: ids.slice(start, start + chunk), asOf: published, sealed: true }
    for (const { id, born, rank, observedAt, body, sealed } of await readByIds(
      recordStore(db),
      kind.name,
      part,
    )) {
      const stored = JSON.parse(sealed) as Sealed
      versions.set(id, {
        id,
        born,
        rank,
        observedAt,
        members: JSON.parse(body) as Record<string, unknown>,
        sealed: stored,
        provenance: stored.provenance,
        body,
      })
    }
  }
  return versions
}

/** Which entities have a state of an instant already, so that a repeated import adds none. */
export async function observedSnapshots(
  db: Postgres,
  kind: EntityKind,
  observations: readonly { id: string; observedAt: string }[],
  published: number,
): Promise<Set<string>> {
  const ids = observations.map(({ id }) => id)
  return readInstants(recordStore(db), kind, { ids, asOf: published })
}

/**
 * Adds later confirmations to the provenance of stored versions, because lines are judged newer or older by it.
 * Answers their sightings.
 */
export async function freshen(
  db: Postgres,
  kind: CorpusKind,
  versions: ReadonlyMap<string, KnownVersion>,
): Promise<Map<string, Sighting[]>> {
  const { confirmations, sighted } = await readSaid(db, kind.name, [...versions.keys()])
  for (const [id, version] of versions) {
    version.sighted = sighted.get(id) ?? []
    const again = confirmations.get(id)
    if (again === undefined) continue
    version.sealed = {
      ...version.sealed,
      provenance: withConfirmations(kind, version, again),
    }
  }
  return sighted
}
