const starts: readonly [mediaType: string, bytes: string][] = [
  ['image/png', '89504e470d0a1a0a'],
  ['image/jpeg', 'ffd8ff'],
  ['image/gif', '474946383761'],
  ['image/gif', '474946383961'],
  ['image/x-icon', '00000100'],
]

/** Type of an image, detected from its first bytes, not from its server's header; undefined for anything else. */
export function imageType(content: Uint8Array): string | undefined {
  const head = Buffer.from(content.buffer, content.byteOffset, Math.min(16, content.byteLength))
  const hex = head.toString('hex')
  const start = starts.find(([, bytes]) => hex.startsWith(bytes))
  if (start !== undefined) return start[0]
  const isWebp = head.toString('latin1', 0, 4) === 'RIFF' && head.toString('latin1', 8, 12) === 'WEBP'
  return isWebp ? 'image/webp' : undefined
}
