import { column, rowShape, sql, type Queryable } from '../../store/postgres/index.ts'

/** The answers of the search of a rule for some entities. */
export interface FilterAnswers {
  ruleId: string
  matching: string[]
  others: string[]
}

/** The latest answer for an entity. */
export interface KnownAnswer {
  matches: boolean
  /** The run that first had this answer. */
  runId: string
}

const answerRow = rowShape({
  ruleId: column.text(),
  entityId: column.text(),
  matches: column.bool(),
  runId: column.text(),
})

/** Reads stored answers, under the key `rule entity`. */
export async function selectAnswers(
  on: Queryable,
  {
    listId,
    ruleIds,
    entityIds,
  }: { listId: string; ruleIds: readonly string[]; entityIds: readonly string[] },
): Promise<Map<string, KnownAnswer>> {
  if (ruleIds.length === 0 || entityIds.length === 0) return new Map()
  const rows = await on.query(sql.rows(answerRow)`
    SELECT rule_id AS "ruleId", entity_id AS "entityId", matches, run_id AS "runId" FROM tracker_filter_answers
    WHERE list_id = ${listId} AND rule_id = ANY (${[...ruleIds]}::text[]) AND entity_id = ANY (${[...entityIds]}::text[])`)
  return new Map(rows.map(({ ruleId, entityId, ...answer }) => [`${ruleId} ${entityId}`, answer]))
}

/** Stores the answers of a run. An unchanged answer keeps the run that first had it. */
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

/** Deletes the answers of rules that a list no longer has. `keep` names the rules that remain. */
export async function deleteAnswers(
  on: Queryable,
  { listId, keep }: { listId: string; keep: readonly string[] },
): Promise<void> {
  await on.query(sql`
    DELETE FROM tracker_filter_answers WHERE list_id = ${listId} AND NOT rule_id = ANY (${[...keep]}::text[])`)
}
