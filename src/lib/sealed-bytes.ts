import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'

/** `key` is at least 16 secret bytes. Bytes sealed for one `purpose` do not open for another. */
export interface BytesSeal {
  key: Buffer
  purpose: string
}

const ivBytes = 12
const tagBytes = 16

/** Encrypts (AES-256-GCM). The bytes belong to `name` and do not open under another one. */
export function sealBytes(bytes: Buffer, name: string, seal: BytesSeal): Buffer {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv('aes-256-gcm', makeKey(seal), iv).setAAD(Buffer.from(name))
  const body = Buffer.concat([cipher.update(bytes), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), body])
}

/** Opens bytes that were sealed with the same key, purpose and name; undefined for anything else. Never throws. */
export function openBytes(sealed: Buffer, name: string, seal: BytesSeal): Buffer | undefined {
  if (sealed.length < ivBytes + tagBytes) return undefined
  try {
    const opening = createDecipheriv('aes-256-gcm', makeKey(seal), sealed.subarray(0, ivBytes), {
      authTagLength: tagBytes,
    })
    opening.setAAD(Buffer.from(name)).setAuthTag(sealed.subarray(ivBytes, ivBytes + tagBytes))
    return Buffer.concat([opening.update(sealed.subarray(ivBytes + tagBytes)), opening.final()])
  } catch {
    return undefined
  }
}

const makeKey = ({ key, purpose }: BytesSeal): Buffer =>
  createHmac('sha256', key).update('sealed bytes\0').update(purpose).digest()
