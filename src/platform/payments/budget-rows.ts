import type { MilliCredits } from '../../lib/credits.ts'
import {
  column,
  nullable,
  rowShape,
  sql,
  type Queryable,
  type Statement,
} from '../../store/postgres/index.ts'
import { actorOf } from '../keys/index.ts'

export type BudgetPeriod = 'day' | 'month'

/** A budget, and what was used of it since its period began. */
export interface BudgetAlert {
  id: string
  organizationId: string
  keyId: string | null
  memberId: string | null
  /** Of the key, or of the person as the audit writes them; null for the whole organization. */
  name: string | null
  period: BudgetPeriod
  /** First day of the period of now, UTC. */
  periodStart: string
  credits: MilliCredits
  used: MilliCredits
  createdAt: Date
  /** When that was told last, in whichever period. */
  reachedAt: Date | null
  /** Whether it was reached, and told, in the period of now. */
  isReached: boolean
}

export type ReachedBudget = Pick<
  BudgetAlert,
  'id' | 'organizationId' | 'keyId' | 'memberId' | 'name' | 'period' | 'periodStart' | 'credits' | 'used'
>

const budgetRow = rowShape<BudgetAlert>({
  id: column.text(),
  organizationId: column.text(),
  keyId: nullable(column.text()),
  memberId: nullable(column.text()),
  name: nullable(column.text()),
  period: column.text<BudgetPeriod>(),
  periodStart: column.text(),
  credits: column.credits(),
  used: column.credits(),
  createdAt: column.instant(),
  reachedAt: nullable(column.instant()),
  isReached: column.bool(),
})

/** First days of the day and month of an instant, UTC. */
function daysOf(nowMs: number): { day: string; month: string } {
  const day = new Date(nowMs).toISOString().slice(0, 10)
  return { day, month: `${day.slice(0, 7)}-01` }
}

/** Budgets with what was used of each: what organizations with one used is added up once, by key. */
function budgets(nowMs: number, where: Statement): Statement {
  const { day, month } = daysOf(nowMs)
  return sql`WITH begun AS MATERIALIZED (
      SELECT a.*, CASE a.period WHEN 'day' THEN ${day}::date ELSE ${month}::date END AS begins
      FROM budget_alerts a WHERE ${where}
    ), used AS (
      SELECT u.organization_id, k.member_id, u.key_id, sum(u.charged - u.refunded) AS month,
        sum(u.charged - u.refunded) FILTER (WHERE u.day = ${day}::date) AS day
      FROM (SELECT DISTINCT organization_id AS id FROM begun) o
        JOIN usage_days u ON u.organization_id = o.id AND u.day >= ${month}::date AND u.day <= ${day}::date
          AND u.rolled_up_from = 'ledger'
        LEFT JOIN api_keys k ON k.id = u.key_id AND k.kind = 'console'
      GROUP BY 1, 2, 3
    ), budgets AS (
      SELECT b.id, COALESCE(sum(CASE b.period WHEN 'day' THEN u.day ELSE u.month END), 0)::bigint AS used
      FROM begun b LEFT JOIN used u ON u.organization_id = b.organization_id
        AND (b.key_id IS NULL OR u.key_id = b.key_id) AND (b.member_id IS NULL OR u.member_id = b.member_id)
      GROUP BY b.id
    )
    SELECT b.id, b.organization_id AS "organizationId", b.key_id AS "keyId", b.member_id AS "memberId", b.period,
      to_char(b.begins, 'YYYY-MM-DD') AS "periodStart", b.credits, s.used, b.created_at AS "createdAt",
      b.reached_at AS "reachedAt", COALESCE(b.reached_in = b.begins, false) AS "isReached",
      COALESCE((SELECT k.name FROM api_keys k WHERE k.id = b.key_id),
        (SELECT ${actorOf(sql`m`)} FROM organization_members m WHERE m.id = b.member_id)) AS name
    FROM budgets s JOIN begun b ON b.id = s.id`
}

export function selectBudgets(db: Queryable, organizationId: string, nowMs: number): Promise<BudgetAlert[]> {
  return db.query(sql.rows(budgetRow)`
    ${budgets(nowMs, sql`a.organization_id = ${organizationId}`)} ORDER BY b.created_at, b.id`)
}

/** Of all organizations those that were reached since their period began, which nobody was told. */
export function selectReached(db: Queryable, nowMs: number, most: number): Promise<ReachedBudget[]> {
  const { day, month } = daysOf(nowMs)
  const isUnreached = sql`a.reached_in IS NULL
    OR a.reached_in < CASE a.period WHEN 'day' THEN ${day}::date ELSE ${month}::date END`
  return db.query(sql.rows(budgetRow)`
    ${budgets(nowMs, isUnreached)} WHERE s.used >= b.credits ORDER BY b.id LIMIT ${most}`)
}

/** Notes that a budget was reached in its period; false where it was noted, or the budget is gone. */
export async function noteReached(
  tx: Queryable,
  { id, periodStart }: Pick<ReachedBudget, 'id' | 'periodStart'>,
  nowMs: number,
): Promise<boolean> {
  const rows = await tx.query(sql`
    UPDATE budget_alerts SET reached_in = ${periodStart}::date, reached_at = ${new Date(nowMs)}
    WHERE id = ${id} AND (reached_in IS NULL OR reached_in < ${periodStart}::date) RETURNING 1`)
  return rows.length === 1
}

/** New budgets of one organization wait for each other, so that they are counted. */
export async function lockBudgets(tx: Queryable, organizationId: string): Promise<void> {
  await tx.query(sql`SELECT 1 FROM organizations WHERE id = ${organizationId} FOR NO KEY UPDATE`)
}

const idRow = rowShape({ id: column.text() })

/** The id of the budget, or of the same one that was there. */
export async function insertBudget(
  tx: Queryable,
  budget: Pick<
    BudgetAlert,
    'id' | 'organizationId' | 'keyId' | 'memberId' | 'period' | 'credits' | 'createdAt'
  >,
): Promise<string> {
  const { id, organizationId, keyId, memberId, period, credits, createdAt } = budget
  const [row] = await tx.query(sql.rows(idRow)`
    WITH added AS (
      INSERT INTO budget_alerts (id, organization_id, key_id, member_id, period, credits, created_at)
      VALUES (${id}, ${organizationId}, ${keyId}, ${memberId}, ${period}, ${credits}, ${createdAt})
      ON CONFLICT DO NOTHING RETURNING id)
    SELECT id FROM added UNION ALL
    SELECT id FROM budget_alerts
    WHERE organization_id = ${organizationId} AND COALESCE(key_id, '') = COALESCE(${keyId}, '')
      AND COALESCE(member_id, '') = COALESCE(${memberId}, '') AND period = ${period} AND credits = ${credits}`)
  return row?.id ?? id
}

const countRow = rowShape({ count: column.int() })

export async function countBudgets(tx: Queryable, organizationId: string): Promise<number> {
  const [row] = await tx.query(
    sql.rows(
      countRow,
    )`SELECT count(*)::int AS count FROM budget_alerts WHERE organization_id = ${organizationId}`,
  )
  return row?.count ?? 0
}

export async function deleteBudget(tx: Queryable, organizationId: string, id: string): Promise<boolean> {
  const rows = await tx.query(sql`
    DELETE FROM budget_alerts WHERE organization_id = ${organizationId} AND id = ${id} RETURNING 1`)
  return rows.length === 1
}
