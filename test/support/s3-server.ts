import { createHash, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { atEnd } from './at-end.ts'

export interface S3Request {
  method: string
  /** Path and query. */
  url: string
  authorization: string
}

/** A bucket in memory that answers as S3 does, as far as blobs ask. */
export interface S3Server {
  endpoint: string
  /** Keys of all objects. */
  keys(): string[]
  /** Uploads in parts that are neither whole nor given up. */
  openUploads(): number
  requests: S3Request[]
  /** Answers 503 to everything while true. */
  isAway: boolean
  /** Sends half of each object while true, and closes the connection. */
  breaksOff: boolean
}

interface Stored {
  bytes: Buffer
  storedAt: Date
}

interface Answer {
  status: number
  body?: string | Buffer
  headers?: Record<string, string>
}

const xml = (body: string): Answer => ({ status: 200, body: `<?xml version="1.0"?>${body}` })
const refused = (status: number, code: string): Answer => ({
  status,
  body: `<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`,
})

/**
 * Listens on loopback until the test ends. A request without a signature of `accessKeyId`, or with another body than it
 * signed, is refused; the signature itself is not computed again.
 */
export async function s3Server(accessKeyId: string, bucket = 'files', pageSize = 3): Promise<S3Server> {
  const objects = new Map<string, Stored>()
  const uploads = new Map<string, { key: string; parts: Map<number, Buffer>; begunAt: Date }>()
  const requests: S3Request[] = []

  function list(query: URLSearchParams): Answer {
    const prefix = query.get('prefix') ?? ''
    const after = query.get('continuation-token') ?? ''
    const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort()
    const page = keys.slice(0, pageSize)
    const contents = page.map((key) => {
      const { bytes, storedAt } = objects.get(key) as Stored
      return `<Contents><Key>${key}</Key><Size>${bytes.length}</Size><LastModified>${storedAt.toISOString()}</LastModified></Contents>`
    })
    const next =
      keys.length > page.length ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''
    return xml(`<ListBucketResult>${contents.join('')}${next}</ListBucketResult>`)
  }

  function listUploads(query: URLSearchParams): Answer {
    const begun = [...uploads].filter(([, { key }]) => key.startsWith(query.get('prefix') ?? ''))
    const stored = begun.map(
      ([id, { key, begunAt }]) =>
        `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${begunAt.toISOString()}</Initiated></Upload>`,
    )
    return xml(`<ListMultipartUploadsResult>${stored.join('')}</ListMultipartUploadsResult>`)
  }

  function write(key: string, query: URLSearchParams, sent: { body: Buffer; copied: string }): Answer {
    const upload = uploads.get(query.get('uploadId') ?? '')
    if (query.has('partNumber')) {
      if (upload === undefined) return refused(404, 'NoSuchUpload')
      upload.parts.set(Number(query.get('partNumber')), sent.body)
      return { status: 200, headers: { etag: `"${query.get('partNumber')}"` } }
    }
    const from = decodeURIComponent(sent.copied).replace(/^\/?[^/]+\//, '')
    const source = sent.copied === '' ? { bytes: sent.body } : objects.get(from)
    if (source === undefined) return refused(404, 'NoSuchKey')
    objects.set(key, { bytes: source.bytes, storedAt: new Date() })
    return sent.copied === ''
      ? { status: 200, headers: { etag: '"1"' } }
      : xml('<CopyObjectResult><ETag>"1"</ETag></CopyObjectResult>')
  }

  function post(key: string, query: URLSearchParams): Answer {
    if (query.has('uploads')) {
      const id = randomUUID()
      uploads.set(id, { key, parts: new Map(), begunAt: new Date() })
      return xml(`<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`)
    }
    const id = query.get('uploadId') ?? ''
    const upload = uploads.get(id)
    if (upload === undefined) return refused(404, 'NoSuchUpload')
    const parts = [...upload.parts].sort(([a], [b]) => a - b).map(([, bytes]) => bytes)
    if (parts.slice(0, -1).some(({ length }) => length < 5 * 1024 ** 2)) return refused(400, 'EntityTooSmall')
    objects.set(key, { bytes: Buffer.concat(parts), storedAt: new Date() })
    uploads.delete(id)
    return xml('<CompleteMultipartUploadResult><ETag>"1"</ETag></CompleteMultipartUploadResult>')
  }

  async function answer(request: IncomingMessage): Promise<Answer> {
    const { pathname, searchParams: query } = new URL(request.url ?? '', 'http://s3')
    const body = await buffer(request)
    const {
      authorization = '',
      'x-amz-content-sha256': signed,
      'x-amz-copy-source': copied,
    } = request.headers
    requests.push({ method: request.method ?? '', url: request.url ?? '', authorization })
    if (state.isAway) return refused(503, 'SlowDown')
    if (!authorization.startsWith(`AWS4-HMAC-SHA256 Credential=${accessKeyId}/`))
      return refused(403, 'AccessDenied')
    if (signed !== createHash('sha256').update(body).digest('hex'))
      return refused(400, 'XAmzContentSHA256Mismatch')
    const [, named, ...rest] = pathname.split('/')
    const key = rest.map(decodeURIComponent).join('/')
    if (named !== bucket) return refused(404, 'NoSuchBucket')
    if (request.method === 'GET' && key === '') return query.has('uploads') ? listUploads(query) : list(query)
    if (request.method === 'GET') {
      const stored = objects.get(key)
      return stored === undefined ? refused(404, 'NoSuchKey') : { status: 200, body: stored.bytes }
    }
    if (request.method === 'PUT') return write(key, query, { body, copied: String(copied ?? '') })
    if (request.method === 'POST') return post(key, query)
    if (query.has('uploadId')) uploads.delete(query.get('uploadId') ?? '')
    else objects.delete(key)
    return { status: 204 }
  }

  const server = createServer((request, response) => {
    void answer(request).then(({ status, body, headers }) => {
      if (state.breaksOff && Buffer.isBuffer(body)) {
        response.writeHead(status, { 'content-length': body.length })
        response.write(body.subarray(0, body.length >> 1), () => response.destroy())
      } else response.writeHead(status, headers).end(status === 204 ? undefined : (body ?? ''))
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  atEnd(async () => {
    server.closeAllConnections()
    server.close()
  })
  const state: S3Server = {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    keys: () => [...objects.keys()].sort(),
    openUploads: () => uploads.size,
    requests,
    isAway: false,
    breaksOff: false,
  }
  return state
}
