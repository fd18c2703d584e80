import {
  failures,
  isLimited,
  type AnyOperation,
  type FailureCode,
  type FailureKind,
} from '../../operation/index.ts'
import { headerReferences, isPriced, takesIdempotencyKey } from './headers.ts'
import type { Json } from './json-schema.ts'

/** A status that every operation of some kind may answer, as one component. */
interface SharedFailure {
  component: string
  codes: readonly FailureCode[]
  applies(operation: AnyOperation): boolean
}

const always = () => true
const hasBody = (operation: AnyOperation) => operation.method !== 'GET' && operation.file === undefined

const shared: Record<string, SharedFailure> = {
  '400': {
    component: 'InvalidRequest',
    codes: [
      'invalid-request',
      'invalid-json',
      'invalid-encoding',
      'too-deep',
      'too-wide',
      'nul-character',
      'invalid-header',
    ],
    applies: always,
  },
  '401': {
    component: 'Unauthorized',
    codes: ['unauthorized'],
    applies: (operation) => operation.access !== 'public',
  },
  '402': {
    component: 'PaymentRequired',
    codes: ['out-of-credits', 'key-credit-limit-reached', 'person-credit-limit-reached', 'spend-guard'],
    applies: isPriced,
  },
  '404': {
    component: 'NotFound',
    codes: ['not-found'],
    applies: (operation) => operation.pathParameters.length > 0,
  },
  '409': {
    component: 'IdempotencyRunning',
    codes: ['idempotency-running', 'idempotency-withdrawn'],
    applies: takesIdempotencyKey,
  },
  '413': { component: 'TooLarge', codes: ['too-large'], applies: hasBody },
  '422': {
    component: 'Unprocessable',
    codes: ['idempotency-mismatch', 'too-expensive'],
    applies: takesIdempotencyKey,
  },
  '429': { component: 'RateLimited', codes: ['rate-limited'], applies: isLimited },
  '500': { component: 'Internal', codes: ['internal'], applies: always },
  '503': { component: 'Unavailable', codes: ['unavailable', 'rebuilding'], applies: always },
}

const otherComponent = 'OtherRefusal'

/** components.responses. */
export function failureComponents(): Record<string, Json> {
  const named = Object.entries(shared).map(([status, { component, codes }]): [string, Json] => [
    component,
    failureResponse(status, listKinds(codes)),
  ])
  const other = failureResponse(
    '405',
    listKinds(['method-not-allowed', 'request-timeout', 'unknown-encoding', 'headers-too-large']),
  )
  return Object.fromEntries([...named, [otherComponent, other]])
}

/** Error answers of one operation: what it declares, and what every operation of its kind can answer. */
export function failureResponses(operation: AnyOperation): Record<string, Json> {
  const own = Map.groupBy(operation.fails, ({ status }) => String(status))
  const statuses = new Set([
    ...own.keys(),
    ...Object.keys(shared).filter((status) => shared[status]?.applies(operation)),
  ])
  const responses: Record<string, Json> = {}
  for (const status of [...statuses].toSorted()) {
    const kind = shared[status]
    const usual = kind?.applies(operation) ? kind.codes : []
    const others = (own.get(status) ?? []).filter(({ code }) => !usual.some((each) => each === code))
    const isUsual = kind !== undefined && others.length === 0 && kind.applies(operation)
    responses[status] = isUsual
      ? reference(kind.component)
      : failureResponse(status, [...listKinds(usual), ...others])
  }
  return { ...responses, default: reference(otherComponent) }
}

/** Error answers of a document: unknown path or wrong method. */
export function documentFailures(hasParameters: boolean): Record<string, Json> {
  const other = reference(otherComponent)
  return { ...(hasParameters ? { '404': reference('NotFound') } : {}), '405': other, default: other }
}

const reference = (component: string): Json => ({ $ref: `#/components/responses/${component}` })

const listKinds = (codes: readonly FailureCode[]) => codes.map((code): FailureKind => failures[code])

function failureResponse(status: string, kinds: readonly FailureKind[]): Json {
  const lines = kinds.map(({ slug, message }) => `\`${slug}\`: ${message}`)
  const retryable = kinds.some((kind) => kind.retryable)
  const [{ slug, message } = failures['invalid-request']] = kinds
  const example = { message, code: slug, errorCode: 'E-7K2M9Q', requestId: 'req_01kagq3m7v5x8w2z4t6r9p0n1b' }
  return {
    description: lines.join('\n'),
    headers: headerReferences(['X-Request-Id', 'X-Credits-Charged', ...(retryable ? ['Retry-After'] : [])]),
    content: {
      'application/json': {
        schema: { $ref: '#/$defs/ErrorBody' },
        example: { ...example, ...extra(status) },
      },
      // RFC 9457, for clients that accept it.
      'application/problem+json': { schema: { $ref: '#/$defs/ProblemBody' } },
    },
  }
}

function extra(status: string): Json {
  if (status === '400') {
    return {
      issues: [{ path: 'pageSize', message: 'Too big: expected number to be <=1000', code: 'too_big' }],
    }
  }
  return status === '429' || status === '503' ? { retryAfterSeconds: 2 } : {}
}
