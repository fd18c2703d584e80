import type { Commands } from './command-runner.ts'
import type { RunningServer } from './running-server.ts'

/** A server that nobody kills, shared by suites, with commands that work beside it. */
export interface Beside {
  dataDir: string
  server: RunningServer
  commands: Commands
}
