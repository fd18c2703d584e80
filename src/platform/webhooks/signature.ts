import { createHmac, randomBytes } from 'node:crypto'

const secretBytes = 32
const prefix = 'whsec_'

/** Bytes that sign, and the form in which their owner is given them. */
export const newSecret = (): Buffer => randomBytes(secretBytes)
export const secretText = (secret: Buffer): string => `${prefix}${secret.toString('base64')}`

/**
 * Headers by Standard Webhooks 1.0: the id is that of the event in all attempts, the time that of the attempt. More than
 * one secret while one takes the other's place: any of the signatures proves the sender.
 */
export function signedHeaders(
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
