import { timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { pipeline } from 'node:stream'
import type { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { engineUser } from './engine-protocol.ts'
import type { EngineStatement } from './engine-connection.ts'

/** What one HTTP request asks of the engine. */
export interface EngineRequest {
  statement: EngineStatement
  queryId: string
  /** Rows are sent as the engine makes them instead of one answer at the end. */
  streamed: boolean
  /** The rest of the body after the statement's text: rows of an insert. */
  rows: AsyncIterable<Buffer> | undefined
}

/** The request breaks the interface's own rules; answered with this code and text. */
export class BadRequest extends Error {
  readonly code: number

  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

// Members of the interface that are no settings of the engine
const own = new Set(
  'query database default_format user password quota_key session_id session_timeout session_check query_id compress decompress enable_http_compression wait_end_of_query buffer_size role stacktrace client_protocol_version cancel_http_readonly_queries_on_client_close'.split(
    ' ',
  ),
)
const maxText = 64 * 1024 * 1024

/**
 * Reads the statement out of URL, headers and body. An insert's rows stay unread in `rows`.
 * SET takes a parameter's value in the same escaped text as the URL does, so it passes through as it is.
 */
export async function readRequest(req: IncomingMessage, url: URL): Promise<EngineRequest> {
  const members = new Map(url.searchParams)
  let body: Readable = req
  if (req.headers['content-encoding'] === 'gzip') body = pipeline(req, createGunzip(), () => {}) // fails its reader
  if (members.get('decompress') === '1') throw new BadRequest(48, 'native compression is not supported here')
  let rest: Buffer | AsyncIterable<Buffer> = Buffer.alloc(0)
  const type = req.headers['content-type'] ?? ''
  if (type.startsWith('multipart/form-data')) {
    const form = await new Response(new Uint8Array(await collect(body)), {
      headers: { 'content-type': type },
    }).formData()
    for (const [name, value] of form) {
      if (typeof value !== 'string') throw new BadRequest(48, 'external tables are not supported here')
      members.set(name, value)
    }
  } else if (req.method === 'POST') {
    rest = isInsert(members.get('query') ?? '') ? body : await collect(body)
  }
  return assemble(req, members, rest)
}

function assemble(
  req: IncomingMessage,
  members: Map<string, string>,
  rest: Buffer | AsyncIterable<Buffer>,
): EngineRequest {
  let sql = members.get('query') ?? ''
  let rows: AsyncIterable<Buffer> | undefined
  if (!Buffer.isBuffer(rest)) rows = rest
  else if (sql === '') {
    const split = splitInsert(rest)
    sql = split.sql
    rows = split.rows
  } else if (rest.length > 0) sql += `\n${rest.toString()}`
  if (sql.trim() === '') throw new BadRequest(62, 'Syntax error: empty query')
  const settings = new Map<string, string>()
  const params = new Map<string, string>()
  for (const [name, value] of members) {
    if (name.startsWith('param_')) params.set(checkedName(name.slice(6)), value)
    else if (!own.has(name)) settings.set(checkedName(name), value)
  }
  if (req.method === 'GET' && !settings.has('readonly')) settings.set('readonly', '1')
  const format = header(req, 'x-clickhouse-format') ?? members.get('default_format') ?? 'TabSeparated'
  const database = members.get('database') ?? header(req, 'x-clickhouse-database') ?? 'default'
  return {
    statement: { sql: trimEnd(sql), format, database, settings, params },
    queryId: members.get('query_id') ?? crypto.randomUUID(),
    streamed: header(req, 'x-almanac-stream') === '1',
    rows,
  }
}

const trimEnd = (sql: string): string => sql.replace(/[;\s]+$/, '')

function checkedName(name: string): string {
  if (!/^[A-Za-z_][A-Za-z0-9_]{0,127}$/.test(name))
    throw new BadRequest(115, `Unknown setting ${name.slice(0, 100)}`)
  return name
}

function header(req: IncomingMessage, name: string): string | undefined {
  const value = req.headers[name]
  return typeof value === 'string' ? value : undefined
}

function isInsert(sql: string): boolean {
  return /^\s*insert\b/i.test(sql) && /\bformat\s+\w+\s*$/i.test(sql)
}

/** A body that holds the insert's statement and, after its FORMAT line, the rows. */
function splitInsert(body: Buffer): { sql: string; rows: AsyncIterable<Buffer> | undefined } {
  const head = body.subarray(0, 64 * 1024).toString('latin1')
  const match = /^\s*insert\b[^]*?\bformat\s+(?!values\b)\w+[ \t]*\r?\n/i.exec(head)
  if (!match) return { sql: body.toString(), rows: undefined }
  return { sql: body.subarray(0, match[0].length).toString(), rows: once(body.subarray(match[0].length)) }
}

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes
}

async function collect(body: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of body) {
    size += part.length
    if (size > maxText) throw new BadRequest(307, 'request text over 64 MiB')
    parts.push(part)
  }
  return Buffer.concat(parts)
}

/** True when the request carries the token, by any of the interface's three ways. */
export function authorized(req: IncomingMessage, url: URL, token: string): boolean {
  let user = header(req, 'x-clickhouse-user') ?? url.searchParams.get('user')
  let key = header(req, 'x-clickhouse-key') ?? url.searchParams.get('password')
  const basic = /^Basic (.+)$/.exec(req.headers.authorization ?? '')
  if (basic) {
    const [name, ...password] = Buffer.from(basic[1] ?? '', 'base64')
      .toString()
      .split(':')
    user = name ?? null
    key = password.join(':')
  }
  const bytes = Buffer.from(key ?? '')
  const wanted = Buffer.from(token)
  return user === engineUser && bytes.length === wanted.length && timingSafeEqual(bytes, wanted)
}
