/**
 * What is said of a failure: one entry a code. Status, machine slug and public sentence live in the catalogue and nowhere
 * else, so a handler never decides a status and a private cause never reaches a client. Codes that any operation may meet
 * are below; those of one slice are in its `failures.ts` (`defineFailures`).
 */
export interface FailureKind {
  status: 400 | 401 | 402 | 403 | 404 | 405 | 408 | 409 | 410 | 413 | 415 | 422 | 429 | 431 | 500 | 503
  /** Stable machine slug of the error body (SHAPES.md 18). */
  slug: string
  /** What happened, and what to do next. */
  message: string
  /** Whether the same request may succeed later. */
  retryable: boolean
  /** The answer also says how many credits are left, and where to get more. */
  alertsCredits?: true
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
  'invalid-json': kind(400, 'invalid_request', 'The request body is not a JSON object. Send one, in UTF-8.'),
  'too-deep': kind(
    400,
    'invalid_request',
    'The request body is nested deeper than 32 levels. Send a flatter one.',
  ),
  'too-wide': kind(
    400,
    'invalid_request',
    'An array or object of the request body has more than 10,000 elements. Split it over several requests.',
  ),
  'nul-character': kind(400, 'invalid_request', 'Text of the request holds a NUL character. Remove it.'),
  'invalid-cursor': kind(
    400,
    'invalid_request',
    'The cursor is not valid for this request. Start again from the first page.',
  ),
  'cursor-expired': kind(400, 'invalid_request', 'The cursor has expired. Start again from the first page.'),
  'invalid-header': kind(
    400,
    'invalid_request',
    'A request header has an invalid value. Correct it, or leave it out.',
  ),
  'request-timeout': kind(
    408,
    'invalid_request',
    'The request took too long to arrive. Send it again.',
    true,
  ),
  'client-gone': kind(
    408,
    'invalid_request',
    'The client left before its answer was ready. Send the request again, and wait longer.',
    true,
  ),
  'unknown-encoding': kind(
    415,
    'invalid_request',
    'The body has a Content-Encoding that is not read here. Send it as it is, or as gzip, deflate or br.',
  ),
  'invalid-encoding': kind(
    400,
    'invalid_request',
    'The body is not what its Content-Encoding says. Send it as it is, or compress it again.',
  ),
  'headers-too-large': kind(
    431,
    'invalid_request',
    'The request headers are too large. Send fewer or shorter ones.',
  ),
  'too-large': kind(
    413,
    'invalid_request',
    'The request body is larger than 1 MiB (2 MiB where a list may have 10,000 items). Split it over several requests.',
  ),
  'file-too-large': kind(413, 'invalid_request', 'The file is larger than this operation takes. Split it.'),
  'file-quota': kind(
    413,
    'invalid_request',
    'Your organization keeps as many uploaded files as it may. Wait: they go by themselves, most of them within a day.',
  ),
  unauthorized: kind(
    401,
    'unauthorized',
    'The API key is missing or invalid. Send a valid one as `x-api-key`.',
  ),
  'foreign-origin': kind(
    403,
    'forbidden',
    'A page of another site asks. Use the address of the service itself, or a client that is no browser.',
  ),
  'foreign-host': kind(
    403,
    'forbidden',
    'The request names as Host what is no address of this service. Use its own; ALMANAC_BASE_URL says which that is.',
  ),
  'out-of-credits': kind(
    402,
    'out_of_credits',
    'The credit balance does not cover this request. Get more credits, or ask for less.',
  ),
  'key-credit-limit-reached': kind(
    402,
    'key_credit_limit_reached',
    'The credit limit of this API key does not cover this request. Raise it, or use another key.',
  ),
  restricted: kind(
    402,
    'subscription_restricted',
    'No subscription can be used: it is paused, or its usage period and grace time are over. Top up or restart the billing cycle.',
  ),
  'spend-guard': kind(
    402,
    'spend_guard',
    'The request may cost more than X-Max-Credits allows. Ask for less, or raise it.',
  ),
  forbidden: kind(
    403,
    'forbidden',
    'This API key may not make this request: its scopes or its addresses do not cover it. Use another key.',
  ),
  'not-found': kind(404, 'not_found', 'There is nothing here. Check the address and the ids in it.'),
  'method-not-allowed': kind(
    405,
    'method_not_allowed',
    'This path does not answer this method. Use one that the header Allow names.',
  ),
  conflict: kind(
    409,
    'conflict',
    'The request conflicts with the current state. Read that anew before sending another.',
  ),
  'idempotency-running': kind(
    409,
    'idempotency_conflict',
    'A request with this Idempotency-Key is still running. Wait for a second and send the same request again.',
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
    'This Idempotency-Key was used with a different request. Send this one with a new key.',
  ),
  'too-expensive': kind(
    422,
    'unprocessable',
    'The search needs more time or memory than one request may use. Narrow it.',
  ),
  'rate-limited': kind(429, 'rate_limited', 'The rate limit was exceeded. Try again later.', true),
  internal: kind(500, 'internal', 'Something went wrong on our side. Quote errorCode to support.'),
  unavailable: kind(503, 'unavailable', 'Temporarily unavailable. Try again in a moment.', true),
  rebuilding: kind(
    503,
    'unavailable',
    'What this request reads is being built again. Read in GET /status how far it is, and try again when it is done.',
    true,
  ),
} as const satisfies Record<string, FailureKind>

/** Code of a failure in the catalogue. */
export type FailureCode = keyof typeof failures

/** One invalid member: `path` as in `searchParams.domains[0]`. */
export interface Issue {
  path: string
  message: string
  code: string
}

/** What a failure adds to its kind. */
export interface FailureDetails {
  issues?: Issue[]
  retryAfterSeconds?: number
  cause?: unknown
}

/** A failure as data: returned by handlers, thrown by pipeline steps. `cause` goes to the log only. */
export class Failure extends Error {
  readonly code: string
  readonly kind: FailureKind
  readonly issues: Issue[] | undefined
  readonly retryAfterSeconds: number | undefined

  /** `kind` comes with the codes of slices; `SliceFailures.of` gives it. */
  constructor(code: FailureCode, more?: FailureDetails)
  constructor(code: string, more: FailureDetails, kind: FailureKind)
  constructor(code: string, more: FailureDetails = {}, kind: FailureKind = failures[code as FailureCode]) {
    super(kind.message, more.cause === undefined ? undefined : { cause: more.cause })
    this.name = 'Failure'
    this.code = code
    this.kind = kind
    this.issues = more.issues
    this.retryAfterSeconds = more.retryAfterSeconds
  }
}

/** Failures that only one slice has. */
export interface SliceFailures<C extends string = string> {
  readonly kinds: Readonly<Record<C, FailureKind>>
  /** For a handler to return or throw. */
  of(code: C, more?: FailureDetails): Failure
}

/**
 * Defines the failures of a slice, in its `failures.ts`. Its `operationsOf` is given them, and `fails` of its operations
 * then takes their codes. Throws for a code of the kernel.
 */
export function defineFailures<const C extends string>(kinds: Record<C, FailureKind>): SliceFailures<C> {
  const duplicate = Object.keys(kinds).find((code) => Object.hasOwn(failures, code))
  if (duplicate !== undefined) throw new Error(`${duplicate} is a failure of the kernel`)
  return { kinds, of: (code, more = {}) => new Failure(code, more, kinds[code]) }
}

/** A 400 about one member of the request. */
export function invalidMember(path: string, message: string, code = 'custom'): Failure {
  return new Failure('invalid-request', { issues: [{ path, message, code }] })
}
