import type { Answer, ChargeInfo, Warning } from './operation.ts'

interface Envelope {
  output: unknown
  chargeInfo: ChargeInfo
  warnings?: Warning[] | null
  advice?: string[] | null
}

/** What an answer says, with or without an envelope. */
export function readAnswer({ headers }: Response, body: unknown): Answer<unknown> {
  const envelope = isEnvelope(body) ? body : undefined
  const time = headers.get('x-sandbox-time')
  return {
    output: envelope === undefined ? body : envelope.output,
    chargeInfo: envelope?.chargeInfo,
    warnings: envelope?.warnings ?? [],
    advice: envelope?.advice ?? [],
    // The header and not the body: the body of a replay is that of the first answer.
    cost: Number(headers.get('x-credits-charged') ?? 0),
    isReplay: headers.has('idempotent-replayed'),
    requestId: headers.get('x-request-id') ?? undefined,
    sandboxTime: time === null ? undefined : new Date(time),
  }
}

const isEnvelope = (body: unknown): body is Envelope =>
  typeof body === 'object' && body !== null && 'output' in body && 'chargeInfo' in body
