import type { MilliCredits } from '../lib/credits.ts'
import type { Queryable } from '../store/postgres/index.ts'
import type { Caller, Hold } from './ports.ts'
import type { PriceLine } from './price.ts'

/** The caller that pays for a started job, and the hold. `hold` is undefined for sandbox keys. */
export interface JobAccount {
  caller: Caller
  requestId: string
  operationId: string
  hold: Hold | undefined
}

/** How the credits of a job appear in `chargeInfo`; each method is a form of SPEC.md. */
export type JobCredits =
  /**
   * A start whose items are paid as they are delivered. `unheld`: nothing is set aside, because the cost is only known
   * later.
   */
  | { method: 'charging-later'; message: string; unheld?: boolean }
  /** A start that takes the worst case at once; credits for undelivered items come back. */
  | { method: 'held-upfront'; message: string }
  /** A poll that reports what its job has cost; the poll itself is free. */
  | {
      method: 'charged-for-async-process'
      charged: MilliCredits
      message: string
      /** Why a job that has ended cost nothing. */
      whenFree?: string | undefined
    }
  /** A cancel that reports what its job gave back. */
  | { method: 'credits-refunded'; refunded: MilliCredits; message: string }

/** What an operation on a job answers, and what happens to its credits. */
export interface JobOutcome<O> {
  output: O
  credits: JobCredits
  /** Runs in the transaction that hands the hold of the request over to the job; a start has one. */
  begin?: ((tx: Queryable, account: JobAccount) => Promise<void>) | undefined
  /** The most the job can cost, when its price is `late`. */
  lines?: readonly PriceLine[] | undefined
}

/**
 * Answer of an operation whose credits move with a job instead of the request. With `begin` it is a start: the kernel hands
 * the hold of the request over to the job and runs `begin` in the same transaction, so that acknowledged work always has its
 * credits and refused work never does.
 */
export class JobAnswer<O = unknown> implements JobOutcome<O> {
  readonly output: O
  readonly credits: JobCredits
  readonly begin: JobOutcome<O>['begin']
  readonly lines: JobOutcome<O>['lines']

  constructor({ output, credits, begin, lines }: JobOutcome<O>) {
    this.output = output
    this.credits = credits
    this.begin = begin
    this.lines = lines
  }
}
