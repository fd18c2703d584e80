import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { beforeAll, expect, test } from 'vitest'
import { Random } from '../../src/corpus/sample/random.ts'
import type { AnyOperation } from '../../src/operation/index.ts'
import { openApiDocument } from '../../src/surfaces/openapi/index.ts'
import { verifies } from '../conformance/verifies.ts'
import { sameAgain, seed } from '../search/seed.ts'
import { testAlmanac, type TestAlmanac, type TestAnswer } from '../support/harness.ts'
import { runs } from '../support/long.ts'
import { longestTurnMs, maxTurnMs } from '../support/longest-turn.ts'
import type { TestOrganization } from '../support/platform.ts'
import { schemaSamples, type JsonSchema, type OpenApiDocument } from '../support/schema-samples.ts'
import { sampleWorld, type SampledAlmanac } from '../worlds/sample.ts'
import { requestOf } from './example-request.ts'
import { odd, pathsOf, replaced } from './hostile-values.ts'
import { registry } from './registry.ts'
import { allowedMs } from '../support/machine-pace.ts'

let service: SampledAlmanac
beforeAll(async () => {
  service = await sampleWorld()
})

/** Requests of a run, spread evenly over all operations. */
const requests = runs(600, 40_000)
/** An organization and its keys are used up by their own operations. */
const perOrganization = 200

const document = JSON.parse(JSON.stringify(openApiDocument(registry))) as OpenApiDocument
const random = new Random()
random.start(seed, 0, 0)
const samples = schemaSamples(document, registry.operations, random)

/** The document is what clients see; that it is kept is judged by somebody else's reading of JSON Schema. */
const judge = new Ajv2020({ strict: false, allErrors: true })
addFormats.default(judge)
judge.addSchema(document, 'openapi')
const judges = new Map<string, ValidateFunction>()

const pointerPart = (part: string) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))

const documented = ({ path, method }: AnyOperation) => document.paths[path]?.[method.toLowerCase()]

/** What an answer breaks of the declared schema of its status; empty when nothing. */
function faultsOf(operation: AnyOperation, { status, body, headers }: TestAnswer): string[] {
  const { responses = {} } = documented(operation) ?? {}
  const declared = String(status) in responses ? String(status) : 'default'
  if (!(declared in responses) || status >= 500) return [`status ${status}`]
  const type = (headers.get('content-type') ?? '').split(';')[0] ?? ''
  const { $ref, content: own } = responses[declared] ?? {}
  const content = own ?? document.components.responses[$ref?.split('/').at(-1) ?? '']?.content ?? {}
  if (!(type in content)) return [`content type ${type}`]
  if (!type.includes('json')) return []
  const path = [operation.path, operation.method.toLowerCase(), 'responses', declared]
  const place = $ref?.slice(2) ?? ['paths', ...path.map(pointerPart)].join('/')
  const isDryRun = status === 200 && body?.output?.dryRun !== undefined
  const ref = isDryRun
    ? 'openapi#/components/schemas/DryRunAnswer'
    : `openapi#/${place}/content/${pointerPart(type)}/schema`
  const validate = judges.get(ref) ?? judge.compile({ $ref: ref })
  judges.set(ref, validate)
  if (validate(body) === true) return []
  return (validate.errors ?? []).slice(0, 3).map(({ instancePath, message }) => `${instancePath} ${message}`)
}

/** A request as the document describes it, or one that is wrong in a place or two. */
function aRequest(operation: AnyOperation): { route: string; body?: unknown } {
  const { requestBody, parameters = [] } = documented(operation) ?? {}
  const members = Object.fromEntries(
    parameters
      .filter(({ in: where }) => where === 'query' || where === 'path')
      .map(({ name, schema }) => [name, samples.value(schema, name)]),
  )
  const schema: JsonSchema | undefined = requestBody?.content['application/json']?.schema
  const { apiKey: _key, ...sampled } = {
    ...(schema === undefined ? {} : (samples.value(schema, '') as Record<string, unknown>)),
    ...members,
  }
  // Some of the sampled members in the example: much of an example is found, little of what is made up.
  const [example] = operation.examples
  let input: unknown = random.chance(0.4) ? { ...(example?.input as object), ...sampled } : sampled
  if (random.chance(0.1)) input = example?.input
  for (let wrong = random.below(3); wrong > 0; wrong--) {
    const places = [...pathsOf(input)]
    if (places.length > 0) input = replaced(input, random.pick(places), random.pick(odd))
  }
  const given = typeof input === 'object' ? (input as Record<string, unknown>) : {}
  // Nothing in a path is a slash at its end, which asks the operation on all of them.
  const named = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string)
  // Empty lists are written as nothing, too.
  const isNothing = (name: string) => name in (given ?? {}) && String(given[name]) === ''
  const filled = Object.fromEntries(named.filter(isNothing).map((name) => [name, 'x']))
  return requestOf(operation, { input: { ...given, ...filled } })
}

/** What the run was made of, and the request that kept the loop busiest. */
const tally = {
  statuses: new Map<number, number>(),
  dryRuns: 0,
  refusedDryRuns: 0,
  longestMs: 0,
  lastStatus: 0,
  longest: '',
}

function noteAnswer({ status }: TestAnswer, isDryRun: boolean): void {
  tally.lastStatus = status
  tally.statuses.set(status, (tally.statuses.get(status) ?? 0) + 1)
  if (isDryRun) tally[status === 200 ? 'dryRuns' : 'refusedDryRuns'] += 1
}

let unchecked: TestAlmanac | undefined

/**
 * The same request of a service that does not check what it answers: checking twelve megabytes takes longer than making
 * them, and no service in use does it.
 */
async function sendUnchecked(
  route: string,
  { key, body, headers }: { key: string; body: unknown; headers: Record<string, string> },
): Promise<void> {
  const { db, engine } = service
  unchecked ??= await testAlmanac({ db, engine, settings: { ALMANAC_CHECK_OUTPUTS: 'false' } })
  unchecked.clock.set(service.clock.now())
  const [method = '', path = ''] = route.split(' ')
  const answer = await fetch(unchecked.url + path, {
    method,
    headers: { 'x-api-key': key, ...headers },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  for await (const chunk of answer.body ?? []) void chunk
  service.clock.advance(1_000)
}

async function ask(operation: AnyOperation, { rawKey }: TestOrganization): Promise<string | undefined> {
  const { route, body } = aRequest(operation)
  const headers: Record<string, string> = {
    ...(random.chance(0.1) ? { 'x-dry-run': random.pick(['1', '0', 'yes']) } : {}),
    ...(random.chance(0.1) ? { 'x-max-credits': random.pick(['0', '5', '-1', 'many']) } : {}),
    ...(random.chance(0.1) ? { 'idempotency-key': `key ${random.below(50)}` } : {}),
    ...(random.chance(0.1) ? { accept: 'application/problem+json' } : {}),
  }
  /** No budget is used up. */
  const send = async () => {
    const before = service.clock.now()
    const answer = await service
      .send(route, { key: rawKey, body, headers })
      .catch((error: unknown) => error as Error)
    service.clock.set(before + 1_000)
    return answer
  }
  let answer: TestAnswer | Error | undefined
  let heldMs = await longestTurnMs(async () => (answer = await send()))
  // The least of a few: collecting the garbage of others, and code that runs for the first time, only ever add.
  for (let again = 0; again < 9 && heldMs >= maxTurnMs; again++)
    heldMs = Math.min(heldMs, await longestTurnMs(() => sendUnchecked(route, { key: rawKey, body, headers })))
  if (heldMs > tally.longestMs) Object.assign(tally, { longestMs: heldMs, longest: route })
  if (answer !== undefined && !(answer instanceof Error)) noteAnswer(answer, headers['x-dry-run'] === '1')
  const faults = findFaults(operation, answer)
  if (heldMs >= maxTurnMs && heldMs >= allowedMs(maxTurnMs, 'processor'))
    faults.push(`held the event loop for ${heldMs.toFixed(0)} ms`)
  if (faults.length === 0) return undefined
  const sent = `${route} ${JSON.stringify(headers)} ${JSON.stringify(body)?.slice(0, 1_500)}`
  return `${operation.id}: ${faults.join('; ')}\n  ${sent}`
}

const findFaults = (operation: AnyOperation, answer: TestAnswer | Error | undefined): string[] =>
  answer === undefined || answer instanceof Error
    ? [answer?.message ?? 'no answer']
    : faultsOf(operation, answer)

test(
  `${requests} requests, good and bad, are answered as the document says, never with a 5xx, and none holds the loop ${maxTurnMs} ms`,
  async () => {
    verifies('promise.api.no-5xx', 'promise.api.event-loop')
    const faults: string[] = []
    let org = await service.org(1_000_000)
    for (let sent = 0; sent < requests && faults.length < 10; sent++) {
      if (sent % perOrganization === perOrganization - 1) org = await service.org(1_000_000)
      const operation = registry.operations[sent % registry.operations.length] as AnyOperation
      const fault = await ask(operation, org)
      // Some operations end the key they are asked with.
      if (tally.lastStatus === 401 && operation.access === 'key') org = await service.org(1_000_000)
      if (fault !== undefined) faults.push(fault)
    }
    const statuses = [...tally.statuses]
      .toSorted(([a], [b]) => a - b)
      .map(([status, times]) => `${times} x ${status}`)
    console.log(
      `${requests} requests of ${registry.operations.length} operations: ${statuses.join(', ')}; dry runs ${tally.dryRuns}, refused ${tally.refusedDryRuns}; longest turn ${tally.longestMs.toFixed(0)} ms (${tally.longest})`,
    )
    expect(faults, sameAgain).toEqual([])
    expect(tally.dryRuns).toBeGreaterThan(0)
  },
  runs(900_000, 3_600_000),
)
