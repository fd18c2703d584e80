import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { COMPRESSIBLE_CONTENT_TYPE_REGEX } from 'hono/utils/compress'
import { chooseCoding, compressStream, minCompressedBytes } from './compress.ts'
import { readHeader } from './to-incoming.ts'

/** Where files are fetched by link; whoever has the token may fetch the file. */
export const downloadsPath = '/downloads/{token}'

/** A file somebody was given a link to. */
export interface OpenedDownload {
  fileName: string
  contentType: string
  bytes: number
  /** Read to its end, or destroyed here. */
  content: Readable
}

export interface Downloads {
  /**
   * Undefined for a token that is forged or expired or whose file is gone; `withdrawn` once somebody in the file was
   * forgotten.
   */
  open(token: string): Promise<OpenedDownload | 'withdrawn' | undefined>
}

/**
 * Answers a file as an attachment. It may contain text that customers sent, so browsers must neither run it nor guess
 * another type, and no cache keeps it longer than its link.
 */
export function sendDownload(
  download: OpenedDownload,
  request: IncomingMessage,
  requestId: string,
): Response {
  const isCompressible =
    download.bytes >= minCompressedBytes && COMPRESSIBLE_CONTENT_TYPE_REGEX.test(download.contentType)
  const coding = isCompressible ? chooseCoding(readHeader(request, 'accept-encoding')) : undefined
  const headers = {
    'content-type': download.contentType,
    // How many bytes it will be compressed is not known before its end.
    ...(coding === undefined ? { 'content-length': String(download.bytes) } : { 'content-encoding': coding }),
    ...(isCompressible ? { vary: 'Accept-Encoding' } : {}),
    'content-disposition': disposition(download),
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cache-control': 'private, no-store',
    'x-request-id': requestId,
    'x-credits-charged': '0',
  }
  if (request.method === 'HEAD') {
    download.content.destroy()
    return new Response(null, { status: 200, headers })
  }
  const content = coding === undefined ? download.content : compressStream(coding, download.content)
  return new Response(Readable.toWeb(content) as ReadableStream, { status: 200, headers })
}

/** Reports are shown, everything else is saved. */
function disposition({ fileName, contentType }: OpenedDownload): string {
  const kind = contentType.startsWith('text/html') ? 'inline' : 'attachment'
  const plain = fileName.replace(/[^A-Za-z0-9._-]/g, '_')
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(fileName)}`
}
