import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'

const mark = 'sealed:'
const nonceBytes = 12
const tagBytes = 16

export interface AnswerSeal {
  close(body: string): string
  /** The text again; what was stored in the clear comes back as it is. Throws for a sealed text that was changed. */
  open(stored: string): string
}

/** Answers at rest are unreadable without the installation's secret: some show a key that is stored nowhere else. */
export function answerSeal(secret: Buffer): AnswerSeal {
  const key = createHmac('sha256', secret).update('idempotent answers').digest()
  return {
    close(body) {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv('aes-256-gcm', key, nonce)
      const text = Buffer.concat([cipher.update(body), cipher.final()])
      return mark + Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64')
    },
    open(stored) {
      if (!stored.startsWith(mark)) return stored
      const bytes = Buffer.from(stored.slice(mark.length), 'base64')
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceBytes))
      decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes))
      const text = bytes.subarray(nonceBytes + tagBytes)
      return Buffer.concat([decipher.update(text), decipher.final()]).toString()
    },
  }
}
