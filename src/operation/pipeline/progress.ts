import type { Clock } from '../../lib/clock.ts'
import type {
  Admission,
  Authenticator,
  Caller,
  Files,
  Hold,
  Idempotency,
  Ledger,
  Limiter,
  RecordTracer,
  RequestLog,
  Sandbox,
  IdempotencySlot,
} from '../ports.ts'
import type { AnswerLinks } from './answer.ts'

/** What the pipeline needs from whoever assembles it. */
export interface PipelinePorts {
  authenticator: Authenticator
  limiter: Limiter
  ledger: Ledger
  idempotency: Idempotency
  requestLog: RequestLog
  /** Unset: sandbox keys work on the dependencies of live ones. */
  sandbox?: Sandbox
  /** Unset: operations of the operator answer 401. */
  operatorToken?: string | undefined
  /** Needed where operations answer records of entities. */
  tracer?: RecordTracer
  /** Where files of requests are kept; needed for operations that take one. */
  files?: Files
  clock: Clock
  links: AnswerLinks
  /** Check every answer against its schema (tests, development). */
  checkOutputs: boolean
  /** Called with every answer, for the log of the installation. */
  onAnswer?(answer: AnswerLine): void
  /** Called with every 5xx and its cause. */
  onError(error: { requestId: string; errorCode: string; operationId: string; cause: unknown }): void
}

/** A line of the installation's log: which operation, for whom, how it went. The id of the request is in its context. */
export interface AnswerLine {
  operationId: string
  status: number
  durationMs: number
  /** Charged. */
  credits: number
  errorCode?: string
  keyPrefix?: string
  address: string
}

/** What is known about a request so far; an error answer and the request log use what is there. */
export interface Progress {
  requestId: string
  nowMs: number
  caller?: Caller
  admission?: Admission
  rawInput?: unknown
  /** A path of a member as the client wrote it. */
  givenPath?(path: string): string
  hold?: Hold
  slot?: IdempotencySlot
}
