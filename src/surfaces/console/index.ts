export { consoleMounts } from './serve-console.ts'
export { consoleFolder, digestSources, isConsoleBuilt, projectFolder, stampName } from './stamp.ts'
