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
  /** Of `sealed`, as it was written: what was said again since does not count. */
  provenance: Sealed['provenance']
  body: string
  /** See `KnownEntity`. */
  isOfRun?: boolean
  runAt?: string
  sighted?: readonly Sighting[]
}

const chunk = 5_000

/** Newest versions of some entities, with their records. An entity that was retired has none: it is written again. */
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

/** Which of some entities already have a snapshot of an instant: a repeated import adds none. */
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
 * Provenance of what is known, with all that was said again since: by it lines are judged newer or older. What was said
 * otherwise has its own day there already. Answers when anything was said.
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
      provenance: withConfirmations(version.sealed, version.members, again),
    }
  }
  return sighted
}
