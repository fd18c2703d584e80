import type { ClickHouse } from '../../store/clickhouse/index.ts'
import type { Postgres } from '../../store/postgres/index.ts'
import { readPublishedCommit, type Commit } from '../commits/index.ts'
import { kinds, type CorpusKind, type EntityKind } from '../kinds/index.ts'
import { countMarked } from './counts.ts'
import { findOwners } from './identify.ts'
import { dropSnapshots } from '../record-store/index.ts'
import { freshen, knownVersions, type KnownVersion } from './stored-versions.ts'
import type { Entity } from './merge.ts'
import { leastSureMerges, logMerges, logSplit, mergeById, listMerges, type LoggedMerge } from './merge-log.ts'
import { memberChanges, type MergeChanges } from './merge-changes.ts'
import type { CommitRows, NewVersion, StoreBeside } from './rows.ts'
import type { PossibleJoin } from './identifiers-of-several.ts'
import { possibleJoins } from './possible-joins.ts'
import { followMerges } from './relink.ts'
import { readHistories, unitedEntity } from './unite-entities.ts'
import { withoutMerge } from './undo-merge.ts'
import { writeCommit } from './write-commit.ts'

/** Why something cannot be done, in words for the operator. */
export class IdentityRefused extends Error {
  override readonly name = 'IdentityRefused'
}

/** What the corpus knows of why a record is one entity. */
export interface Explanation {
  id: string
  /** Undefined when the entity was merged into another one, or ended. */
  version: KnownVersion | undefined
  /** Each identifier, with the other entities that carry it or did. */
  identifiers: { token: string; sharedWith: string[] }[]
  merges: LoggedMerge[]
}

export interface Identity {
  /** Finds entities that carry a token or did, the newest first. */
  find(kind: EntityKind, token: string): Promise<string[]>
  explain(kind: EntityKind, id: string): Promise<Explanation>
  /** Lists merges, of lines and by hand, that were not undone, the least certain first. */
  leastSure(kind: EntityKind, most: number): Promise<LoggedMerge[]>
  /** Lists entities that may be one and were not joined, the likeliest first. Reads all records of the kind. */
  possible(kind: EntityKind, bounds: { least: number; most: number }): Promise<PossibleJoin[]>
  /**
   * Makes two entities one: both versions end and a new one begins, with the identifiers, contacts and history of
   * both. Answers the merge's id.
   */
  merge(
    kind: EntityKind,
    merge: { into: string; from: string; actor: string; reason: string },
  ): Promise<string>
  /** Undoes a merge. What was learnt since stays with the entity that remained. Answers both ids. */
  split(mergeId: string, by: { actor: string }): Promise<{ kept: string; restored: string }>
}

interface IdentityStores {
  db: Postgres
  engine: ClickHouse
}

/** `onPublished` runs after each commit, as in `openWriter`. */
export function openIdentity(
  stores: IdentityStores,
  onPublished: () => Promise<void> = async () => {},
): Identity {
  const { db } = stores
  return {
    find: async (kind, token) =>
      (await findOwners(db, kind, [token], await readPublishedCommit(db, kind))).get(token) ?? [],
    async explain(kind, id) {
      const published = await readPublishedCommit(db, kind)
      const spec = kinds[kind]
      const version = (await knownVersions(db, spec, [id], published)).get(id)
      const tokens = version === undefined ? [] : spec.identifiers(version.members, version.sealed)
      const owners = await findOwners(db, kind, tokens, published)
      const identifiers = tokens.map((token) => ({
        token,
        sharedWith: (owners.get(token) ?? []).filter((owner) => owner !== id),
      }))
      return { id, version, identifiers, merges: await listMerges(db, kind, id) }
    },
    leastSure: (kind, most) => leastSureMerges(db, kind, most),
    possible: (kind, bounds) => possibleJoins(db, kind, bounds),
    async merge(kind, request) {
      if (request.into === request.from) throw new IdentityRefused('An entity cannot be merged into itself.')
      await writeCommit(stores, kind, oneEntity, (rows, commit) =>
        mergeRows(stores, { rows, commit }, { kind, ...request }),
      )
      await followMerges(stores)
      await countMarked(stores)
      await onPublished()
      return (await listMerges(db, kind, request.into))[0]?.id ?? ''
    },
    async split(mergeId, by) {
      const merge = await mergeById(db, mergeId)
      if (merge === undefined) throw new IdentityRefused(`There is no merge ${mergeId}.`)
      if (merge.undoneCommit !== null) throw new IdentityRefused(`Merge ${mergeId} was undone before.`)
      let restored = ''
      await writeCommit(stores, merge.kind, oneEntity, (rows, commit) => {
        restored = merge.mergedId ?? String(commit.firstEntityId)
        return splitRows(stores, { rows, commit }, { merge, restored, actor: by.actor })
      })
      await followMerges(stores)
      await countMarked(stores)
      await onPublished()
      return { kept: merge.entityId, restored }
    },
  }
}

const oneEntity = { entityIds: 1, source: 'identity' }

/** The commit that is being written. */
interface OpenCommit {
  rows: CommitRows
  commit: Commit
}

async function mergeRows(
  { db }: IdentityStores,
  { rows, commit }: OpenCommit,
  request: { kind: EntityKind; into: string; from: string; actor: string; reason: string },
): Promise<StoreBeside> {
  const { kind, into, from, actor, reason } = request
  const spec = kinds[kind]
  const published = await readPublishedCommit(db, kind)
  const versions = await knownVersions(db, spec, [into, from], published)
  const [survivor, absorbed] = [versions.get(into), versions.get(from)]
  if (survivor === undefined || absorbed === undefined)
    throw new IdentityRefused(`There is no entity ${survivor === undefined ? into : from} of kind ${kind}.`)
  // An undone merge brings back what is stored; what was said of either entity since then is still stored beside it.
  const [sealedBefore, goneSealed] = [survivor.sealed, absorbed.sealed]
  await freshen(db, spec, versions)
  const { entity, observedAt } = unitedEntity(spec, survivor, absorbed, {
    keptMembers: [...spec.own, ...spec.chosen],
  })
  rows.version({ ...makeVersion(spec, into, { entity, observedAt }), replaces: survivor })
  rows.retire(absorbed)
  const history = await readHistories(db, spec, { entities: [absorbed], published })
  for (const snapshot of history.get(from) ?? []) rows.snapshot({ ...snapshot, id: into })
  const changes: MergeChanges = {
    members: memberChanges(survivor.members, spec.complete(entity.members, into)),
    sealedBefore,
    merged: { members: absorbed.members, sealed: goneSealed, observedAt: absorbed.observedAt },
  }
  const merge = { entityId: into, mergedId: from, score: 1, evidence: [reason], changes }
  return (tx) => logMerges(tx, { kind, number: commit.number, actor }, [merge])
}

function makeVersion(
  spec: CorpusKind,
  id: string,
  { entity, observedAt }: { entity: Entity; observedAt: string },
): NewVersion {
  const record = spec.complete(entity.members, id)
  return {
    id,
    record,
    observedAt,
    source: 'identity',
    body: JSON.stringify(record),
    sealed: entity.sealed,
    identifiers: spec.identifiers(record, entity.sealed),
  }
}

async function splitRows(
  { db }: IdentityStores,
  { rows, commit }: OpenCommit,
  { merge, restored, actor }: { merge: LoggedMerge; restored: string; actor: string },
): Promise<StoreBeside> {
  const { kind, entityId, changes } = merge
  const spec = kinds[kind]
  const published = await readPublishedCommit(db, kind)
  const now = (await knownVersions(db, spec, [entityId], published)).get(entityId)
  if (now === undefined)
    throw new IdentityRefused(`Entity ${entityId} no longer exists. First undo what was done to it since.`)
  const remaining = { entity: withoutMerge(spec, now, changes), observedAt: now.observedAt }
  rows.version({ ...makeVersion(spec, entityId, remaining), replaces: now })
  const { members, sealed, observedAt } = changes.merged
  rows.version(makeVersion(spec, restored, { entity: { members, sealed }, observedAt }))
  return async (tx) => {
    await logSplit(tx, merge.id, { number: commit.number, actor })
    // The history that the merge copied to the entity that remained.
    if (merge.mergedId !== null) await dropSnapshots(tx, kind, { ids: [entityId], born: merge.commitNumber })
  }
}
