/** Name of the user the engine child knows; its password is a random token of each start. */
export const engineUser = 'almanac'

/** First line of the child's stdin. The channel stays open for life: its end ends the child. */
export interface EngineStart {
  /** Directory of the engine's data. */
  path: string
  /** Directory for bodies that have to be on disk to be read; emptied at start. */
  spool: string
  /** Configuration file of the engine. */
  configFile: string
  token: string
}

/** The one line the child writes to stdout when it answers. */
export interface EngineReady {
  port: number
  pid: number
}
