import type { IncomingMessage } from 'node:http'
import type { Page } from '../documents/index.ts'
import { chooseCoding } from './compress.ts'
import { readHeader } from './to-incoming.ts'

/** Answers a document: 304 when the client has this version, compressed when the page is large and the client can. */
export async function sendPage(page: Page, request: IncomingMessage, requestId: string): Promise<Response> {
  const acceptEncoding = readHeader(request, 'accept-encoding')
  const zipped = page.gzip !== undefined && chooseCoding(acceptEncoding, ['gzip']) !== undefined
  const etag = zipped ? page.etag.replace(/"$/, '-gzip"') : page.etag
  const headers: Record<string, string> = {
    ...page.headers,
    etag,
    'x-request-id': requestId,
    'x-credits-charged': '0',
  }
  if (page.gzip !== undefined) {
    headers['vary'] =
      headers['vary'] === undefined ? 'Accept-Encoding' : `${headers['vary']}, Accept-Encoding`
  }
  if (matches(readHeader(request, 'if-none-match'), etag)) return new Response(null, { status: 304, headers })
  headers['content-type'] = page.contentType
  if (zipped) headers['content-encoding'] = 'gzip'
  const body = zipped ? ((await page.gzip?.()) ?? page.body) : page.body
  headers['content-length'] = String(body.byteLength)
  return new Response(request.method === 'HEAD' ? null : body, { status: 200, headers })
}

/** If-None-Match compares weakly (RFC 9110, 13.1.2), and takes a list or `*`. */
function matches(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  const tags = header.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return tags.includes('*') || tags.includes(etag)
}
