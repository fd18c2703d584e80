import { sql, type Postgres } from '../../store/postgres/index.ts'
import { readPublishedCommit } from '../commits/index.ts'
import type { CorpusKind } from '../kinds/index.ts'
import { dropConfirmations, dropSnapshots } from '../record-store/index.ts'
import { knownVersions, type KnownVersion } from './stored-versions.ts'
import { findLinked } from './links.ts'
import type { Entity } from './merge.ts'
import type { CommitRows } from './rows.ts'
import { withoutSource } from './remove-source.ts'
import type { StoreBeside } from './write-commit.ts'

/**
 * Takes what a source has said out of some entities, as rows of a commit that is being written: what others have said
 * stays, and an entity of which nothing remains to recognise it by ends. Earlier states, merges and confirmations of
 * the entities go too, since they tell of both. `lines`: what the source has said, by entity id.
 */
export async function withdrawSource(
  db: Postgres,
  kind: CorpusKind,
  { source, lines, rows }: { source: string; lines: ReadonlyMap<string, object[]>; rows: CommitRows },
): Promise<StoreBeside> {
  const ids = [...lines.keys()]
  const stored = await knownVersions(db, kind, ids, await readPublishedCommit(db, kind.name))
  const remaining: { version: KnownVersion; entity: Entity }[] = []
  for (const version of stored.values()) {
    const splits = (lines.get(version.id) ?? []).map((line) => kind.split(line as Record<string, unknown>))
    const entity = withoutSource(kind, version, { source, lines: splits })
    if (entity === undefined) rows.retire(version)
    else remaining.push({ version, entity })
  }
  await linkAgain(db, kind, remaining)
  for (const { version, entity } of remaining) {
    const record = kind.complete(entity.members, version.id)
    const [newest] = entity.sealed.provenance.toSorted((a, b) => (a.observedAt < b.observedAt ? 1 : -1))
    rows.version({
      id: version.id,
      record,
      body: JSON.stringify(record),
      sealed: entity.sealed,
      identifiers: kind.identifiers(record, entity.sealed),
      observedAt: newest?.observedAt ?? version.observedAt,
      source: newest?.source ?? 'identity',
      replaces: version,
    })
  }
  return async (tx) => {
    if (ids.length === 0) return
    await dropSnapshots(tx, kind.name, { ids })
    await dropConfirmations(tx, kind.name, ids)
    await tx.query(sql`
      DELETE FROM corpus_merges WHERE kind = ${kind.name} AND entity_id = ANY (${ids}::bigint[])`)
  }
}

/** The entity that records refer to may be another one now, or gone. */
async function linkAgain(
  db: Postgres,
  { links, complete }: CorpusKind,
  entities: readonly { version: KnownVersion; entity: Entity }[],
): Promise<void> {
  if (links === undefined || entities.length === 0) return
  const refers = entities.map(({ version, entity }) => links.of(complete(entity.members, version.id)))
  const findId = await findLinked(db, refers.flat())
  for (const [index, { entity }] of entities.entries())
    entity.sealed.links = (refers[index] ?? []).map(findId)
}
