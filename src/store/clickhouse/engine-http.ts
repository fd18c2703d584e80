import type { IncomingMessage, ServerResponse } from 'node:http'
import { createGzip } from 'node:zlib'
import { once } from 'node:events'
import type { Writable } from 'node:stream'
import type { EngineConnections } from './engine-connection.ts'
import { preamble } from './engine-connection.ts'
import { runInsert } from './engine-insert.ts'
import { authorized, BadRequest, readRequest } from './engine-request.ts'
import type { EngineRequest } from './engine-request.ts'
import { checkRead, killWhenGone, tagged } from './engine-runner.ts'
import type { EngineCaller, EngineRunner } from './engine-runner.ts'
import type { StreamThread } from './engine-stream.ts'

export interface Engine {
  token: string
  spool: string
  connections: EngineConnections
  runner: EngineRunner
  streams: StreamThread
}

/** Serves one request of ClickHouse's HTTP interface. Never rejects. */
export async function answer(engine: Engine, req: IncomingMessage, res: ServerResponse): Promise<void> {
  const closed = new AbortController()
  res.on('close', () => {
    if (!res.writableFinished) closed.abort(new Error('caller gone'))
  })
  try {
    const url = new URL(req.url ?? '/', 'http://engine')
    if (url.pathname === '/ping') return void res.end('Ok.\n')
    if (!authorized(req, url, engine.token)) throw new BadRequest(516, 'Authentication failed')
    if (url.pathname !== '/') throw new BadRequest(404, 'no such path')
    const request = await readRequest(req, url)
    await perform(engine, request, { res, closed: closed.signal, gzip: wantsGzip(req, url) })
  } catch (error) {
    fail(res, error)
  }
}

function wantsGzip(req: IncomingMessage, url: URL): boolean {
  const wantsCompression = url.searchParams.get('enable_http_compression') === '1'
  return wantsCompression && /\bgzip\b/.test(String(req.headers['accept-encoding'] ?? ''))
}

interface Reply {
  res: ServerResponse
  closed: AbortSignal
  gzip: boolean
}

async function perform(engine: Engine, request: EngineRequest, reply: Reply): Promise<void> {
  const { statement, queryId } = request
  const caller: EngineCaller = { queryId, closed: reply.closed }
  if (request.rows) {
    await runInsert(engine.runner, { statement, rows: request.rows, spool: engine.spool, caller })
    head(reply, request)
    reply.res.end()
  } else if (request.streamed) {
    await stream(engine, request, reply)
  } else {
    const bytes = await engine.runner.run(statement, caller)
    head(reply, request)
    if (!reply.gzip) reply.res.setHeader('content-length', bytes.length)
    const out = body(reply)
    out.end(bytes)
  }
}

function head({ res, gzip }: Reply, { queryId, statement }: EngineRequest): void {
  res.setHeader('x-clickhouse-query-id', queryId)
  res.setHeader('x-clickhouse-format', statement.format)
  res.setHeader('content-type', statement.format.startsWith('JSON') ? 'application/json' : 'text/plain')
  if (gzip) res.setHeader('content-encoding', 'gzip')
}

function body({ res, gzip }: Reply): Writable {
  if (!gzip) return res
  const zip = createGzip({ level: 1 })
  zip.pipe(res)
  return zip
}

async function stream(engine: Engine, request: EngineRequest, reply: Reply): Promise<void> {
  checkRead(request.statement)
  const statement = tagged(request.statement, request.queryId)
  const order = {
    setup: preamble(statement).replace(/; $/, ''),
    sql: statement.sql,
    format: statement.format,
  }
  const stop = killWhenGone(engine.connections, { queryId: request.queryId, closed: reply.closed })
  try {
    let out: Writable | undefined
    for await (const piece of engine.streams.pieces(order)) {
      if (reply.closed.aborted) return
      if (!out) {
        head(reply, request)
        out = body(reply)
      }
      if (!out.write(piece)) await once(out, 'drain', { signal: reply.closed })
    }
    if (!out) head(reply, request)
    ;(out ?? reply.res).end()
  } finally {
    stop()
  }
}

/** 516: the password is wrong. */
function readStatus(code: number, isOfClient: boolean): number {
  if (code === 516) return 401
  return isOfClient ? 400 : 500
}

/** Before the first byte: a status and the code. After it: the connection breaks, so that no caller takes a part for the whole. */
function fail(res: ServerResponse, error: unknown): void {
  if (res.destroyed) return
  const text = error instanceof Error ? error.message : String(error)
  const code = error instanceof BadRequest ? error.code : Number(/Code: (\d+)/.exec(text)?.[1] ?? 1001)
  const message = error instanceof BadRequest ? `Code: ${code}. DB::Exception: ${text}` : text
  if (res.headersSent) {
    res.write(`\n__exception__\r\n${message}\r\n__exception__\r\n`, () => res.destroy())
    return
  }
  res.statusCode = readStatus(code, error instanceof BadRequest || code < 200)
  res.setHeader('x-clickhouse-exception-code', code)
  res.setHeader('content-type', 'text/plain; charset=UTF-8')
  res.end(`${message}\n`)
}
