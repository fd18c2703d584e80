/**
 * What clients are told about a failure, one entry for each code. Status, machine slug and public sentence live only in the
 * catalogue, so a handler never decides a status and a private cause never reaches a client. Codes that any operation may
 * meet are below; the codes of one slice are in its `failures.ts` (`defineFailures`).
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
  'nul-character': kind(400, 'invalid_request', 'The request contains a NUL character. Remove it.'),
  'invalid-cursor': kind(
    400,
    'invalid_request',
    'The cursor is not valid for this request. Start again from the first page.',
  ),
  'cursor-expired': kind(400, 'invalid_request', 'The cursor has expired. Start again from the first page.'),
  'invalid-header': kind(
    400,
    'invalid_request',
    'A request header has an invalid value. Correct it or leave it out.',
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
    'The client disconnected before its answer was ready. Send the request again and wait longer.',
    true,
  ),
  'unknown-encoding': kind(
    415,
    'invalid_request',
    'The Content-Encoding of the body is not supported. Send the body uncompressed, or as gzip, deflate or br.',
  ),
  'invalid-encoding': kind(
    400,
    'invalid_request',
    'The body does not match its Content-Encoding. Send it uncompressed, or compress it again.',
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
  'file-too-large': kind(413, 'invalid_request', 'The file is larger than this operation accepts. Split it.'),
  'file-quota': kind(
    413,
    'invalid_request',
    'Your organization has reached its limit of stored uploads. Wait and try again: uploads are deleted automatically, most within a day.',
  ),
  unauthorized: kind(
    401,
    'unauthorized',
    'The API key is missing or invalid. Send a valid one as `x-api-key`.',
  ),
  'foreign-origin': kind(
    403,
    'forbidden',
    'The request comes from a page of another site. Use the address of the service itself, or a client that is not a browser.',
  ),
  'foreign-host': kind(
    403,
    'forbidden',
    'The Host header of the request is not an address of this service. Use the address set in ALMANAC_BASE_URL.',
  ),
  'no-console-header': kind(
    403,
    'forbidden',
    'A request with the cookie of a console session needs the header `x-almanac-console: 1`. Send it, or an API key.',
  ),
  'no-session': kind(
    401,
    'unauthorized',
    'There is no console session, or it has ended. Run `almanac console` for a link, or send an API key or a code from your mail to POST /console/session.',
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
  'person-credit-limit-reached': kind(
    402,
    'person_credit_limit_reached',
    'Your own credit limit of this month does not cover this request. Ask an owner or admin of your organization to raise it, ask for less, or wait: a new month begins at 0 (UTC).',
  ),
  restricted: kind(
    402,
    'subscription_restricted',
    'No subscription can be used: it is paused, or its usage period and grace time have ended. Top up or restart the billing cycle.',
  ),
  'spend-guard': kind(
    402,
    'spend_guard',
    'The request may cost more than X-Max-Credits allows. Ask for less, or raise it.',
  ),
  forbidden: kind(
    403,
    'forbidden',
    'This API key is not allowed to make this request: its scopes or its addresses do not cover it. Use another key.',
  ),
  'not-found': kind(404, 'not_found', 'Nothing was found at this address. Check the path and the ids in it.'),
  'method-not-allowed': kind(
    405,
    'method_not_allowed',
    'This path does not support this method. Use one listed in the Allow header.',
  ),
  conflict: kind(
    409,
    'conflict',
    'The request conflicts with the current state. Read the current state before sending another request.',
  ),
  'idempotency-running': kind(
    409,
    'idempotency_conflict',
    'A request with this Idempotency-Key is still running. Wait a second and send the same request again.',
    true,
  ),
  'idempotency-withdrawn': kind(
    409,
    'idempotency_conflict',
    'The answer to this Idempotency-Key was withdrawn because somebody in it asked to be removed. Nothing was done or charged again. Send the request with a new key to ask again.',
  ),
  withdrawn: kind(
    410,
    'withdrawn',
    'This file was withdrawn because somebody in it asked to be removed. Run its list again to get a file without them.',
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
    'The data this request reads is being rebuilt. Read its progress in GET /status, and try again when it is done.',
    true,
  ),
} as const satisfies Record<string, FailureKind>

/** Code of a failure in the catalogue. */
export type FailureCode = keyof typeof failures

/** One invalid member; `path` looks like `searchParams.domains[0]`. */
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

  /** `kind` is set for codes of slices, by `SliceFailures.of`. */
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

/** The failures that belong to one slice. */
export interface SliceFailures<C extends string = string> {
  readonly kinds: Readonly<Record<C, FailureKind>>
  /** For a handler to return or throw. */
  of(code: C, more?: FailureDetails): Failure
}

/**
 * Defines the failures of a slice, in its `failures.ts`. Pass them to `bindOperations`, and `fails` of its operations accepts
 * their codes. Throws for a code of the kernel.
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
