import { column, deleteOldest, nullable, rowShape, sql, type Queryable } from '../../store/postgres/index.ts'
import type { ScheduleRule } from './rule.ts'

/** A schedule as stored. */
export interface Schedule {
  id: string
  /** Null: the installation's own. */
  organizationId: string | null
  kind: string
  subjectId: string
  rule: ScheduleRule
  /** Slots of an interval are counted from here. */
  countedFrom: Date
  nextSlotAt: Date
  /** Failed runs of the next slot. */
  attempts: number
  paused: boolean
  lastSlotAt: Date | null
  lastOutcome: SlotOutcome | null
  /** Why the last slot was skipped, not paid or failed. */
  lastReason: string | null
  lastTaskId: string | null
  createdAt: Date
}

export type SlotOutcome = 'started' | 'done' | 'skipped' | 'unpaid' | 'failed'

/** The outcome of a slot. */
export interface EndedSlot {
  slotAt: Date
  outcome: SlotOutcome
  reason: string | null
  taskId: string | null
  ranAt: Date
}

const endedSlotRow = rowShape<EndedSlot>({
  slotAt: column.instant(),
  outcome: column.text(),
  reason: nullable(column.text()),
  taskId: nullable(column.text()),
  ranAt: column.instant(),
})

interface ScheduleRow extends Omit<Schedule, 'rule'> {
  cron: string | null
  everyDays: number | null
}

const scheduleRow = rowShape<ScheduleRow>({
  id: column.text(),
  organizationId: nullable(column.text()),
  kind: column.text(),
  subjectId: column.text(),
  countedFrom: column.instant(),
  nextSlotAt: column.instant(),
  attempts: column.int(),
  paused: column.bool(),
  lastSlotAt: nullable(column.instant()),
  lastOutcome: nullable(column.text()),
  lastReason: nullable(column.text()),
  lastTaskId: nullable(column.text()),
  createdAt: column.instant(),
  cron: nullable(column.text()),
  everyDays: nullable(column.int()),
})

const columns = sql`id, organization_id AS "organizationId", kind, subject_id AS "subjectId", cron,
  every_days AS "everyDays", counted_from AS "countedFrom", next_slot_at AS "nextSlotAt", attempts,
  paused_at IS NOT NULL AS paused, last_slot_at AS "lastSlotAt", last_outcome AS "lastOutcome",
  last_reason AS "lastReason", last_task_id AS "lastTaskId", created_at AS "createdAt"`

function toSchedule({ cron, everyDays, ...row }: ScheduleRow): Schedule {
  return { ...row, rule: cron === null ? { everyDays: everyDays ?? 0 } : { cron } }
}

const splitRule = (rule: ScheduleRule) =>
  'cron' in rule ? { ...rule, everyDays: null } : { ...rule, cron: null }

export async function insertSchedule(
  tx: Queryable,
  schedule: Pick<
    Schedule,
    'id' | 'organizationId' | 'kind' | 'subjectId' | 'rule' | 'countedFrom' | 'nextSlotAt' | 'createdAt'
  >,
): Promise<Schedule> {
  const { id, organizationId, kind, subjectId, nextSlotAt } = schedule
  const { cron, everyDays } = splitRule(schedule.rule)
  const [row] = await tx.query(sql.rows(scheduleRow)`
    INSERT INTO schedules (id, organization_id, kind, subject_id, cron, every_days, counted_from, next_slot_at, due_at,
      created_at)
    VALUES (${id}, ${organizationId}, ${kind}, ${subjectId}, ${cron}, ${everyDays}, ${schedule.countedFrom},
      ${nextSlotAt}, ${nextSlotAt}, ${schedule.createdAt}) RETURNING ${columns}`)
  return toSchedule(row as ScheduleRow)
}

export async function selectSchedule(
  on: Queryable,
  { kind, subjectId }: { kind: string; subjectId: string },
): Promise<Schedule | undefined> {
  const [row] = await on.query(
    sql.rows(
      scheduleRow,
    )`SELECT ${columns} FROM schedules WHERE kind = ${kind} AND subject_id = ${subjectId}`,
  )
  return row && toSchedule(row)
}

/** The schedule; nobody changes it until the transaction ends. */
export async function lockSchedule(tx: Queryable, id: string): Promise<Schedule | undefined> {
  const [row] = await tx.query(
    sql.rows(scheduleRow)`SELECT ${columns} FROM schedules WHERE id = ${id} FOR NO KEY UPDATE`,
  )
  return row && toSchedule(row)
}

export async function selectAnyDue(
  on: Queryable,
  { kinds, nowMs }: { kinds: readonly string[]; nowMs: number },
): Promise<boolean> {
  const rows = await on.query(sql`
    SELECT 1 FROM schedules WHERE due_at <= ${new Date(nowMs)} AND paused_at IS NULL AND kind = ANY(${kinds}) LIMIT 1`)
  return rows.length > 0
}

/** A due schedule that no other process has, locked. */
export async function lockDue(
  tx: Queryable,
  { kinds, nowMs }: { kinds: readonly string[]; nowMs: number },
): Promise<Schedule | undefined> {
  const [row] = await tx.query(sql.rows(scheduleRow)`
    SELECT ${columns} FROM schedules
    WHERE due_at <= ${new Date(nowMs)} AND paused_at IS NULL AND kind = ANY(${kinds})
    ORDER BY due_at LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED`)
  return row && toSchedule(row)
}

/** Ends the next slot of a locked schedule and names the one after it. Throws when the slot has ended before. */
export async function endSlot(
  tx: Queryable,
  schedule: Schedule,
  { nextSlotAt, ...ended }: Omit<EndedSlot, 'slotAt'> & { nextSlotAt: Date },
): Promise<void> {
  const { id, nextSlotAt: slotAt } = schedule
  await tx.query(sql`
    INSERT INTO schedule_runs (schedule_id, slot_at, outcome, reason, task_id, ran_at)
    VALUES (${id}, ${slotAt}, ${ended.outcome}, ${ended.reason}, ${ended.taskId}, ${ended.ranAt})`)
  // A slot without a job says nothing of the job before it, which may still be running.
  await tx.query(sql`
    UPDATE schedules SET next_slot_at = ${nextSlotAt}, due_at = ${nextSlotAt}, attempts = 0, last_slot_at = ${slotAt},
      last_outcome = ${ended.outcome}, last_reason = ${ended.reason}, last_task_id = COALESCE(${ended.taskId}, last_task_id)
    WHERE id = ${id}`)
}

/** Another attempt at the next slot, later. */
export async function postpone(
  tx: Queryable,
  id: string,
  next: { attempts: number; dueAt: Date },
): Promise<void> {
  await tx.query(
    sql`UPDATE schedules SET attempts = ${next.attempts}, due_at = ${next.dueAt} WHERE id = ${id}`,
  )
}

export async function updateRule(
  tx: Queryable,
  id: string,
  to: Pick<Schedule, 'rule' | 'countedFrom' | 'nextSlotAt'>,
): Promise<void> {
  const { cron, everyDays } = splitRule(to.rule)
  await tx.query(sql`
    UPDATE schedules SET cron = ${cron}, every_days = ${everyDays}, counted_from = ${to.countedFrom},
      next_slot_at = ${to.nextSlotAt}, due_at = ${to.nextSlotAt}, attempts = 0 WHERE id = ${id}`)
}

export async function pauseSchedule(tx: Queryable, id: string, pausedAt: Date): Promise<void> {
  await tx.query(sql`UPDATE schedules SET paused_at = COALESCE(paused_at, ${pausedAt}) WHERE id = ${id}`)
}

export async function resumeSchedule(tx: Queryable, id: string, nextSlotAt: Date): Promise<void> {
  await tx.query(sql`
    UPDATE schedules SET paused_at = NULL, next_slot_at = ${nextSlotAt}, due_at = ${nextSlotAt}, attempts = 0
    WHERE id = ${id}`)
}

export async function deleteSchedule(tx: Queryable, id: string): Promise<boolean> {
  return (await tx.query(sql`DELETE FROM schedules WHERE id = ${id} RETURNING 1`)).length > 0
}

export async function selectSlots(on: Queryable, id: string, most: number): Promise<EndedSlot[]> {
  return on.query(sql.rows(endedSlotRow)`
    SELECT slot_at AS "slotAt", outcome, reason, task_id AS "taskId", ran_at AS "ranAt" FROM schedule_runs
    WHERE schedule_id = ${id} ORDER BY slot_at DESC LIMIT ${most}`)
}

export async function selectIsArchived(on: Queryable, organizationId: string): Promise<boolean> {
  const rows = await on.query(
    sql`SELECT 1 FROM organizations WHERE id = ${organizationId} AND archived_at IS NOT NULL`,
  )
  return rows.length > 0
}

/** Removes slots that ended before an instant, a batch. The last one of a schedule stays with the schedule itself. */
export async function deleteSlots(on: Queryable, beforeMs: number, most: number): Promise<number> {
  const where = sql`ran_at < ${new Date(beforeMs)}`
  return deleteOldest(on, { table: 'schedule_runs', where, by: 'ran_at', most })
}
