import type { ClickHouse } from '../../store/clickhouse/index.ts'
import type { Postgres } from '../../store/postgres/index.ts'
import { readPublishedCommit } from '../commits/index.ts'
import { allKinds, kinds, type CorpusKind } from '../kinds/index.ts'
import { exactToken } from '../search-index/index.ts'
import { readOwnersAfter, recordStore } from '../record-store/index.ts'
import { knownVersions, type KnownVersion } from './stored-versions.ts'
import { findLinked } from './links.ts'
import { linksFollowed, mergesToFollow, type LoggedMerge } from './merge-log.ts'
import { markCounted } from './counts.ts'
import type { NewVersion } from './rows.ts'
import { writeCommit } from './write-commit.ts'

interface Stores {
  db: Postgres
  engine: ClickHouse
}

/** Records rewritten in one commit. */
const perCommit = 1_000

/**
 * Lets records follow merges of what they refer to, and splits: writing them anew once is cheaper than looking aliases up
 * in every question. Goes on where it was interrupted, since a merge stays marked until then.
 * Answers how many records were rewritten.
 */
export async function followMerges(stores: Stores): Promise<number> {
  let rewritten = 0
  for (const merge of await mergesToFollow(stores.db)) {
    const by = kinds[merge.kind].referredBy
    const referring = allKinds.filter(({ links }) => links?.to.includes(merge.kind))
    // Undone, the entity that remained has records of both; else the other one has some still.
    const left = merge.undoneCommit === null ? merge.mergedId : merge.entityId
    if (left !== null && by !== undefined) {
      const move = { token: exactToken(by, left), left, merge }
      for (const kind of referring) rewritten += await relinkKind(stores, kind, move)
    }
    await linksFollowed(stores.db, merge.id)
  }
  return rewritten
}

interface Move {
  token: string
  /** The entity the records may no longer belong to. */
  left: string
  merge: LoggedMerge
}

async function relinkKind(stores: Stores, kind: CorpusKind, move: Move): Promise<number> {
  let rewritten = 0
  for (let last = '0'; ;) {
    const ids = await readOwnersAfter(recordStore(stores.db), kind.name, {
      token: move.token,
      last,
      limit: perCommit,
    })
    if (ids.length === 0) return rewritten
    last = ids.at(-1) as string
    await writeCommit(stores, kind.name, { entityIds: 0, source: 'identity' }, async (rows, { number }) => {
      const versions = await relinkVersions(stores.db, { kind, ids }, move)
      for (const version of versions) rows.version(version)
      rewritten += versions.length
      return (tx) => markCounted(tx, kind, { versions, number })
    })
  }
}

async function relinkVersions(
  db: Postgres,
  { kind, ids }: { kind: CorpusKind; ids: readonly string[] },
  { left, merge }: Move,
): Promise<NewVersion[]> {
  const versions = await knownVersions(db, kind, ids, await readPublishedCommit(db, kind.name))
  const theirs = [...versions.values()].filter(({ sealed }) => sealed.links?.includes(left))
  const refers = theirs.map(({ members }) => kind.links?.of(members) ?? [])
  const findId = await findLinked(db, refers.flat())
  return theirs.flatMap((version, at) => {
    const before = version.sealed.links ?? []
    const links = before.map((id, place) => {
      const link = refers[at]?.[place]
      if (id !== left || link === undefined) return id
      const entityId = findId(link)
      return entityId === '0' ? merge.entityId : entityId
    })
    return links.some((id, place) => id !== before[place]) ? [relinked(kind, version, links)] : []
  })
}

function relinked(kind: CorpusKind, version: KnownVersion, links: string[]): NewVersion {
  const { id, members, body, observedAt } = version
  const sealed = { ...version.sealed, links }
  return {
    id,
    record: members,
    body,
    observedAt,
    source: 'identity',
    replaces: version,
    sealed,
    identifiers: kind.identifiers(members, sealed),
  }
}
