import { sql, type Postgres } from '../../store/postgres/index.ts'
import type { EntityKind } from '../commits/index.ts'
import type { Entity } from './merge.ts'
import type { Sealed } from './kind.ts'

/** What a merge changed of the entity that remains, so that it can be undone. */
export interface MergeChanges {
  /** Each member that changed: before and after. */
  members: Record<string, [before: unknown, after: unknown]>
  /** What was sealed beside it before. */
  sealedBefore: Sealed
  /** What was merged into it: a line of a file, or another entity as it was. */
  merged: { members: Record<string, unknown>; sealed: Sealed; observedAt: string }
}

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
  /** The commit that undid it. */
  undoneCommit: number | null
}

/** What laying a line over an entity changed. */
export function changesBetween(
  before: Entity,
  after: Readonly<Record<string, unknown>>,
  line: {
    split: {
      members: Record<string, unknown>
      emails: Sealed['emails']
      phoneNumbers: Sealed['phoneNumbers']
      externalIds: Record<string, string>
    }
    observation: { source: string; observedAt: string; confidence: number }
  },
): MergeChanges {
  const { members, emails, phoneNumbers, externalIds } = line.split
  const provenance = [{ ...line.observation, members: [] }]
  return {
    members: memberChanges(before.members, after),
    sealedBefore: before.sealed,
    merged: {
      members,
      sealed: { emails, phoneNumbers, externalIds, provenance },
      observedAt: line.observation.observedAt,
    },
  }
}

export function memberChanges(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): MergeChanges['members'] {
  const changed: MergeChanges['members'] = {}
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [old, now] = [before[name] ?? null, after[name] ?? null]
    if (JSON.stringify(old) !== JSON.stringify(now)) changed[name] = [old, now]
  }
  return changed
}

/** Keeps merges of a commit; they count once it is published. */
export async function logMerges(
  db: Postgres,
  commit: { kind: EntityKind; number: number; actor: string },
  merges: readonly NewMerge[],
): Promise<void> {
  for (let start = 0; start < merges.length; start += 500) {
    const rows = merges.slice(start, start + 500).map(({ entityId, mergedId, score, evidence, changes }) => ({
      ...{ entity_id: entityId, merged_id: mergedId, score, evidence, changes },
    }))
    await db.query(sql`
      INSERT INTO corpus_merges (kind, commit_number, actor, entity_id, merged_id, score, evidence, changes)
      SELECT ${commit.kind}, ${commit.number}, ${commit.actor}, m.entity_id, m.merged_id, m.score, m.evidence, m.changes
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        AS m (entity_id bigint, merged_id bigint, score real, evidence jsonb, changes jsonb)`)
  }
}

/** Merges that count, of one entity, on either side, the newest first. */
export async function mergesOf(db: Postgres, kind: EntityKind, entityId: string): Promise<LoggedMerge[]> {
  return readMerges(
    db,
    sql`m.kind = ${kind} AND (m.entity_id = ${entityId}::bigint OR m.merged_id = ${entityId}::bigint)`,
  )
}

export async function mergeById(db: Postgres, id: string): Promise<LoggedMerge | undefined> {
  const [found] = await readMerges(db, sql`m.id = ${id}::bigint`)
  return found
}

async function readMerges(db: Postgres, where: ReturnType<typeof sql>): Promise<LoggedMerge[]> {
  return db.query<LoggedMerge>(sql`
    SELECT m.id::text AS id, m.kind, m.commit_number AS "commitNumber", m.made_at AS "madeAt", m.actor,
      m.entity_id::text AS "entityId", m.merged_id::text AS "mergedId", m.score, m.evidence, m.changes,
      (SELECT u.number FROM corpus_commit_log u WHERE u.kind = m.kind AND u.number = m.undone_commit) AS "undoneCommit"
    FROM corpus_merges m JOIN corpus_commit_log l ON l.kind = m.kind AND l.number = m.commit_number
    WHERE ${where} ORDER BY m.id DESC LIMIT 100`)
}
