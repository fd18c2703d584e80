import { sql, type Queryable } from '../../store/postgres/index.ts'

/** What the search of a rule answered of some entities. */
export interface FilterAnswers {
  ruleId: string
  matching: string[]
  others: string[]
}

/** The answer of the last look at an entity. */
export interface KnownAnswer {
  matches: boolean
  /** The run that first found it. */
  runId: string
}

/** Known answers, as `rule entity`. */
export async function selectAnswers(
  on: Queryable,
  {
    listId,
    ruleIds,
    entityIds,
  }: { listId: string; ruleIds: readonly string[]; entityIds: readonly string[] },
): Promise<Map<string, KnownAnswer>> {
  if (ruleIds.length === 0 || entityIds.length === 0) return new Map()
  const rows = await on.query<KnownAnswer & { ruleId: string; entityId: string }>(sql`
    SELECT rule_id AS "ruleId", entity_id AS "entityId", matches, run_id AS "runId" FROM tracker_filter_answers
    WHERE list_id = ${listId} AND rule_id = ANY (${[...ruleIds]}::text[]) AND entity_id = ANY (${[...entityIds]}::text[])`)
  return new Map(rows.map(({ ruleId, entityId, ...answer }) => [`${ruleId} ${entityId}`, answer]))
}

/** Keeps answers of a run; those that are as they were stay as they are. */
export async function storeAnswers(
  tx: Queryable,
  { listId, runId }: { listId: string; runId: string },
  answers: readonly FilterAnswers[],
): Promise<void> {
  for (const { ruleId, matching, others } of answers)
    await tx.query(sql`
      INSERT INTO tracker_filter_answers AS known (list_id, rule_id, entity_id, matches, run_id)
      SELECT ${listId}, ${ruleId}, id, matches, ${runId} FROM (
        SELECT unnest(${matching}::text[]) AS id, true AS matches
        UNION ALL SELECT unnest(${others}::text[]), false) AS found
      ON CONFLICT (list_id, rule_id, entity_id) DO UPDATE SET matches = excluded.matches, run_id = excluded.run_id
      WHERE known.matches <> excluded.matches`)
}

/** Forgets what rules were answered that a list does not have any more: all of them, where none are kept. */
export async function deleteAnswers(
  on: Queryable,
  { listId, keep }: { listId: string; keep: readonly string[] },
): Promise<void> {
  await on.query(sql`
    DELETE FROM tracker_filter_answers WHERE list_id = ${listId} AND NOT rule_id = ANY (${[...keep]}::text[])`)
}
