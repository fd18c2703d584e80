import { AlmanacError } from './errors.ts'
import type { EventPayloads } from './operation.ts'

/** An event that is genuine. `id` is the same in every attempt: leave out what you have seen. */
export type WebhookEvent = {
  [Key in keyof EventPayloads]: { type: Key; id: string; isTest: boolean; payload: EventPayloads[Key] }
}[keyof EventPayloads]

/** Signed by no secret that is known, too old, or no event. Answer 400. */
export class NotGenuine extends AlmanacError {
  override readonly name = 'NotGenuine'
}

export interface WebhookOptions {
  /** How far the time of sending may be from now; default 300. */
  toleranceSeconds?: number
  /** Now, in milliseconds since 1970; default: of this machine. */
  nowMs?: number
}

type HeaderSource = Headers | Readonly<Record<string, string | readonly string[] | undefined>>

/**
 * Checks a request to a receiver by Standard Webhooks 1.0, with WebCrypto: in Node, browsers and workers alike. `body` is
 * the body as it came, since JSON that was read and written again is signed differently. Several secrets are tried each.
 */
export async function verifyWebhook(
  body: string | Uint8Array<ArrayBuffer>,
  headers: HeaderSource,
  secrets: string | readonly string[],
  { toleranceSeconds = 300, nowMs = Date.now() }: WebhookOptions = {},
): Promise<WebhookEvent> {
  const read = (name: string) => readHeader(headers, name)
  const [id, timestamp, signature] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map(read)
  if (id === undefined || timestamp === undefined || signature === undefined)
    throw new NotGenuine('A header of the signature is missing. Check that the request is a webhook.')
  const ageSeconds = Math.abs(nowMs / 1000 - Number(timestamp))
  if (!/^\d+$/.test(timestamp) || ageSeconds > toleranceSeconds)
    throw new NotGenuine('The webhook is too old. Check the clock of this machine.')
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body
  const signed = concat(new TextEncoder().encode(`${id}.${timestamp}.`), bytes)
  const signatures = signature
    .split(' ')
    .flatMap((each) => (each.startsWith('v1,') ? [decode(each.slice(3))] : []))
  if (!(await isSigned(signed, signatures, typeof secrets === 'string' ? [secrets] : secrets)))
    throw new NotGenuine('No secret fits the signature. Check the signing secret of the endpoint.')
  const type = read('webhook-event') as WebhookEvent['type']
  const payload: unknown = JSON.parse(new TextDecoder().decode(bytes))
  return { type, id, isTest: read('webhook-test') === 'true', payload } as WebhookEvent
}

async function isSigned(
  signed: Uint8Array<ArrayBuffer>,
  signatures: readonly Uint8Array<ArrayBuffer>[],
  secrets: readonly string[],
): Promise<boolean> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  for (const secret of secrets) {
    const key = decode(secret.replace(/^whsec_/, ''))
    const imported = await crypto.subtle.importKey('raw', key, algorithm, false, ['verify'])
    for (const signature of signatures)
      // In constant time, which a comparison of texts is not.
      if (await crypto.subtle.verify('HMAC', imported, signature, signed)) return true
  }
  return false
}

function readHeader(headers: HeaderSource, name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined
  const value = (headers as Readonly<Record<string, string | readonly string[] | undefined>>)[name]
  return typeof value === 'string' ? value : value?.[0]
}

function decode(base64: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
  } catch (cause) {
    throw new NotGenuine('A secret or a signature is not Base64. Copy it again.', { cause })
  }
}

function concat(one: Uint8Array, other: Uint8Array): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(one.length + other.length)
  whole.set(one)
  whole.set(other, one.length)
  return whole
}
