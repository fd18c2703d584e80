import type { Answer, Operation } from './operation.ts'
import { splitInput } from './request.ts'
import { withRetries } from './retries.ts'
import type { CallOptions, FullSettings } from './settings.ts'
import { openWire, readReply, type Ask, type Reply } from './wire.ts'

/** Sends one call, as often as it takes and as it may. */
export type Send = (operation: Operation, input: object, options: CallOptions) => Promise<Answer<unknown>>

export function openSend(settings: FullSettings): Send {
  const { baseUrl, fetch } = settings
  // Its types are bound to paths, ours to operations.
  const ask = openWire({ baseUrl, fetch }).request as unknown as Ask

  return async (operation, input, options) => {
    const { path, query, body } = splitInput(operation, input, options)
    const headers = { ...credentials(settings, operation), ...requestHeaders(operation, options) }
    const isStream = body instanceof ReadableStream
    const attempt = async () => {
      const timeout = AbortSignal.timeout(settings.timeoutSeconds * 1000)
      const signal = options.signal === undefined ? timeout : AbortSignal.any([options.signal, timeout])
      const sent = ask(operation.method.toLowerCase(), operation.path, {
        params: { path, query },
        headers,
        signal,
        ...(body === undefined ? {} : { body }),
        ...(operation.file === undefined ? {} : { bodySerializer: (file: unknown) => file }),
        ...(isStream ? { duplex: 'half' } : {}),
        // Some operations answer texts.
        parseAs: 'text',
      }).then(readText)
      return readReply(sent, options.signal)
    }
    options.signal?.throwIfAborted()
    const isOnce = 'idempotency-key' in headers || 'x-dry-run' in headers
    const isSafe = !isStream && (isOnce || isHarmless(operation))
    return withRetries(attempt, { isSafe, signal: options.signal }, settings)
  }
}

function readText(reply: Reply<unknown>): Reply<unknown> {
  if (!reply.response.ok) return reply
  const text = String(reply.data ?? '')
  const isJson = reply.response.headers.get('content-type')?.includes('json') === true
  return { ...reply, data: isJson ? (JSON.parse(text) as unknown) : text }
}

/** Twice is as good as once, and costs nothing. */
const isHarmless = ({ isPriced, isRepeatable }: Operation) => isPriced !== true && isRepeatable === true

function credentials(
  { headers, apiKey, operatorToken }: FullSettings,
  { access }: Operation,
): Record<string, string> {
  const isForKey = access === undefined && apiKey !== undefined
  const isForOperator = access === 'operator' && operatorToken !== undefined
  return {
    ...headers,
    ...(isForKey ? { 'x-api-key': apiKey } : {}),
    ...(isForOperator ? { authorization: `Bearer ${operatorToken}` } : {}),
  }
}

function requestHeaders(operation: Operation, options: CallOptions): Record<string, string> {
  const { idempotencyKey, maxCredits, strict, scenario, fileType, headers } = options
  const key = idempotencyKey ?? (isHarmless(operation) ? false : makeKey())
  return {
    ...(operation.takesKey === true && key !== false ? { 'idempotency-key': key } : {}),
    ...(maxCredits === undefined ? {} : { 'x-max-credits': String(maxCredits) }),
    ...(strict === true ? { 'x-strict': '1' } : {}),
    ...(scenario === undefined ? {} : { 'x-sandbox-scenario': scenario }),
    ...(operation.file === undefined ? {} : { 'content-type': fileType ?? operation.file[0] ?? '' }),
    ...headers,
  }
}

/** 128 bits by chance. `randomUUID` is absent from pages that came over plain http. */
function makeKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return `client-${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}
