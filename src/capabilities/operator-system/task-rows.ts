import { column, nullable, rowShape, sql, type Queryable } from '../../store/postgres/index.ts'

export const taskKinds = [
  'backup',
  'verify-backup',
  'try-restore',
  'doctor',
  'verify-ledger',
  'verify-audit',
  'remove-sample',
  'find-duplicates',
] as const
export type TaskKind = (typeof taskKinds)[number]

export const taskStates = ['queued', 'running', 'completed', 'failed', 'interrupted'] as const
export type TaskState = (typeof taskStates)[number]

/** Long work that an operator asked for. */
export interface StoredTask {
  id: string
  kind: TaskKind
  state: TaskState
  /** What it is asked to do, beyond its kind. */
  choice: Record<string, unknown>
  result: Record<string, unknown> | null
  problem: string | null
  createdAt: Date
  startedAt: Date | null
  endedAt: Date | null
}

const taskRow = rowShape<StoredTask>({
  id: column.text(),
  kind: column.text(),
  state: column.text(),
  choice: column.json(),
  result: nullable(column.json()),
  problem: nullable(column.text()),
  createdAt: column.instant(),
  startedAt: nullable(column.instant()),
  endedAt: nullable(column.instant()),
})

const columns = sql`id, kind, state, choice, result, problem, created_at AS "createdAt", started_at AS "startedAt",
  ended_at AS "endedAt"`

export async function insertTask(
  tx: Queryable,
  { id, kind, choice, createdAt }: Pick<StoredTask, 'id' | 'kind' | 'choice' | 'createdAt'>,
): Promise<void> {
  await tx.query(sql`
    INSERT INTO operator_tasks (id, kind, state, choice, created_at)
    VALUES (${id}, ${kind}, 'queued', ${JSON.stringify(choice)}::jsonb, ${createdAt})`)
}

/** One of the kind that has yet to end; locks the table against another of its kind that begins at once. */
export async function findOpenTask(tx: Queryable, kind: TaskKind): Promise<StoredTask | undefined> {
  await tx.query(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`almanac.operator-task.${kind}`}, 0))`)
  const [row] = await tx.query(sql.rows(taskRow)`
    SELECT ${columns} FROM operator_tasks WHERE kind = ${kind} AND state IN ('queued', 'running') LIMIT 1`)
  return row
}

export async function selectTask(db: Queryable, id: string): Promise<StoredTask | undefined> {
  const [row] = await db.query(sql.rows(taskRow)`SELECT ${columns} FROM operator_tasks WHERE id = ${id}`)
  return row
}

/** A page, newest first. */
export async function selectTasks(
  db: Queryable,
  { before, most }: { before?: string | undefined; most: number },
): Promise<StoredTask[]> {
  return db.query(sql.rows(taskRow)`
    SELECT ${columns} FROM operator_tasks WHERE ${before ?? null}::text IS NULL OR id < ${before ?? null}
    ORDER BY id DESC LIMIT ${most}`)
}

/** When a task of the kind was asked for last, and how it stands; of those in one state where that is named. */
export async function findLatestTask(
  db: Queryable,
  kind: TaskKind,
  state?: TaskState,
): Promise<Pick<StoredTask, 'state' | 'createdAt'> | undefined> {
  const [row] = await db.query(sql.rows(taskRow)`
    SELECT ${columns} FROM operator_tasks WHERE kind = ${kind} AND (${state ?? null}::text IS NULL OR state = ${state ?? null})
    ORDER BY created_at DESC, id DESC LIMIT 1`)
  return row
}

const openRow = rowShape({ queued: column.int(), running: column.int() })

export async function countOpenTasks(db: Queryable): Promise<{ queued: number; running: number }> {
  const [row] = await db.query(sql.rows(openRow)`
    SELECT count(*) FILTER (WHERE state = 'queued') AS queued, count(*) FILTER (WHERE state = 'running') AS running
    FROM operator_tasks WHERE state IN ('queued', 'running')`)
  return row ?? { queued: 0, running: 0 }
}

export async function takeTask(tx: Queryable, at: Date): Promise<StoredTask | undefined> {
  const [row] = await tx.query(sql.rows(taskRow)`
    UPDATE operator_tasks SET state = 'running', started_at = ${at}
    WHERE id = (SELECT id FROM operator_tasks WHERE state = 'queued' ORDER BY created_at, id LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING ${columns}`)
  return row
}

/** Of tasks that are said to run while nothing does: their process ended without a word. */
export async function markInterruptedTasks(db: Queryable, at: Date): Promise<void> {
  await db.query(sql`
    UPDATE operator_tasks SET state = 'interrupted', ended_at = ${at},
      problem = 'Its process ended before its end. Ask for it again.' WHERE state = 'running'`)
}

export async function endTask(
  db: Queryable,
  id: string,
  end: { state: TaskState; at: Date; result?: object; problem?: string },
): Promise<void> {
  const result = end.result === undefined ? null : JSON.stringify(end.result)
  await db.query(sql`
    UPDATE operator_tasks SET state = ${end.state}, ended_at = ${end.at}, result = ${result}::jsonb,
      problem = ${end.problem ?? null} WHERE id = ${id}`)
}
