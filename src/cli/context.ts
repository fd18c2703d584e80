import type { Clock } from '../lib/clock.ts'
import type { Postgres } from '../store/postgres/index.ts'

/** What the commands need from the machine; the entry point passes the real one, tests their own. */
export interface CliContext {
  /** Opens the control plane of this data directory; the command closes it. */
  open(): Promise<{ db: Postgres; clock: Clock; secret: Buffer; close(): Promise<void> }>
  /** Prints text unchanged and objects as JSON to standard output, one line or document for each call. */
  print(value: object | string): void
  /** Ids a limit can be set for; without the list any id is accepted. */
  operationIds?: () => Promise<readonly string[]>
}

/** An operator's mistake, or a finding to report: shown as one sentence without a stack, with exit code 1. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError'
}
