import { errorCorrelationCode } from '../../lib/ids.ts'
import { type MilliCredits, isTenthAtMost, noCredits, toCredits } from '../../lib/credits.ts'
import { shortMessage, shortPath } from '../../lib/short-message.ts'
import type { ChargeInfo, ErrorBody, LowCreditAlert } from '../envelope.ts'
import type { Failure, Issue } from '../failure.ts'
import type { Admission, BalanceView } from '../ports.ts'
import type { Answer } from './exchange.ts'
import { OutOfCredits } from './hold.ts'

/** Alerts begin at this many credits, or at a tenth of the allocation, whichever comes first (SPEC.md Limits). */
const lowCredits = 500

export interface AnswerLinks {
  /** Where to get more credits. */
  moreCredits: string
  /** Documentation page of an operation. */
  documentation(operationId: string): string
  /** Address that explains a kind of error, by its slug. */
  problem(slug: string): string
}

export function lowCreditAlert(balance: BalanceView, links: AnswerLinks): LowCreditAlert | null {
  const available = toCredits(balance.available)
  if (available > lowCredits && !isTenthAtMost(balance.available, balance.allocation)) return null
  return {
    getMoreCreditsUrl: links.moreCredits,
    message: `${available} credits are left in this billing period.`,
    availableCredits: available,
  }
}

export function buildChargeInfo(
  charge: { charged: MilliCredits; balance: BalanceView | undefined; message: string },
  links: AnswerLinks,
): ChargeInfo {
  const alert = charge.balance === undefined ? null : lowCreditAlert(charge.balance, links)
  if (charge.charged === noCredits) return { method: 'free', message: charge.message, lowCreditAlert: alert }
  return { method: 'charged-now', creditsCharged: toCredits(charge.charged), lowCreditAlert: alert }
}

const countCredits = (credits: number) => `${credits} ${credits === 1 ? 'credit' : 'credits'}`

/** What shows the limit that a request ran into, where it is not the balance of the organization. */
const limitsShownBy: Readonly<Record<string, string>> = {
  'key-credit-limit-reached': 'getCurrentApiKey shows what the key may still spend',
  'person-credit-limit-reached': 'listMembers shows your limit and what you used of it',
}

/** What a request that was refused for credits needs, and where it is seen what there is: the balance says nothing of a limit. */
function explainShortage({ kind, code, balance, neededCredits }: OutOfCredits): string {
  if (code === 'restricted' || neededCredits === undefined) return kind.message
  const needed = `${kind.message} It needs up to ${countCredits(neededCredits)}`
  const limit = limitsShownBy[code]
  if (limit !== undefined) return `${needed}; ${limit}, and a dry run (X-Dry-Run: 1) the price.`
  const available = `${toCredits(balance.available)} are available`
  return `${needed}, ${available}; getOrgCredits shows the balance, and a dry run (X-Dry-Run: 1) the price.`
}

/** Headers of SHAPES.md 20 on every answer. */
export function makeAnswerHeaders(parts: {
  requestId: string
  charged: MilliCredits
  remaining?: MilliCredits | undefined
  admission?: Admission | undefined
}): Record<string, string> {
  const headers: Record<string, string> = {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'x-request-id': parts.requestId,
    'x-credits-charged': String(toCredits(parts.charged)),
  }
  if (parts.remaining !== undefined) headers['x-credits-remaining'] = String(toCredits(parts.remaining))
  if (parts.admission !== undefined) {
    const { max, windowSeconds, remaining, retryAfterSeconds } = parts.admission
    headers['ratelimit-policy'] = `"default";q=${max};w=${windowSeconds}`
    headers['ratelimit'] = `"default";r=${remaining};t=${retryAfterSeconds}`
  }
  return headers
}

/** The error body of SHAPES.md 18, with RFC 9457 members only when the caller accepts `application/problem+json`. */
export function errorAnswer(
  failure: Failure,
  context: {
    /** Request headers: what the client accepts decides the form. */
    header(name: string): string | undefined
    requestId: string
    operationId: string | undefined
    links: AnswerLinks
    admission?: Admission | undefined
    /** What the caller can spend, if known. */
    remaining?: MilliCredits | undefined
    /** The cost of a failure that is charged. */
    chargeInfo?: ChargeInfo | undefined
  },
): Answer & { errorCode: string } {
  const { header, requestId, operationId, links } = context
  const { kind } = failure
  const errorCode = errorCorrelationCode()
  const body: ErrorBody = { message: kind.message, code: kind.slug, errorCode, requestId }
  if (failure.issues !== undefined) body.issues = failure.issues.map(shortIssue)
  if (failure instanceof OutOfCredits) {
    body.outOfCreditsAlert = {
      getMoreCreditsUrl: links.moreCredits,
      message: explainShortage(failure),
      availableCredits: toCredits(failure.balance.available),
    }
  }
  const { admission, remaining } = context
  if (context.chargeInfo !== undefined) body.chargeInfo = context.chargeInfo
  if (kind.alertsCredits === true && remaining !== undefined) {
    body.outOfCreditsAlert = {
      getMoreCreditsUrl: links.moreCredits,
      message: kind.message,
      availableCredits: toCredits(remaining),
    }
  }
  const headers = makeAnswerHeaders({ requestId, charged: noCredits, remaining, admission })
  const retryAfter = failure.retryAfterSeconds ?? (kind.status === 409 && kind.retryable ? 1 : undefined)
  if (retryAfter !== undefined) {
    headers['retry-after'] = String(retryAfter)
    if (kind.status === 429 || kind.status === 503) body.retryAfterSeconds = retryAfter
  }
  if (kind.status === 401) headers['www-authenticate'] = 'Bearer'
  if (operationId !== undefined) body.docsUrl = links.documentation(operationId)
  if (header('accept')?.includes('application/problem+json') !== true) {
    return { status: kind.status, headers, body: JSON.stringify(body), errorCode }
  }
  headers['content-type'] = 'application/problem+json; charset=utf-8'
  const problem = {
    type: links.problem(kind.slug),
    title: makeTitle(kind.slug),
    status: kind.status,
    detail: kind.message,
    instance: `urn:almanac:request:${requestId}`,
    ...body,
  }
  return { status: kind.status, headers, body: JSON.stringify(problem), errorCode }
}

/** The text sent may be long; an answer repeats just enough of it to be recognised. */
const shortIssue = ({ path, message, code }: Issue): Issue => ({
  path: shortPath(path),
  message: shortMessage(message),
  code,
})

/** `out_of_credits` as people write it. */
const makeTitle = (slug: string) => slug.charAt(0).toUpperCase() + slug.slice(1).replaceAll('_', ' ')
