import type { Clock } from '../lib/clock.ts'
import type { Postgres } from '../store/postgres/index.ts'

/** What the commands need of the machine; the entry point gives the real one, tests their own. */
export interface CliContext {
  /** Opens the control plane of this data directory; the command closes it. */
  open(): Promise<{ db: Postgres; clock: Clock; secret: Buffer; close(): Promise<void> }>
  /** Text as it is, objects as JSON; one line or document a call, to standard output. */
  print(value: object | string): void
  /** Ids a limit can be set for; without the list any id is taken. */
  operationIds?: () => Promise<readonly string[]>
}

/** The operator's mistake, or a finding to report: shown as one sentence, without a stack, exit code 1. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError'
}
