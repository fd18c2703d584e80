import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { atEnd } from '../at-end.ts'

/** What a publisher does to one request, in place of serving the file. */
export type Fault = (request: IncomingMessage, response: ServerResponse, file: Buffer) => void

/** A publisher of files on this machine: ranges, ETags, days of change, and faults for the next requests. */
export async function openPublisher() {
  const files = new Map<string, { content: Buffer; modified: Date }>()
  const faults: Fault[] = []
  const requests: {
    path: string
    search: string
    range: string | undefined
    agent: string | undefined
    status: number
  }[] = []
  const server = createServer((request, response) => {
    const { pathname: path, search } = new URL(request.url ?? '/', 'http://publisher')
    const { range, 'user-agent': agent } = request.headers
    const noted = { path, search, range, agent, status: 0 }
    requests.push(noted)
    response.on('close', () => void (noted.status = response.statusCode))
    // A page is an answer to the question in its address.
    const file = files.get(`${path}${search}`) ?? files.get(path)
    const fault = faults.shift()
    if (fault !== undefined) return fault(request, response, file?.content ?? Buffer.alloc(0))
    if (file === undefined) return void response.writeHead(404).end()
    serve(request, response, file)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  atEnd(
    () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  )
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    address,
    requests,
    publish: (path: string, content: string | Buffer, day = '2026-02-01') =>
      void files.set(path, { content: Buffer.from(content), modified: new Date(day) }),
    withdraw: (path: string) => void files.delete(path),
    clearFaults: () => void (faults.length = 0),
    /** The next requests meet these, one each. */
    fail: (...next: Fault[]) => void faults.push(...next),
  }
}

const etagOf = (content: Buffer) => `"${createHash('sha256').update(content).digest('hex').slice(0, 16)}"`

function serve(
  request: IncomingMessage,
  response: ServerResponse,
  { content, modified }: { content: Buffer; modified: Date },
): void {
  const etag = etagOf(content)
  const headers = {
    etag,
    'last-modified': modified.toUTCString(),
    'content-type': 'application/octet-stream',
  }
  if (request.headers['if-none-match'] === etag) return void response.writeHead(304, headers).end()
  const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? []
  const isSame = request.headers['if-range'] === undefined || request.headers['if-range'] === etag
  if (from === undefined || !isSame || Number(from) >= content.length)
    return void response.writeHead(200, { ...headers, 'content-length': content.length }).end(content)
  const end = to === '' || to === undefined ? content.length - 1 : Math.min(Number(to), content.length - 1)
  const part = content.subarray(Number(from), end + 1)
  const range = `bytes ${from}-${end}/${content.length}`
  response.writeHead(206, { ...headers, 'content-length': part.length, 'content-range': range }).end(part)
}

/** Sends so many bytes of what was announced, then breaks off. */
export const cutAfter =
  (bytes: number): Fault =>
  (_request, response, file) => {
    response.writeHead(200, { 'content-length': file.length, etag: etagOf(file) })
    response.write(file.subarray(0, bytes), () => setImmediate(() => response.destroy()))
  }

/** Answers a status with headers and no content. */
export const answerWith =
  (status: number, headers: Record<string, string> = {}): Fault =>
  (_request, response) =>
    void response.writeHead(status, headers).end()

/** Answers a page of the web in place of the file. */
export const webPage: Fault = (_request, response) =>
  void response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end('<p>Sorry</p>')
