import { sql, type Postgres } from '../../store/postgres/index.ts'
import { readPublishedCommit } from '../commits/index.ts'
import { withConfirmations, type Confirmation, type CorpusKind } from '../kinds/index.ts'
import { dropConfirmations, dropSnapshots, readSaid } from '../record-store/index.ts'
import { knownVersions, type KnownVersion } from './stored-versions.ts'
import { findLinked } from './links.ts'
import type { Entity } from './merge.ts'
import type { CommitRows, StoreBeside } from './rows.ts'
import { withoutSource } from './remove-source.ts'

/** What a source has said of an entity. */
export interface SourceWords {
  source: string
  lines: readonly object[]
  /** Whether it is made up, so that it goes even where another source repeated it. */
  isMadeUp?: true
}

/**
 * Takes what sources have said out of some entities, as rows of the commit that is being written. What others have
 * said stays, and an entity that nothing identifies any more ends. Earlier states and merges of the entities go too, since
 * they mix both. `words` is what is taken, by entity id.
 */
export async function withdrawSources(
  db: Postgres,
  kind: CorpusKind,
  { words, rows }: { words: ReadonlyMap<string, readonly SourceWords[]>; rows: CommitRows },
): Promise<StoreBeside> {
  const ids = [...words.keys()]
  const stored = await knownVersions(db, kind, ids, await readPublishedCommit(db, kind.name))
  const { confirmations } = await readSaid(db, kind.name, ids)
  const remaining: { version: KnownVersion; entity: Entity }[] = []
  for (const version of stored.values()) {
    const leaving = words.get(version.id) ?? []
    // What another source repeated since is its word, too.
    const others = (confirmations.get(version.id) ?? []).filter((each) =>
      leaving.every(({ source }) => source !== each.source),
    )
    version.sealed = {
      ...version.sealed,
      provenance: withConfirmations(kind, version, others),
    }
    const entity = withoutSources(kind, version, { words: leaving, sightings: others })
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
    // What others said, and when, still tells their words from the next source that is withdrawn.
    const remainingIds = remaining.map(({ version }) => version.id)
    for (const [source, those] of bySource(words, remainingIds))
      await dropConfirmations(tx, kind.name, those, { source })
    const ended = new Set(ids).difference(new Set(remainingIds))
    await dropConfirmations(tx, kind.name, [...ended])
    await tx.query(sql`
      DELETE FROM corpus_merges WHERE kind = ${kind.name} AND entity_id = ANY (${ids}::bigint[])`)
  }
}

function withoutSources(
  kind: CorpusKind,
  version: KnownVersion,
  { words, sightings }: { words: readonly SourceWords[]; sightings: readonly Confirmation[] },
): Entity | undefined {
  let entity: Entity | undefined = version
  for (const { source, lines, isMadeUp } of words) {
    const splits = lines.map((line) => kind.split(line as Record<string, unknown>))
    const statements = { source, lines: splits, sightings, observedAt: version.observedAt, isMadeUp }
    entity &&= withoutSource(kind, { ...entity, id: version.id }, statements)
  }
  return entity
}

/** The entities that a source was taken out of, by source. */
function bySource(
  words: ReadonlyMap<string, readonly SourceWords[]>,
  ids: readonly string[],
): Map<string, string[]> {
  const sources = new Map<string, string[]>()
  for (const id of ids)
    for (const { source } of words.get(id) ?? []) {
      const those = sources.get(source) ?? []
      sources.set(source, [...those, id])
    }
  return sources
}

/** The entity that records refer to may be another one now, or may have ended. */
async function linkAgain(
  db: Postgres,
  { links, complete }: CorpusKind,
  entities: readonly { version: KnownVersion; entity: Entity }[],
): Promise<void> {
  if (links === undefined || entities.length === 0) return
  const refers = entities.map(({ version, entity }) => links.of(complete(entity.members, version.id)))
  const findId = await findLinked(db, refers.flat())
  for (const [index, { entity }] of entities.entries())
    entity.sealed.links = (refers[index] ?? []).map((link) => findId(link))
}
