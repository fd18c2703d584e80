import type { CallToolResult } from '@modelcontextprotocol/server'
import type { Json } from '../openapi/index.ts'
import {
  readText,
  type AnyOperation,
  type Answer,
  type Caller,
  type Failure,
  type Pipeline,
} from '../../operation/index.ts'
import { withChosen } from './chosen-members.ts'
import { compacted } from './compact-answer.ts'
import { callParts } from './controls.ts'
import { hasStructure } from './output-schema.ts'

/** Where a call comes from: the parts of its HTTP request other than the arguments. */
export interface CallOrigin {
  header(name: string): string | undefined
  address: string
  /** Set when a token identifies the caller; otherwise the headers have the key. */
  caller?: Caller | undefined
}

export interface CallPorts {
  pipeline: Pipeline
  openDeps(operation: AnyOperation): unknown
  /** The text of a failure before any operation was reached. */
  describeFailure(failure: Failure, operation: AnyOperation): Answer
}

export interface OperationCall {
  callArguments: Record<string, unknown>
  origin: CallOrigin
  signal: AbortSignal
  /** Whether the called tool has a schema of its results, which are then sent as JSON as well as text. */
  isStructured?: boolean
}

/** Headers that concern the protocol and not the call of an operation. */
const ofTheProtocol = new Set(['accept', 'idempotency-key'])
const ofAuthentication = new Set(['x-api-key', 'authorization'])

/** Calls an operation as HTTP does: the same steps, charge, limit and errors. */
export async function callOperation(
  ports: CallPorts,
  operation: AnyOperation,
  call: OperationCall,
): Promise<CallToolResult> {
  const { origin, signal } = call
  let parts
  try {
    parts = callParts(operation, call.callArguments)
  } catch (thrown) {
    return toResult(ports.describeFailure(thrown as Failure, operation))
  }
  const { members, headers, file, chosen } = parts
  const answer = await ports.pipeline(operation, ports.openDeps(operation), {
    members,
    source: 'agent',
    refusesUnknown: true,
    ...(file === undefined ? {} : { file: streamText(file) }),
    query: {},
    pathParameters: {},
    address: origin.address,
    signal,
    caller: origin.caller,
    header(name) {
      if (headers[name] !== undefined || ofTheProtocol.has(name)) return headers[name]
      return origin.caller !== undefined && ofAuthentication.has(name) ? undefined : origin.header(name)
    },
  })
  const toJson = (body: string) => compacted(body, (json) => withChosen(operation, json, chosen))
  return toResult(answer, { toJson, isStructured: call.isStructured === true && hasStructure(operation) })
}

async function* streamText(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text)
}

/** How an answer that is JSON is shown. */
interface Form {
  toJson(body: string): Json
  isStructured: boolean
}

/** `_meta` holds what HTTP puts into status and headers. */
function toResult({ status, headers, body: content }: Answer, form?: Form): CallToolResult {
  const body = readText(content)
  const isError = status >= 400
  const isJson = headers['content-type']?.includes('json') === true
  const json = form !== undefined && isJson && !isError ? form.toJson(body) : undefined
  return {
    content: [{ type: 'text', text: json === undefined ? body : JSON.stringify(json) }],
    ...(json !== undefined && form?.isStructured === true ? { structuredContent: json } : {}),
    ...(isError ? { isError: true } : {}),
    _meta: {
      'almanac/status': status,
      'almanac/requestId': headers['x-request-id'],
      'almanac/creditsCharged': Number(headers['x-credits-charged'] ?? 0),
      ...(headers['x-credits-remaining'] === undefined
        ? {}
        : { 'almanac/creditsRemaining': Number(headers['x-credits-remaining']) }),
      ...(headers['idempotent-replayed'] === undefined ? {} : { 'almanac/replayed': true }),
    },
  }
}
