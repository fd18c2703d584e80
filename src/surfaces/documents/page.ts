import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'

/** One document, ready to send. */
export interface Page {
  contentType: string
  body: Uint8Array
  /** Quoted strong validator of the body. */
  etag: string
  headers: Record<string, string>
  /** Present when the body is worth compressing; compresses once, at the first call. */
  gzip?(): Promise<Uint8Array>
}

/** Below this a compressed answer saves no packet. */
const worthCompressing = 2_048

// Off the event loop: the largest page takes 200 ms.
const zip = promisify(gzip)

/** Makes a page of text or bytes. */
export function makeDocumentPage(
  content: string | Uint8Array,
  contentType: string,
  headers: Record<string, string>,
): Page {
  const body = typeof content === 'string' ? new TextEncoder().encode(content) : content
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
  let compressed: Promise<Uint8Array> | undefined
  const page: Page = { contentType, body, etag, headers }
  return body.byteLength < worthCompressing ? page : { ...page, gzip: () => (compressed ??= zip(body)) }
}
