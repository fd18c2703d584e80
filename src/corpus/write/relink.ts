import type { ClickHouse } from '../../store/clickhouse/index.ts'
import { sql, type Postgres } from '../../store/postgres/index.ts'
import { runCommit, type Commit } from '../commits/index.ts'
import { allKinds, kinds, type CorpusKind, type EntityKind } from '../kinds/index.ts'
import { exactToken } from '../search-index/index.ts'
import { abandonCommit } from './abandon.ts'
import { knownVersions, type KnownVersion } from './known.ts'
import { findLinked } from './links.ts'
import { linksFollowed, mergesToFollow, type LoggedMerge } from './merge-log.ts'
import { CommitRows, sendRows } from './rows.ts'

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
  const { db, engine } = stores
  const abandon = (of: EntityKind, number: number) => abandonCommit(engine, kinds[of], number)
  let rewritten = 0
  for (let last = '0'; ;) {
    const ids = await carriers(engine, kind.name, { token: move.token, last })
    if (ids.length === 0) return rewritten
    last = ids.at(-1) as string
    await runCommit({ db, abandon }, kind.name, 0, async (commit) => {
      const rows = await relinkedRows(stores, { kind, commit, ids }, move)
      await sendRows(engine, rows.take())
      rewritten += rows.rows
      return { rows: rows.rows, superseded: rows.superseded, source: 'identity' }
    })
  }
}

/** Entities of a kind that carry a token, or did, in the order of their ids. */
async function carriers(
  engine: ClickHouse,
  kind: EntityKind,
  { token, last }: { token: string; last: string },
): Promise<string[]> {
  const rows = await engine.query<{ id: string }>({
    tag: 'relink',
    sql: `SELECT toString(owner) AS id FROM (SELECT DISTINCT id AS owner FROM identifiers
        WHERE kind = {kind:String} AND token = {token:String} AND id > {last:UInt64}
        ORDER BY owner LIMIT ${perCommit})
      ORDER BY owner`,
    params: { kind, token, last: BigInt(last) },
  })
  return rows.map(({ id }) => id)
}

async function relinkedRows(
  stores: Stores,
  { kind, commit, ids }: { kind: CorpusKind; commit: Commit; ids: readonly string[] },
  { left, merge }: Move,
): Promise<CommitRows> {
  const [state] = await stores.db.query<{ published: number }>(
    sql`SELECT published FROM corpus_commits WHERE kind = ${kind.name}`,
  )
  const known = await knownVersions(stores.engine, kind, ids, state?.published ?? 0)
  const theirs = [...known.values()].filter(({ sealed }) => sealed.links?.includes(left))
  const refers = theirs.map(({ members }) => kind.links?.of(members) ?? [])
  const idOf = await findLinked(stores, refers.flat())
  const rows = new CommitRows(kind, commit)
  for (const [at, version] of theirs.entries()) {
    const before = version.sealed.links ?? []
    const links = before.map((id, place) => {
      const link = refers[at]?.[place]
      if (id !== left || link === undefined) return id
      const found = idOf(link)
      return found === '0' ? merge.entityId : found
    })
    if (links.some((id, place) => id !== before[place])) rows.version(relinked(kind, version, links))
  }
  return rows
}

function relinked(kind: CorpusKind, version: KnownVersion, links: string[]) {
  const { id, members, body, observedAt, born } = version
  const sealed = { ...version.sealed, links }
  return {
    id,
    record: members,
    body,
    observedAt,
    source: 'identity',
    replaces: born,
    sealed,
    identifiers: kind.identifiers(members, sealed),
  }
}
