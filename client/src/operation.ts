import type { components, operations, webhooks } from './generated/schema.ts'

export type Schemas = components['schemas']
export type OperationId = keyof operations

/** What the client has to know of an operation besides its types; `scripts/client-operations.ts` says what each means. */
export interface Operation<Id extends OperationId = OperationId> {
  readonly id: Id
  readonly method: string
  readonly path: string
  readonly access?: 'public' | 'operator'
  readonly isPriced?: boolean
  readonly isRepeatable?: boolean
  readonly takesKey?: boolean
  readonly takesDryRun?: boolean
  readonly query?: readonly string[]
  readonly file?: readonly string[]
  readonly page?: { readonly ask: string; readonly next: string; readonly lists: readonly string[] }
}

type Flat<T> = { [Name in keyof T]: T[Name] }
type Parameters<Id extends OperationId> = operations[Id]['parameters']
/** Places that an operation does not use are `never` in the description. */
type Used<T> = [NonNullable<T>] extends [never] ? unknown : NonNullable<T>
type InPath<Id extends OperationId> = Used<Parameters<Id>['path']>
type InQuery<Id extends OperationId> = Used<Parameters<Id>['query']>
type InBody<Id extends OperationId> = operations[Id] extends { requestBody?: infer Body }
  ? NonNullable<Body> extends { content: { 'application/json': infer Members } }
    ? Omit<Members, 'apiKey'>
    : unknown
  : unknown

/** Members of a request: those of its path, its query and its body together, as the page of the operation lists them. */
export type Input<Id extends OperationId> = Flat<InPath<Id> & InQuery<Id> & InBody<Id>>

type Content<Id extends OperationId> = operations[Id]['responses'] extends { 200: { content: infer Types } }
  ? Types
  : never

/** What an operation answers: its `output`, the body where it has no envelope, a text where it is no JSON. */
export type Output<Id extends OperationId> =
  Content<Id> extends { 'application/json': infer Body }
    ? Body extends { output: infer Members }
      ? Members
      : Body
    : string

export type Warning = Schemas['Warning']
export type ChargeInfo = Schemas['ChargeInfo']
export type Quote = Schemas['DryRunAnswer']['output']['dryRun']

/** An answer with what it cost. */
export interface Answer<T> {
  output: T
  /** Undefined where the answer has no envelope: such answers are free. */
  chargeInfo: ChargeInfo | undefined
  /** What of the request was not understood. */
  warnings: readonly Warning[]
  /** How to find more. */
  advice: readonly string[]
  /** Credits that this request was charged; 0 for a replay. */
  cost: number
  /** Whether it is the stored answer of an earlier request with the same Idempotency-Key. */
  isReplay: boolean
  requestId: string | undefined
  /** Time of the sandbox, where a sandbox key asked. */
  sandboxTime: Date | undefined
}

/** Payload of each event by its key. */
export type EventPayloads = {
  [Key in keyof webhooks]: webhooks[Key] extends {
    post: { requestBody: { content: { 'application/json': infer Payload } } }
  }
    ? Payload
    : never
}
