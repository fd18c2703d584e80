export { platformTasks, type PlatformSlices } from './platform-tasks.ts'
export {
  startMaintenance,
  type Maintenance,
  type MaintenanceSettings,
  type MaintenanceTask,
} from './start-maintenance.ts'
export { openTaskLocks, type TaskLocks } from './task-locks.ts'
