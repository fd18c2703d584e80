import { readsQuery, type AnyOperation } from '../../src/operation/index.ts'
import type { TestAlmanac, TestAnswer } from '../support/harness.ts'
import type { TestOrganization } from '../support/platform.ts'
import { everyOperation } from './registry.ts'

export { readsQuery }

/** One request as the harness sends it: the input in the body, or in the query where the body is none or a file. */
export interface ExampleRequest {
  route: string
  body?: Record<string, unknown> | string
}

/** These end or narrow the key they are called with, so the suites cannot go on with it; their own tests say more. */
const endTheirKey = new Set([
  'revokeCurrentApiKey',
  'rotateApiKey',
  'updateApiKey',
  'updateApiKeyExpiration',
  'updateApiKeyLimit',
])

/** Operations that need a key, with their ids, for `test.each`. */
export const keyedOperations = everyOperation.filter(
  ([id, operation]) => operation.access === 'key' && !endTheirKey.has(id),
)

/** Those whose examples stand for themselves: they need nothing that another operation made before. */
export const independentOperations = keyedOperations.filter(([, { follows }]) => follows === undefined)

/** Those that can charge for what their answer holds. */
export const chargingOperations = independentOperations.filter(
  ([, { price }]) => price.kind !== 'free' && price.kind !== 'per-job',
)

/** Starts of jobs, which charge when the job delivers. */
export const startingOperations = independentOperations.filter(([, { price }]) => price.kind === 'per-job')

/** The operation's first example, or `input`, as a request; `members` are added to what is sent. */
export function requestOf(
  operation: AnyOperation,
  {
    input = operation.examples[0]?.input,
    members = {},
  }: { input?: unknown; members?: Record<string, unknown> } = {},
): ExampleRequest {
  const given = { ...(input as Record<string, unknown>), ...members }
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => {
    const value = String(given[name])
    delete given[name]
    return encodeURIComponent(value.toWellFormed())
  })
  if (!readsQuery(operation)) return { route: `${operation.method} ${path}`, body: given }
  const query = new URLSearchParams()
  const inBody: Record<string, unknown> = {}
  // A query cannot carry objects; a DELETE takes them as JSON.
  for (const [name, value] of Object.entries(given))
    if (operation.method === 'DELETE' && holdsObjects(value)) inBody[name] = value
    else query.append(name, String(value))
  const route = `${operation.method} ${path}${query.size > 0 ? `?${query}` : ''}`
  if (operation.file !== undefined) return { route, body: operation.file.example }
  return Object.keys(inBody).length > 0 ? { route, body: inBody } : { route }
}

const holdsObjects = (value: unknown) =>
  [value].flat().some((item) => typeof item === 'object' && item !== null)

/** Sends the operation's first example as a customer. */
export function sendExample(
  service: Pick<TestAlmanac, 'send'>,
  operation: AnyOperation,
  org: Pick<TestOrganization, 'rawKey'>,
  { headers, members = {} }: { headers: Record<string, string>; members?: Record<string, unknown> },
): Promise<TestAnswer> {
  const { route, body } = requestOf(operation, { members })
  return service.send(route, { key: org.rawKey, body, headers })
}
