/**
 * The catalogue of failures: one entry a code. Status, machine slug and public sentence live here and nowhere else,
 * so a handler never decides a status and a private cause never reaches a client.
 */
export interface FailureKind {
  status: 400 | 401 | 402 | 403 | 404 | 405 | 408 | 409 | 410 | 413 | 422 | 429 | 431 | 500 | 503
  /** Stable machine slug of the error body (SHAPES.md 18). */
  slug: string
  message: string
  /** Whether the same request may succeed later. */
  retryable: boolean
}

const kind = (
  status: FailureKind['status'],
  slug: string,
  message: string,
  retryable = false,
): FailureKind => ({
  status,
  slug,
  message,
  retryable,
})

export const failures = {
  'invalid-request': kind(
    400,
    'invalid_request',
    'The request is invalid. Check required fields and enumerated values.',
  ),
  'invalid-json': kind(400, 'invalid_request', 'The request body is not a JSON object.'),
  'too-deep': kind(400, 'invalid_request', 'The request body is nested deeper than 32 levels.'),
  'too-wide': kind(
    400,
    'invalid_request',
    'An array or object of the request body has more than 10,000 elements.',
  ),
  'nul-character': kind(400, 'invalid_request', 'Text of the request holds a NUL character.'),
  'invalid-cursor': kind(
    400,
    'invalid_request',
    'The cursor is not valid for this request. Start again from the first page.',
  ),
  'cursor-expired': kind(400, 'invalid_request', 'The cursor has expired. Start again from the first page.'),
  'invalid-header': kind(400, 'invalid_request', 'A request header has an invalid value.'),
  'request-timeout': kind(408, 'invalid_request', 'The request took too long to arrive.', true),
  'client-gone': kind(408, 'invalid_request', 'The client left before its answer was ready.', true),
  'headers-too-large': kind(431, 'invalid_request', 'The request headers are too large.'),
  'too-large': kind(413, 'invalid_request', 'The request body is larger than 1 MiB.'),
  'file-too-large': kind(413, 'invalid_request', 'The file is larger than this operation takes.'),
  'file-quota': kind(
    413,
    'invalid_request',
    'Your organization keeps as many uploaded files as it may. They go by themselves, most of them within a day.',
  ),
  unauthorized: kind(401, 'unauthorized', 'The API key is missing or invalid.'),
  'out-of-credits': kind(402, 'out_of_credits', 'The credit balance does not cover this request.'),
  'key-credit-limit-reached': kind(
    402,
    'key_credit_limit_reached',
    'The credit limit of this API key does not cover this request.',
  ),
  restricted: kind(
    402,
    'subscription_restricted',
    'No subscription can be used: it is paused, or its usage period and grace time are over. Top up or restart the billing cycle.',
  ),
  'payment-declined': kind(402, 'payment_declined', 'The payment was declined. Attach another card.'),
  'payment-pending': kind(
    503,
    'payment_pending',
    'The payment is not settled yet. Send the same request again: it is never charged twice.',
    true,
  ),
  'payment-unavailable': kind(
    503,
    'payment_unavailable',
    'The payment processor failed and nothing was paid. Send the same request again.',
    true,
  ),
  'purchases-not-offered': kind(
    403,
    'purchases_not_offered',
    'No credits can be bought here: the operator of this service has set no payment processor. Ask the operator for credits.',
  ),
  'spend-guard': kind(402, 'spend_guard', 'The request may cost more than X-Max-Credits allows.'),
  forbidden: kind(
    403,
    'forbidden',
    'This API key may not make this request: its scopes or its addresses do not cover it.',
  ),
  'not-found': kind(404, 'not_found', 'There is nothing here.'),
  'method-not-allowed': kind(405, 'method_not_allowed', 'This path does not answer this method.'),
  conflict: kind(409, 'conflict', 'The request conflicts with the current state.'),
  'key-revoked': kind(409, 'conflict', 'This API key was revoked. It stays revoked and cannot be changed.'),
  'limit-imposed': kind(
    403,
    'forbidden',
    'The credit limit of this API key was set by somebody else: with this key limits may be lowered, but not raised, removed or begun anew.',
  ),
  'expiration-imposed': kind(
    403,
    'forbidden',
    'The expiration of this API key was set by somebody else: with this key expirations may be moved to an earlier instant, but not to a later one, nor removed.',
  ),
  'idempotency-running': kind(
    409,
    'idempotency_conflict',
    'A request with this Idempotency-Key is still running.',
    true,
  ),
  'idempotency-withdrawn': kind(
    409,
    'idempotency_conflict',
    'The answer to this Idempotency-Key was withdrawn: somebody in it asked to be removed. Nothing was done or charged again. Send the request with a new key to ask anew.',
  ),
  withdrawn: kind(
    410,
    'withdrawn',
    'This file was withdrawn: somebody in it asked to be removed. Run its list again to get it without them.',
  ),
  'idempotency-mismatch': kind(
    422,
    'idempotency_conflict',
    'This Idempotency-Key was used with a different request.',
  ),
  'too-expensive': kind(
    422,
    'unprocessable',
    'The search needs more time or memory than one request may use. Narrow it.',
  ),
  'rate-limited': kind(429, 'rate_limited', 'The rate limit was exceeded. Try again later.', true),
  internal: kind(500, 'internal', 'Something went wrong on our side. Quote errorCode to support.'),
  unavailable: kind(503, 'unavailable', 'Temporarily unavailable. Try again in a moment.', true),
} as const satisfies Record<string, FailureKind>

/** Code of a failure in the catalogue. */
export type FailureCode = keyof typeof failures

/** One invalid member: `path` as in `searchParams.domains[0]`. */
export interface Issue {
  path: string
  message: string
  code: string
}

/** A failure as data: returned by handlers, thrown by pipeline steps. `cause` goes to the log only. */
export class Failure extends Error {
  readonly code: FailureCode
  readonly issues: Issue[] | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(
    code: FailureCode,
    more: { issues?: Issue[]; retryAfterSeconds?: number; cause?: unknown } = {},
  ) {
    super(failures[code].message, more.cause === undefined ? undefined : { cause: more.cause })
    this.name = 'Failure'
    this.code = code
    this.issues = more.issues
    this.retryAfterSeconds = more.retryAfterSeconds
  }

  get kind(): FailureKind {
    return failures[this.code]
  }
}

/** A 400 about one member of the request. */
export function invalidMember(path: string, message: string, code = 'custom'): Failure {
  return new Failure('invalid-request', { issues: [{ path, message, code }] })
}
