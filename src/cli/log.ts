import { destination, pino, type DestinationStream } from 'pino'
import { logContext, type Log } from '../lib/log.ts'
import { terminalLog } from './terminal-log.ts'

/**
 * Writes structured lines to standard error, or sentences when that is a terminal, each with the id of its request or job.
 * Standard output belongs to the command. Keys never reach a log line. `to` replaces standard error in tests.
 */
export function createLog(level: string, to: DestinationStream = standardError()): Log {
  const mixin = () => logContext.getStore() ?? {}
  const logger = pino({ level, base: null, mixin, timestamp: pino.stdTimeFunctions.isoTime }, to)
  return (message, { level: of = 'info', ...detail } = {}) => logger[of](detail, message)
}

const standardError = () =>
  process.stderr.isTTY ? terminalLog(process.stderr) : destination({ dest: 2, sync: true })
