import { createHmac, randomBytes } from 'node:crypto'

const secretLength = 32
const prefix = 'whsec_'

/** Bytes that sign, and the form in which their owner is given them. */
export const newSecret = (): Buffer => randomBytes(secretLength)
export const secretText = (secret: Buffer): string => `${prefix}${secret.toString('base64')}`

/** The bytes of a secret in that form: 24 to 64, as the specification has it; undefined for anything else. */
export function secretBytes(text: string): Buffer | undefined {
  const bytes = Buffer.from(text.slice(prefix.length), 'base64')
  const isWhole = text.startsWith(prefix) && secretText(bytes) === text
  return isWhole && bytes.length >= 24 && bytes.length <= 64 ? bytes : undefined
}

/** All headers of a delivery. */
export function eventHeaders(
  { eventKey, ...message }: { id: string; eventKey: string; body: string; atMs: number },
  secrets: readonly Buffer[],
): Record<string, string> {
  return {
    'content-type': 'application/json',
    'webhook-event': eventKey,
    ...signedHeaders(message, secrets),
  }
}

/**
 * Headers by Standard Webhooks 1.0: the id is that of the event in all attempts, the time that of the attempt. More than
 * one secret while one takes the other's place: any of the signatures proves the sender.
 */
function signedHeaders(
  message: { id: string; body: string; atMs: number },
  secrets: readonly Buffer[],
): Record<string, string> {
  const timestamp = String(Math.floor(message.atMs / 1_000))
  const signed = `${message.id}.${timestamp}.${message.body}`
  const signatures = secrets.map(
    (secret) => `v1,${createHmac('sha256', secret).update(signed).digest('base64')}`,
  )
  return {
    'webhook-id': message.id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  }
}
