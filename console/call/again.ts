import { splitInput, writeQuery } from '../../client/src/request.ts'
import { settle } from './answer.ts'
import { ask } from './client.ts'

/** A request as the log holds it: the path with its `{members}`, and all members. */
export interface LoggedRequest {
  method: string
  routePath: string
  request: unknown
}

/** Reads and deletions have all of their members in the address. */
function partsOf({ method, routePath, request }: LoggedRequest) {
  const members = (request ?? {}) as Record<string, unknown>
  const isInAddress = method === 'GET' || method === 'DELETE'
  return splitInput({ method, path: routePath, query: isInAddress ? Object.keys(members) : [] }, members, {})
}

/** The address and the body that members become. */
export function addressOf(request: LoggedRequest): { path: string; body: unknown } {
  const { path, query, body } = partsOf(request)
  const filled = request.routePath.replaceAll(/\{(\w+)\}/g, (_whole, name: string) =>
    encodeURIComponent(String(path[name])),
  )
  const text = writeQuery(query)
  return { path: text === '' ? filled : `${filled}?${text}`, body }
}

/** What came back, as it came, and what it cost. */
export interface SentAgain {
  output: unknown
  charged: number
}

function send(request: LoggedRequest, headers: Record<string, string>) {
  const { path, query, body } = partsOf(request)
  const members = { params: { path, query }, headers, ...(body !== undefined && { body }) }
  return settle(ask(request.method.toLowerCase(), request.routePath, members))
}

/** The most it can cost, in credits. Nothing runs. */
export async function priceAgain(request: LoggedRequest): Promise<number> {
  const { output } = await send(request, { 'x-dry-run': '1' })
  return (output as { dryRun?: { maxCredits?: number } } | undefined)?.dryRun?.maxCredits ?? 0
}

/** Sends it, for at most `maxCredits`. The same `key` is charged once. */
export async function sendAgain(
  request: LoggedRequest,
  { maxCredits, key }: { maxCredits: number; key: string },
): Promise<SentAgain> {
  const headers = { 'x-max-credits': String(maxCredits), 'idempotency-key': key }
  const { output, charged } = await send(request, headers)
  return { output, charged }
}
