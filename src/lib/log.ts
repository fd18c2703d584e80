import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * What every line says that is logged while a request or a job is at work: its id, and whose it is. The object may be
 * completed as more becomes known.
 */
export const logContext = new AsyncLocalStorage<Record<string, unknown>>()

export interface LogDetail {
  /** Default `info`. */
  level?: 'debug' | 'info' | 'warn' | 'error'
  [member: string]: unknown
}

/** Writes a line. The message is the same for every line of its kind; what differs stands in the detail. */
export type Log = (message: string, detail?: LogDetail) => void
