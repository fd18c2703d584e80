import { hash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Answer } from '../../operation/index.ts'
import { readHeader } from './to-incoming.ts'

/**
 * Says in the headers of an answer for how long it may be used again and which version it is; answers whether the client
 * has that version. What the balance lets `chargeInfo` say is no part of the version.
 */
export function isUnchanged(
  { status, headers, body }: Answer,
  request: IncomingMessage,
  seconds: number,
): boolean {
  if (status !== 200) return false
  const text = typeof body === 'string' ? body : Buffer.from(body).toString()
  const end = text.lastIndexOf(',"chargeInfo":')
  // Weak, since an answer may be compressed in several ways.
  const version = `W/"${hash('sha256', end === -1 ? text : text.slice(0, end), 'base64url').slice(0, 27)}"`
  headers['etag'] = version
  headers['cache-control'] = `private, max-age=${seconds}`
  const versions = readHeader(request, 'if-none-match')?.split(',') ?? []
  return versions.some((each) => each.trim() === version || each.trim() === '*')
}
