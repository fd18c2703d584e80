import { sql, type Postgres, type Transaction } from '../../store/postgres/index.ts'
import { readPublishedCommit } from '../commits/index.ts'
import { allKinds, kinds, findProvenance, type CorpusKind, type EntityKind } from '../kinds/index.ts'
import { readByTokens, recordStore } from '../record-store/index.ts'
import { exactToken } from '../search-index/index.ts'
import type { WrittenStores } from './abandon.ts'
import { knownVersions, type KnownVersion } from './stored-versions.ts'
import { mergeEntity } from './merge.ts'
import type { NewVersion } from './rows.ts'
import { writeCommit } from './write-commit.ts'

/** Entities counted in one commit. */
const perCommit = 25
/** Records counted of one entity. */
const maxRecords = 50_000

/** Marks whoever counts records that a commit wrote or ended. */
export async function markCounted(
  tx: Pick<Transaction, 'query'>,
  kind: CorpusKind,
  { versions, number }: { versions: readonly Pick<NewVersion, 'sealed' | 'replaces'>[]; number: number },
): Promise<void> {
  if (kind.counted === undefined) return
  const links = versions.flatMap(({ sealed, replaces }) => [
    ...(sealed.links ?? []),
    ...(replaces?.sealed.links ?? []),
  ])
  const ids = [...new Set(links)].filter((id) => id !== '0').toSorted()
  if (ids.length === 0) return
  await tx.query(sql`
    INSERT INTO corpus_stale_counts AS c (kind, id, marked)
    SELECT ${kind.counted.on}, id, ${number} FROM unnest(${ids}::bigint[]) AS id ORDER BY id
    ON CONFLICT (kind, id) DO UPDATE SET marked = greatest(c.marked, EXCLUDED.marked)`)
}

/** Counts again what is marked, an observation of the newest record counted. Answers how many entities were looked at. */
export async function countMarked(stores: WrittenStores): Promise<number> {
  let looked = 0
  for (const kind of allKinds) {
    if (kind.counted === undefined) continue
    for (;;) {
      const marked = await readMarks(stores.db, kind.counted.on)
      if (marked.length === 0) break
      await countSome(stores, kind, marked)
      looked += marked.length
    }
  }
  return looked
}

interface Mark {
  id: string
  marked: string
}

function readMarks(db: Postgres, on: EntityKind): Promise<Mark[]> {
  return db.query<Mark>(sql`
    SELECT id::text AS id, marked::text AS marked FROM corpus_stale_counts WHERE kind = ${on}
    ORDER BY id LIMIT ${perCommit}`)
}

async function countSome(stores: WrittenStores, counted: CorpusKind, marked: readonly Mark[]): Promise<void> {
  const { db } = stores
  const { on, member, count } = counted.counted as NonNullable<CorpusKind['counted']>
  const spec = kinds[on]
  const byEmployer = await readRecords(
    db,
    counted,
    marked.map(({ id }) => id),
  )
  await writeCommit(stores, on, { entityIds: 0, source: counted.name }, async (rows) => {
    const ids = marked.map(({ id }) => id)
    const versions = await knownVersions(db, spec, ids, await readPublishedCommit(db, on))
    for (const version of versions.values()) {
      // Our own count of before is no newer word, whatever is left of the records: some go with a merge or a split.
      const before = findProvenance(version.sealed, member, version.members[member])
      const own = before?.source === counted.words ? before.observedAt : undefined
      const { records, observedAt } = byEmployer.get(version.id) ?? { records: [], observedAt: own }
      if (observedAt === undefined) continue
      const at = own !== undefined && own > observedAt ? own : observedAt
      const now = recounted(spec, version, {
        members: { [member]: count(records) },
        observation: { source: counted.words, observedAt: at, confidence: 1 },
      })
      if (now !== undefined) rows.version(now)
    }
    return async (tx) => {
      await tx.query(sql`
        DELETE FROM corpus_stale_counts c
        USING unnest(${marked.map(({ id }) => id)}::bigint[], ${marked.map((each) => each.marked)}::bigint[]) AS m (id, marked)
        WHERE c.kind = ${on} AND c.id = m.id AND c.marked = m.marked`)
    }
  })
}

interface Counted {
  records: Record<string, unknown>[]
  /** Time of the newest of them. ISO 8601. */
  observedAt: string
}

/** The records that refer to some entities, by entity. */
async function readRecords(
  db: Postgres,
  kind: CorpusKind,
  ids: readonly string[],
): Promise<Map<string, Counted>> {
  const by = kinds[(kind.counted as NonNullable<CorpusKind['counted']>).on].referredBy
  const counted = new Map<string, Counted>()
  if (by === undefined) return counted
  const asOf = await readPublishedCommit(db, kind.name)
  const idOf = new Map(ids.map((id) => [exactToken(by, id), id]))
  const request = { tokens: [...idOf.keys()], asOf, perToken: maxRecords }
  for (const { tokens, body, observedAt } of await readByTokens(recordStore(db), kind.name, request))
    for (const token of tokens) {
      const id = idOf.get(token) as string
      const own = counted.get(id) ?? { records: [], observedAt }
      own.records.push(JSON.parse(body) as Record<string, unknown>)
      if (observedAt > own.observedAt) own.observedAt = observedAt
      counted.set(id, own)
    }
  return counted
}

/** The version with what was counted, unless the record knows it from something newer, or as it is. */
function recounted(
  spec: CorpusKind,
  version: KnownVersion,
  { members, observation }: { members: object; observation: Parameters<typeof mergeEntity>[3] },
): NewVersion | undefined {
  const line = { members: { ...members }, emails: [], phoneNumbers: [], externalIds: {} }
  const entity = mergeEntity(spec, version, line, observation)
  // Counts are not tracked: the state its tracked members are in continues.
  if (version.sealed.stateKept === true) entity.sealed.stateKept = true
  const record = spec.complete(entity.members, version.id)
  const body = JSON.stringify(record)
  if (body === version.body) return undefined
  return {
    id: version.id,
    record,
    body,
    sealed: entity.sealed,
    identifiers: spec.identifiers(record, entity.sealed),
    observedAt: version.observedAt,
    source: observation.source,
    replaces: version,
  }
}
