import { beforeAll, expect, test } from 'vitest'
import { Random } from '../../src/corpus/sample/random.ts'
import { openApiDocument } from '../../src/surfaces/openapi/index.ts'
import { verifies } from '../conformance/verifies.ts'
import { isLong } from '../support/long.ts'
import { longestTurnMs, maxTurnMs } from '../support/longest-turn.ts'
import type { TestOrganization } from '../support/platform.ts'
import {
  listPlaces,
  schemaSamples,
  type JsonSchema,
  type ListPlace,
  type OpenApiDocument,
} from '../support/schema-samples.ts'
import { emptyWorld } from '../worlds/world.ts'
import type { TestAlmanac } from '../support/harness.ts'
import { keyedOperations, readsQuery } from './example-request.ts'
import { registry } from './registry.ts'
import { allowedMs } from '../support/machine-pace.ts'

let service: TestAlmanac
let org: TestOrganization
beforeAll(async () => {
  // The turns are this process's: among records the engine would only work longer.
  service = await emptyWorld()
  org = await service.org(1_000_000)
})

const document = JSON.parse(JSON.stringify(openApiDocument(registry))) as OpenApiDocument
const operations = keyedOperations.map(([, operation]) => operation)
const samples = schemaSamples(document, operations, new Random())

/** Machines that others use, too, take twice the processor time of quiet ones, where nothing takes half of it. */
const limitMs = maxTurnMs
/** What a body may hold, less what stands around the list. */
const mostBytes = 1_000_000
/** The widest list that is read at all. */
const mostItems = 10_000

/** Items as many as may be sent, texts each different. */
function largest({ path, schema }: ListPlace): unknown[] {
  const { items = {}, maxItems = mostItems } = schema
  const name = path.findLast((step) => !/^(\[\]|anyOf|noneOf|allOf)$/.test(step)) ?? ''
  const of = samples.resolve(items)
  const isText = of.type === 'string' && of.enum === undefined
  const list: unknown[] = []
  let bytes = 0
  while (list.length < Math.min(maxItems, mostItems)) {
    const item = isText ? samples.text(name, of, list.length) : samples.value(of, name, 3)
    bytes += Buffer.byteLength(JSON.stringify(item)) + 1
    if (bytes > mostBytes) break
    list.push(item)
  }
  return list
}

/** Lists that are read by the same code are asked for once: parameters of a search are those of its count. */
function distinctPlaces(): { route: string; place: ListPlace }[] {
  const known = new Set<string>()
  const found: { route: string; place: ListPlace }[] = []
  // Takes the parameters of all searches, and runs them as counts.
  const inOrder = operations.toSorted(
    (a, b) => Number(b.id === 'explainSearch') - Number(a.id === 'explainSearch'),
  )
  for (const operation of inOrder) {
    if (readsQuery(operation)) continue
    const { path, method } = operation
    const request = document.paths[path]?.[method.toLowerCase()]?.requestBody?.content['application/json']
    for (const place of listPlaces(samples, request?.schema ?? {})) {
      const from = place.path.findLastIndex((step) => /params$/i.test(step)) + 1
      const key = JSON.stringify([place.path.slice(from), place.schema satisfies JsonSchema])
      if (!isLong && known.has(key)) continue
      known.add(key)
      found.push({ route: `${method} ${path}`, place })
    }
  }
  return found
}

/** What a request names besides its list: operations on something that was made before find it. */
async function around(route: string): Promise<object> {
  const [, of] = /\/v1\/exclusions\/(\w+)\/(?:add|remove)/.exec(route) ?? []
  if (of === undefined) return {}
  const made = `POST /v1/exclusions/${of}/create-list`
  const { body } = await service.send(made, { key: org.rawKey, body: { name: 'Largest' } })
  return { listId: body.output.listId }
}

test(
  `every list of every operation, as long as it may be, holds the event loop under ${limitMs} ms`,
  async () => {
    verifies('promise.api.event-loop')
    const places = distinctPlaces()
    expect(places.length).toBeGreaterThan(200)
    const slow: string[] = []
    const statuses = new Map<number, number>()
    for (const { route, place } of places) {
      const list = largest(place)
      const body = JSON.stringify({ ...(place.input(list) as object), ...(await around(route)) })
      let status = 0
      const ask = async () => {
        ;({ status } = await service.send(route, { key: org.rawKey, body }))
      }
      let ms = Infinity
      // The least of a few: collecting the garbage of others, and code that runs for the first time, only ever add.
      for (let again = 0; again < 10 && ms >= limitMs; again++) {
        ms = Math.min(ms, await longestTurnMs(ask))
        service.clock.advance(1_000)
      }
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      if (ms >= limitMs && ms >= allowedMs(limitMs, 'processor'))
        slow.push(`${route} ${place.path.join('.')} ${list.length}: ${ms.toFixed(0)} ms (${status})`)
    }
    expect(slow).toEqual([])
    // Many are taken, so that more than checking is measured.
    expect(statuses.get(200)).toBeGreaterThan(places.length * 0.4)
  },
  isLong ? 1_800_000 : 900_000,
)
