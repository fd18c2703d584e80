import type { OutboundRequest } from '../../platform/outbound/index.ts'
import { failureOfStatus, SourceUnavailable, type SourceFailed } from '../failures.ts'
import type { SourceCall } from '../source.ts'

/** An answer over HTTP whose body was JSON; undefined where it was none and need not be. */
export interface JsonAnswer {
  status: number
  /** Names in lower case. */
  headers: Readonly<Record<string, string>>
  body: unknown
}

export interface JsonOrder extends Omit<OutboundRequest, 'body' | 'headers' | 'signal'> {
  headers?: Record<string, string>
  /** Sent as JSON. */
  json?: unknown
  /** Statuses the caller wants to see beside 2xx and 404; every other one is a failure. */
  alsoStatus?: readonly number[]
  /** The vendor's own way to say what went wrong, asked before the status is. */
  readFailure?(answer: JsonAnswer): SourceFailed | undefined
}

/**
 * Sends one request and reads the JSON it is answered with. Throws a `SourceFailed` for statuses that mean failure and
 * for a success that is not JSON; what the network does wrong is thrown by `outbound`.
 */
export async function askJson(call: SourceCall, order: JsonOrder): Promise<JsonAnswer> {
  const { json, headers, alsoStatus = [], readFailure, ...rest } = order
  const sent = json === undefined ? {} : { body: JSON.stringify(json) }
  const type: Record<string, string> = json === undefined ? {} : { 'content-type': 'application/json' }
  const answer = await sendForJson(call, { ...rest, ...sent, headers: { ...type, ...headers } })
  const failure =
    readFailure?.(answer) ??
    (alsoStatus.includes(answer.status) ? undefined : failureOfStatus(answer, call.nowMs))
  if (failure !== undefined) throw failure
  return mustBeJson(answer)
}

/** Sends one request and reads the JSON of whatever it is answered with; judging that is the caller's. */
export async function sendForJson(
  { outbound, signal }: SourceCall,
  order: Omit<OutboundRequest, 'signal'>,
): Promise<JsonAnswer> {
  const { status, headers, body } = await outbound.request({
    ...order,
    headers: { accept: 'application/json', ...order.headers },
    signal,
  })
  return { status, headers, body: parsed(body) }
}

/** A success without a body says nothing (204); with one that is not JSON it is not the vendor who answers. */
export function mustBeJson(answer: JsonAnswer): JsonAnswer {
  if (answer.status === 200 && answer.body === undefined)
    throw new SourceUnavailable('the answer is not JSON')
  return answer
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8')) as unknown
  } catch {
    return undefined
  }
}
