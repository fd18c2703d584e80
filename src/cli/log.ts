import { destination, pino, type DestinationStream } from 'pino'
import { logContext, type Log } from '../lib/log.ts'
import { tracePlace } from '../lib/tracing.ts'
import { terminalLog } from './terminal-log.ts'

/**
 * Writes structured lines to standard error, or sentences when that is a terminal, each with the id of its request or job, and of its
 * trace where spans are reported.
 * Standard output belongs to the command. Keys never reach a log line. `to` replaces standard error in tests.
 */
export function createLog(level: string, to: DestinationStream = standardError()): Log {
  const mixin = () => {
    const place = tracePlace()
    const context = logContext.getStore() ?? {}
    return place === undefined ? context : { ...context, trace_id: place.traceId, span_id: place.spanId }
  }
  const logger = pino({ level, base: null, mixin, timestamp: pino.stdTimeFunctions.isoTime }, to)
  return (message, { level: of = 'info', ...detail } = {}) => logger[of](detail, message)
}

const standardError = () =>
  process.stderr.isTTY ? terminalLog(process.stderr) : destination({ dest: 2, sync: true })
