export { addressOf, listAllBackups } from './all-backups.ts'
export { backupFolder, isByClock, nameBackup, removeOldBackups } from './backups.ts'
export { askDueBackup, askDueTrial } from './due-tasks.ts'
export { isTaskDue, TaskFailed, workTasks, type TaskRunners } from './tasks.ts'
