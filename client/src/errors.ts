import type { Schemas } from './operation.ts'

export type ErrorBody = Schemas['ErrorBody']
/** What is wrong with one member of a request, by its path. */
export type Issue = NonNullable<ErrorBody['issues']>[number]

/** Whatever the client throws, but for the reason of a signal. */
export class AlmanacError extends Error {
  override readonly name: string = 'AlmanacError'
}

/** No answer came: nobody knows whether the service has done what was asked. */
export class Unreachable extends AlmanacError {
  override readonly name = 'Unreachable'
}

/** The service answered with an error. `code` names its kind and never changes; the message is for people. */
export class Refused extends AlmanacError {
  override readonly name: string = 'Refused'
  readonly status: number
  readonly code: string
  readonly body: Partial<ErrorBody>
  /** To be quoted to whoever runs the service. */
  readonly requestId: string | undefined
  /** Seconds after which the same request may succeed. */
  readonly retryAfterSeconds: number | undefined
  /** Credits that the failure cost: 0 unless the operation says otherwise. */
  readonly cost: number

  constructor({ status, headers }: Response, body: Partial<ErrorBody>) {
    super(sentenceOf(status, body))
    this.status = status
    this.body = body
    this.code = body.code ?? 'unknown'
    this.requestId = body.requestId ?? headers.get('x-request-id') ?? undefined
    this.retryAfterSeconds = readSeconds(headers.get('retry-after')) ?? body.retryAfterSeconds
    this.cost = Number(headers.get('x-credits-charged') ?? 0)
  }
}

/** What went wrong and, of a wrong request, where first. */
function sentenceOf(status: number, { message, issues: [issue] = [] }: Partial<ErrorBody>): string {
  const sentence = message ?? `The service answered ${status} without a reason. Try again later.`
  return issue === undefined ? sentence : `${sentence} ${issue.path}: ${issue.message}`
}

/** 400, 413, 415, 422: the request is at fault, and `issues` says where. Nothing was changed or charged. */
export class Invalid extends Refused {
  override readonly name = 'Invalid'
  get issues(): readonly Issue[] {
    return this.body.issues ?? []
  }
}

/** 401: the key is missing, expired or revoked. */
export class Unauthorized extends Refused {
  override readonly name = 'Unauthorized'
}

/** 402: `code` says whether the balance, the key, the subscription or `maxCredits` does not cover the request. */
export class OutOfCredits extends Refused {
  override readonly name = 'OutOfCredits'
  /** Where to get more. */
  get alert(): ErrorBody['outOfCreditsAlert'] {
    return this.body.outOfCreditsAlert
  }
}

/** 403: the scopes or addresses of the key do not cover the request. */
export class Forbidden extends Refused {
  override readonly name = 'Forbidden'
}

/** 404 and 410: there is no such thing, or no longer; things of other organizations are none, too. */
export class NotFound extends Refused {
  override readonly name = 'NotFound'
}

/** 409: the state of a thing does not allow it, or a request with the same key is running. */
export class Conflict extends Refused {
  override readonly name = 'Conflict'
}

/** 429, after the client has waited as often as it may. */
export class RateLimited extends Refused {
  override readonly name = 'RateLimited'
}

/** 500 and above. */
export class Unavailable extends Refused {
  override readonly name = 'Unavailable'
}

const kinds: Record<number, typeof Refused> = {
  400: Invalid,
  401: Unauthorized,
  402: OutOfCredits,
  403: Forbidden,
  404: NotFound,
  409: Conflict,
  410: NotFound,
  413: Invalid,
  415: Invalid,
  422: Invalid,
  429: RateLimited,
}

/** The error of an answer. */
export function refusal(response: Response, body: unknown): Refused {
  const Kind = kinds[response.status] ?? (response.status >= 500 ? Unavailable : Refused)
  return new Kind(response, typeof body === 'object' && body !== null ? body : {})
}

/** A job that ended without its result; `output` is the last that was read of it. */
export class JobFailed extends AlmanacError {
  override readonly name = 'JobFailed'
  readonly output: unknown

  constructor(message: string, output: unknown) {
    super(message)
    this.output = output
  }
}

/** A job whose signal was aborted. `cause` is the reason. */
export class Canceled extends AlmanacError {
  override readonly name = 'Canceled'
  /** Whether the service was told to stop; else the job goes on there, and what it delivers is charged. */
  readonly isStopped: boolean
  readonly creditsRefunded: number

  constructor(reason: unknown, { isStopped = false, creditsRefunded = 0 } = {}) {
    super(
      isStopped ? 'The job was canceled.' : 'Nobody waits for the job any longer; it goes on at the service.',
      { cause: reason },
    )
    this.isStopped = isStopped
    this.creditsRefunded = creditsRefunded
  }
}

/** Retry-After is in seconds or a date. */
function readSeconds(value: string | null): number | undefined {
  if (value === null) return undefined
  const seconds = /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - Date.now()) / 1000
  return Number.isFinite(seconds) ? Math.max(0, seconds) : undefined
}
