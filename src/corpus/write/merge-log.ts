import { sql, type Postgres, type Queryable } from '../../store/postgres/index.ts'
import { kinds, type EntityKind } from '../kinds/index.ts'
import type { MergeChanges } from './merge-changes.ts'
import { namedInMerge } from './merge-mentions.ts'

export interface NewMerge {
  entityId: string
  /** The entity that was merged into it; null for a line of a file. */
  mergedId: string | null
  /** 0..1 */
  score: number
  evidence: string[]
  changes: MergeChanges
}

export interface LoggedMerge extends NewMerge {
  id: string
  kind: EntityKind
  commitNumber: number
  madeAt: Date
  /** `import:<source>` or `operator:<name>`. */
  actor: string
  /** The commit that undid it, the operator, and the time. */
  undoneCommit: number | null
  undoneBy: string | null
  undoneAt: Date | null
}

/**
 * Stores merges of a commit. They count once it is published. Records that refer to the merged entity have yet to
 * follow.
 */
export async function logMerges(
  db: Queryable,
  commit: { kind: EntityKind; number: number; actor: string },
  merges: readonly NewMerge[],
): Promise<void> {
  for (let start = 0; start < merges.length; start += 500) {
    const rows = merges.slice(start, start + 500).map((merge) => ({
      entity_id: merge.entityId,
      merged_id: merge.mergedId,
      score: merge.score,
      evidence: merge.evidence,
      changes: merge.changes,
      named: namedInMerge(kinds[commit.kind], merge),
    }))
    await db.query(sql`
      INSERT INTO corpus_merges (kind, commit_number, actor, entity_id, merged_id, score, evidence, changes, named,
        links_pending)
      SELECT ${commit.kind}, ${commit.number}, ${commit.actor}, m.entity_id, m.merged_id, m.score, m.evidence, m.changes, m.named,
        m.merged_id IS NOT NULL
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        AS m (entity_id bigint, merged_id bigint, score real, evidence jsonb, changes jsonb,
          named text[])`)
  }
}

/** Merges that count and have an entity on either side, the newest first. */
export async function listMerges(db: Postgres, kind: EntityKind, entityId: string): Promise<LoggedMerge[]> {
  return readMerges(
    db,
    sql`m.kind = ${kind} AND (m.entity_id = ${entityId}::bigint OR m.merged_id = ${entityId}::bigint)`,
  )
}

/** Of some entities those that an operator made of two, which is undone by hand alone. */
export async function findHandMade(
  db: Queryable,
  kind: EntityKind,
  ids: readonly string[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db.query<{ id: string }>(sql`
    SELECT DISTINCT entity_id::text AS id FROM corpus_merges
    WHERE kind = ${kind} AND entity_id = ANY (${[...ids]}::bigint[]) AND merged_id IS NOT NULL
      AND actor LIKE 'operator:%' AND undone_commit IS NULL`)
  return new Set(rows.map(({ id }) => id))
}

/** Merges that count and were not undone, the least certain first. */
export async function leastSureMerges(db: Postgres, kind: EntityKind, most: number): Promise<LoggedMerge[]> {
  return readMerges(db, sql`m.kind = ${kind} AND u.number IS NULL`, { order: sql`m.score, m.id DESC`, most })
}

export async function mergeById(db: Postgres, id: string): Promise<LoggedMerge | undefined> {
  const [merge] = await readMerges(db, sql`m.id = ${id}::bigint`)
  return merge
}

/** Marks a merge as undone by a commit; it counts once that is published. */
export async function logSplit(
  db: Queryable,
  mergeId: string,
  { number, actor }: { number: number; actor: string },
): Promise<void> {
  await db.query(sql`
    UPDATE corpus_merges
    SET undone_commit = ${number}, undone_by = ${actor}, undone_at = now(), links_pending = true
    WHERE id = ${mergeId}::bigint`)
}

/** Merges and splits that referring records have not followed yet, in the order they were made. */
export async function mergesToFollow(db: Postgres): Promise<LoggedMerge[]> {
  return (await readMerges(db, sql`m.links_pending`)).reverse()
}

export async function linksFollowed(db: Postgres, mergeId: string): Promise<void> {
  await db.query(sql`UPDATE corpus_merges SET links_pending = false WHERE id = ${mergeId}::bigint`)
}

async function readMerges(
  db: Postgres,
  where: ReturnType<typeof sql>,
  { order, most } = { order: sql`m.id DESC`, most: 100 },
): Promise<LoggedMerge[]> {
  return db.query<LoggedMerge>(sql`
    SELECT m.id::text AS id, m.kind, m.commit_number AS "commitNumber", m.made_at AS "madeAt", m.actor,
      m.entity_id::text AS "entityId", m.merged_id::text AS "mergedId", m.score, m.evidence, m.changes,
      u.number AS "undoneCommit", CASE WHEN u.number IS NOT NULL THEN m.undone_by END AS "undoneBy",
      CASE WHEN u.number IS NOT NULL THEN m.undone_at END AS "undoneAt"
    FROM corpus_merges m JOIN corpus_commit_log l ON l.kind = m.kind AND l.number = m.commit_number
      LEFT JOIN corpus_commit_log u ON u.kind = m.kind AND u.number = m.undone_commit
    WHERE ${where} ORDER BY ${order} LIMIT ${most}`)
}
