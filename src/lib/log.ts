import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * Members of every line that is logged while a request or job runs: its id and its owner. The object may be completed
 * later.
 */
export const logContext = new AsyncLocalStorage<Record<string, unknown>>()

export interface LogDetail {
  /** Default `info`. */
  level?: 'debug' | 'info' | 'warn' | 'error'
  [member: string]: unknown
}

/** Writes a line. Lines of one sort have the same message and differ in the detail. */
export type Log = (message: string, detail?: LogDetail) => void
