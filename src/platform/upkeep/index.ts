export { platformTasks, type PlatformSlices } from './platform-tasks.ts'
export { startUpkeep, type Upkeep, type UpkeepSettings, type UpkeepTask } from './start-upkeep.ts'
