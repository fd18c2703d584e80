import { createHmac } from 'node:crypto'

/** What a secret is for: one of them never passes for another. */
type Purpose = 'invitation' | 'code' | 'session'

/** The only form in which invitations, codes and cookies are stored. */
export function hasher(secret: Buffer): (purpose: Purpose, text: string) => Buffer {
  return (purpose, text) =>
    createHmac('sha256', secret)
      .update(JSON.stringify(['console', purpose, text]))
      .digest()
}
