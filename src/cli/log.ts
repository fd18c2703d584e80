import { destination, pino } from 'pino'
import type { Log } from '../stores.ts'

/** Structured lines on standard error; standard output belongs to the command. Keys never reach a log line. */
export function createLog(level: string): Log {
  const logger = pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime },
    destination({ dest: 2, sync: true }),
  )
  return (message, detail) => {
    const write = /failed|error/i.test(message) ? 'error' : 'info'
    logger[write](detail ?? {}, message)
  }
}
