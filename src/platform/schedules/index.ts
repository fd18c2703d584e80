export { openSchedules, type NewSchedule, type Schedules, type SchedulesSettings } from './open-schedules.ts'
export { type ScheduleRule } from './rule.ts'
export {
  defineSchedule,
  startedBy,
  type RunOutcome,
  type ScheduleKind,
  type ScheduleRun,
} from './schedule-kind.ts'
export type { EndedSlot, Schedule, SlotOutcome } from './schedule-rows.ts'
