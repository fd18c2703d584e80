import { retryAfterMs } from '../lib/http-headers.ts'
import type { OutboundAnswer } from '../platform/outbound/index.ts'

/** A source did not answer. Its message goes to the operator's log, never to a customer. */
export abstract class SourceFailed extends Error {}

/** The source is down, broken, or answers something unintelligible. */
export class SourceUnavailable extends SourceFailed {
  override readonly name = 'SourceUnavailable'
}

/** The source asks to wait. */
export class SourceRateLimited extends SourceFailed {
  override readonly name = 'SourceRateLimited'
  /** Milliseconds; a minute when the source does not say. */
  readonly retryAfterMs: number

  constructor(retryAfterMs?: number) {
    super('the source asks to wait')
    this.retryAfterMs = retryAfterMs ?? 60_000
  }
}

/** The source does not serve this account: wrong key, no credit left, not allowed. Only the operator can help. */
export class SourceRefused extends SourceFailed {
  override readonly name = 'SourceRefused'
}

/**
 * The site of the one who is asked about did not answer. That says nothing of others: it does not count against the
 * source.
 */
export class SubjectUnavailable extends SourceFailed {
  override readonly name = 'SubjectUnavailable'
}

/**
 * The failure an HTTP status stands for, undefined for 2xx and 404, which mean what the source's documentation says.
 * Redirects are never followed, so a 3xx is a failure.
 */
export function failureOfStatus(answer: OutboundAnswer, nowMs: number): SourceFailed | undefined {
  const { status, headers } = answer
  if ((status >= 200 && status < 300) || status === 404) return undefined
  if (status === 401 || status === 402 || status === 403) return new SourceRefused(`HTTP ${status}`)
  if (status === 429) return new SourceRateLimited(retryAfterMs(headers['retry-after'], nowMs))
  return new SourceUnavailable(`HTTP ${status}`)
}
