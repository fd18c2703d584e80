import type { IncomingMessage } from 'node:http'
import { inSpan } from '../../lib/tracing.ts'
import type { ClickHouse, Command, InsertBody, InsertTarget, Query, Topology } from './contract.ts'
import { EngineUnavailable } from './errors.ts'
import { readAll } from './http-transport.ts'
import type { HttpTransport } from './http-transport.ts'
import { paramText } from './params.ts'
import { readRows } from './row-stream.ts'

const longMs = 600_000
/** What the engine may need beyond its own limit to stop and to say so. */
const graceMs = 2_000
/** Longer URLs are refused by servers and proxies; the members then travel in the body. */
const maxUrl = 4_000

export interface ClientLimits {
  /** max_memory_usage of one read, bytes. */
  queryMemoryBytes: number
  /** max_result_bytes of one answer that is held whole, bytes. */
  resultBytes: number
  /** max_execution_time of a read that names none, milliseconds. */
  readMs: number
}

export interface ClientParts {
  /** The way to the engine now; undefined while it is down. */
  transport: () => HttpTransport | undefined
  /** What keeps it down, for the operator. */
  trouble?: () => string | undefined
  topology: Topology
  limits: ClientLimits
  /** Unset: the database of the transport. */
  database?: string
  close: () => Promise<void>
}

type Sender = Pick<HttpTransport, 'send'>

/** The one client of every engine: embedded, server, cluster. */
export function createClient(parts: ClientParts): ClickHouse {
  const { database } = parts
  const reach = (): Sender => {
    const transport = parts.transport()
    if (!transport) {
      const why = parts.trouble?.()
      throw new EngineUnavailable(`engine is not running${why === undefined ? '' : `: ${why}`}`)
    }
    if (database === undefined) return transport
    const named = { 'x-clickhouse-database': database }
    return { send: (exchange) => transport.send({ ...exchange, headers: { ...exchange.headers, ...named } }) }
  }
  const read = async (query: Query, format: string, extra: Record<string, string | number>) => {
    const maxMs = query.maxMs ?? parts.limits.readMs
    const settings = {
      ...readerSettings(query, maxMs, parts.limits),
      ...extra,
      ...query.settings,
      readonly: 1,
    }
    return reach().send(statement(query, { format, settings, maxMs, signal: query.signal, read: true }))
  }
  return {
    topology: parts.topology,
    query<Row>(query: Query): Promise<Row[]> {
      return inSpan(engineSpan(query.tag), async (span) => {
        const res = await read(query, 'JSONEachRow', { ...rowsAsArray, ...wholeAnswer(parts.limits) })
        const rows = toRows<Row>((await readAll(res, query.signal)).toString())
        span.add({ 'db.response.returned_rows': rows.length })
        return rows
      })
    },
    raw: (query, format) =>
      inSpan(engineSpan(query.tag), async () =>
        readAll(await read(query, format, wholeAnswer(parts.limits)), query.signal),
      ),
    stream<Row>(query: Query) {
      return readRows<Row>(async () => streamed(reach(), query, parts.limits), {
        signal: query.signal,
        pauseMs: (query.maxMs ?? longMs) + graceMs,
      })
    },
    insert: (into, body) =>
      inSpan(engineSpan(`insert ${into.table}`), async () => insert(reach(), into, body)),
    command: (command) =>
      inSpan(engineSpan(command.tag), async () => runCommand(reach(), command, parts.topology)),
    async healthy(timeoutMs) {
      const signal = AbortSignal.timeout(timeoutMs)
      const probe = read({ sql: 'SELECT 1', tag: 'healthy', maxMs: timeoutMs, signal }, 'TabSeparated', {})
      return probe
        .then((res) => readAll(res, signal))
        .then(
          (bytes) => bytes.toString() === '1\n',
          () => false,
        )
    },
    inDatabase: (name) => createClient({ ...parts, database: name, close: async () => {} }),
    close: parts.close,
  }
}

/** None of a statement without an answer, such as SET. */
const toRows = <Row>(text: string) => (text === '' ? [] : (JSON.parse(text) as Row[]))

/** A statement as a span, by its tag: neither its text nor its values. */
const engineSpan = (tag: string) => () => ({
  name: tag,
  kind: 'client' as const,
  attributes: { 'db.system.name': 'clickhouse' },
})

const rowsAsArray = { output_format_json_array_of_rows: 1, output_format_json_quote_64bit_integers: 1 }
const wholeAnswer = (limits: ClientLimits) => ({
  max_result_bytes: limits.resultBytes,
  result_overflow_mode: 'throw',
  wait_end_of_query: 1,
  // Its threads cost 0.4 ms an answer and pay for answers of many megabytes only
  output_format_parallel_formatting: 0,
})

function readerSettings(query: Query, maxMs: number, limits: ClientLimits): Record<string, string | number> {
  return {
    max_execution_time: maxMs / 1000,
    timeout_overflow_mode: 'throw',
    max_memory_usage: limits.queryMemoryBytes,
    log_comment: query.tag,
    // Decoded posting lists are kept from one statement to the next: a tenth less processor time over a mix of searches
    use_text_index_postings_cache: 1,
    cancel_http_readonly_queries_on_client_close: 1,
  }
}

interface Sending {
  format: string
  settings: Record<string, string | number>
  maxMs: number
  signal?: AbortSignal | undefined
  read: boolean
  until?: 'headers' | 'end'
  headers?: Record<string, string>
}

/** A statement in the body, its parameters and settings in the URL, or all of it as a form where that is long. */
function statement(query: { sql: string; params?: Query['params'] }, sending: Sending) {
  const members = new URLSearchParams({ default_format: sending.format, query_id: crypto.randomUUID() })
  for (const name in sending.settings) members.set(name, String(sending.settings[name]))
  const values: [string, string][] = []
  let length = 0
  for (const name in query.params) {
    const text = paramText(query.params[name]!)
    values.push([`param_${name}`, text])
    length += text.length
  }
  const common = {
    members,
    deadlineMs: sending.maxMs + graceMs,
    signal: sending.signal,
    repeatable: sending.read,
    until: sending.until ?? ('end' as const),
  }
  if (length < maxUrl) {
    for (const [name, text] of values) members.set(name, text)
    return { ...common, body: query.sql, headers: { ...sending.headers } }
  }
  const { body, type } = form([['query', query.sql], ...values])
  return { ...common, body, headers: { ...sending.headers, 'content-type': type } }
}

function form(fields: [string, string][]): { body: string; type: string } {
  const boundary = `almanac-${crypto.randomUUID()}`
  const parts = fields.map(
    ([name, text]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`,
  )
  return { body: `${parts.join('')}--${boundary}--\r\n`, type: `multipart/form-data; boundary=${boundary}` }
}

function streamed(transport: Sender, query: Query, limits: ClientLimits): Promise<IncomingMessage> {
  const maxMs = query.maxMs ?? longMs
  const settings = {
    ...readerSettings(query, maxMs, limits),
    output_format_json_quote_64bit_integers: 1,
    ...query.settings,
    readonly: 1,
  }
  const headers = { 'x-almanac-stream': '1' }
  return transport.send(
    statement(query, {
      format: 'JSONEachRow',
      settings,
      maxMs,
      signal: query.signal,
      read: true,
      until: 'headers',
      headers,
    }),
  )
}

async function insert(transport: Sender, into: InsertTarget, body: InsertBody): Promise<void> {
  const columns = into.columns ? ` (${into.columns.map(identifier).join(', ')})` : ''
  const members = new URLSearchParams({
    query: `INSERT INTO ${into.table.split('.').map(identifier).join('.')}${columns} FORMAT ${plainName(into.format)}`,
    query_id: crypto.randomUUID(),
    log_comment: `insert ${into.table}`,
    wait_end_of_query: '1',
    // Rows are a part on disk before the answer; batching in the engine would only delay it
    async_insert: '0',
    // A cluster's write is done when its shards have it
    distributed_foreground_insert: '1',
  })
  if (into.dedupeToken) members.set('insert_deduplication_token', into.dedupeToken)
  for (const name in into.settings) members.set(name, String(into.settings[name]))
  const repeatable = into.dedupeToken !== undefined && (typeof body === 'string' || Buffer.isBuffer(body))
  const res = await transport.send({ members, body, deadlineMs: longMs, until: 'end', repeatable })
  await readAll(res)
}

const onCluster = /\/\*\s*on cluster\s*\*\//gi

async function runCommand(transport: Sender, command: Command, topology: Topology): Promise<void> {
  const clause = topology.kind === 'cluster' && topology.ddl ? `ON CLUSTER ${identifier(topology.name)}` : ''
  const maxMs = command.maxMs ?? longMs
  const settings = {
    max_execution_time: maxMs / 1000,
    log_comment: command.tag,
    wait_end_of_query: 1,
    ...command.settings,
  }
  const sql = command.sql.replace(onCluster, clause)
  const query = command.params ? { sql, params: command.params } : { sql }
  const res = await transport.send(statement(query, { format: 'TabSeparated', settings, maxMs, read: false }))
  await readAll(res)
}

function identifier(name: string): string {
  return `\`${name.replaceAll('\\', '\\\\').replaceAll('`', '\\`')}\``
}

function plainName(name: string): string {
  if (!/^\w{1,64}$/.test(name)) throw new TypeError(`not a format name: ${name.slice(0, 80)}`)
  return name
}
