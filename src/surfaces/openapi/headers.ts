import { isLimited, type AnyOperation } from '../../operation/index.ts'
import type { Json } from './json-schema.ts'

const number = { type: 'number' }
const integer = { type: 'integer', minimum: 0 }
const text = { type: 'string' }

/** components.headers: headers of answers. */
export const answerHeaderObjects: Record<string, Json> = {
  'X-Request-Id': { description: 'Id of this request; error bodies repeat it as `requestId`.', schema: text },
  'X-Credits-Charged': {
    description: 'Credits this request was charged; 0 for the replay of an earlier one.',
    schema: number,
  },
  'X-Credits-Remaining': { description: 'Credits left in the current billing period.', schema: number },
  'RateLimit-Policy': {
    description: 'The limit in force: `q` requests in any `w` seconds.',
    schema: text,
    example: '"default";q=180;w=60',
  },
  RateLimit: {
    description: 'Requests left (`r`) and the seconds until one more is admitted (`t`).',
    schema: text,
    example: '"default";r=179;t=0',
  },
  'Retry-After': { description: 'Seconds to wait before trying again.', schema: integer },
  'Idempotent-Replayed': {
    description:
      '`true` when this is the stored answer to an earlier request with the same Idempotency-Key. The body is that answer, byte for byte; X-Credits-Charged is 0, because nothing was charged again.',
    schema: { type: 'string', const: 'true' },
  },
  Age: { description: 'How many seconds ago a replayed answer was first given.', schema: integer },
}

/** components.parameters: headers a request may carry. */
export const requestHeaders: Record<string, Json> = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'A retry with the same key and the same request gets the same answer and is charged at most once, for 72 hours. Let the key name the act, such as an order number: a new key for each attempt protects nothing.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  },
  DryRun: {
    name: 'X-Dry-Run',
    in: 'header',
    description:
      '`1` checks the request and answers the most it can cost, in place of the usual `output`: `{dryRun: {maxCredits, breakdown: [{operation, units, creditsPerUnit}]}}` (the schema DryRunAnswer). Nothing runs and nothing is charged.',
    // As a second form of every answer, generated clients would have to tell the two apart at each call (decision 0041).
    // A pattern, because some clients fill in the only value of an enumeration by themselves, and nothing would run.
    schema: { type: 'string', pattern: '^[01]$' },
  },
  Strict: {
    name: 'X-Strict',
    in: 'header',
    description:
      '`1` refuses a request with an unknown member with 400, before it costs anything, instead of warning about it.',
    schema: { type: 'string', pattern: '^[01]$' },
  },
  MaxCredits: {
    name: 'X-Max-Credits',
    in: 'header',
    description:
      'Refuses the request with 402 and `spend_guard` when it may cost more than this many credits. Work whose cost is known only while it is done ends before it costs more.',
    schema: { type: 'number', minimum: 0 },
  },
}

export const isPriced = (operation: AnyOperation): boolean =>
  operation.access === 'key' && operation.price.kind !== 'free'

export const takesDryRun = (operation: AnyOperation): boolean =>
  operation.access === 'key' && operation.dryRun !== false

export const takesIdempotencyKey = (operation: AnyOperation): boolean =>
  operation.access === 'key' && operation.method !== 'GET'

/** Header parameters an operation takes. */
export function headerParameters(operation: AnyOperation): Json[] {
  const names = [
    ...(takesIdempotencyKey(operation) ? ['IdempotencyKey'] : []),
    ...(takesDryRun(operation) ? ['DryRun'] : []),
    ...(isPriced(operation) || operation.chargesLater === true ? ['MaxCredits'] : []),
    ...(isPriced(operation) ? ['Strict'] : []),
  ]
  return names.map((name) => ({ $ref: `#/components/parameters/${name}` }))
}

/** References to answer headers by name. */
export function headerReferences(names: readonly string[]): Json {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}

/** Headers of an operation's successful answer. */
export function successHeaders(operation: AnyOperation): Json {
  return headerReferences([
    'X-Request-Id',
    'X-Credits-Charged',
    ...(operation.access === 'key' ? ['X-Credits-Remaining'] : []),
    ...(isLimited(operation) ? ['RateLimit-Policy', 'RateLimit'] : []),
    ...(takesIdempotencyKey(operation) ? ['Idempotent-Replayed', 'Age'] : []),
  ])
}
