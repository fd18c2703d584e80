import { beforeAll, describe, expect, test } from 'vitest'
import type { AnyOperation } from '../../src/operation/index.ts'
import { openApiDocument } from '../../src/surfaces/openapi/index.ts'
import { verifies } from '../conformance/verifies.ts'
import type { TestOrganization } from '../support/platform.ts'
import { sampleWorld, type SampledAlmanac } from '../worlds/sample.ts'
import type { Described } from './client-contract/differences.ts'
import { JsonPlaces, type JsonSchema } from './client-contract/json-places.ts'
import { stepsOf } from './client-contract/notation.ts'
import { requestOf } from './example-request.ts'
import { everyOperation, registry } from './registry.ts'

const operations = new Map(everyOperation)
const trip = { flightType: 'one_way', departureAirports: 'JFK', arrivalAirports: 'LHR' }

/** A request with each name that clients have, and the same by the member's own: what is asked for has to be the same. */
const requests: [operation: string, other: object, own: object][] = [
  [
    'flightSearch',
    { trip: { ...trip, outboundDate: '2027-02-01' } },
    { trip: { ...trip, date: '2027-02-01' } },
  ],
  [
    'flightBookingOptions',
    { bookingToken: 'none', trip: { ...trip, outboundDate: '2027-02-01' } },
    { bookingToken: 'none', trip: { ...trip, date: '2027-02-01' } },
  ],
  [
    'fetchRealEstateListings',
    { location: { type: 'raw', rawQuery: 'Houston, TX' } },
    { location: { type: 'raw', query: 'Houston, TX' } },
  ],
  [
    'financialInstrumentLookup',
    { instrument: { type: 'currencyPair', base: 'EUR', quote: 'GBP' } },
    { instrument: { type: 'currencyPair', baseCurrency: 'EUR', quoteCurrency: 'GBP' } },
  ],
  [
    'bulkProfilePic',
    { pnetUrls: ['https://www.pnet.example/in/alan-white-zlldpy-example'] },
    {
      profilesIdentifier: {
        type: 'pnetUrls',
        pnetUrls: ['https://www.pnet.example/in/alan-white-zlldpy-example'],
      },
    },
  ],
  [
    'companyLogo',
    { identifier: { type: 'domain', domain: 'be--husk.com' } },
    { companyIdentifier: { type: 'domain', domain: 'be--husk.com' } },
  ],
  ['forumPostComments', { postUrlOrId: 'sample-p0-forum-0' }, { postUrl: 'sample-p0-forum-0' }],
  ['videoSearchHashtag', { query: '#logistics' }, { hashtag: '#logistics' }],
  ['blueCollarResolveCompany', { domain: 'be--husk.com' }, { companyDomain: 'be--husk.com' }],
  [
    'startMosaic',
    { inlineCsv: 'name,city\nAda,Bonn\n', prompt: 'country: Germany' },
    { inlineCsv: 'name,city\nAda,Bonn\n', customInstructions: 'country: Germany' },
  ],
  ...[
    ['codehostLookupPoll', 'codehostLookupRunId', 'codehostAgentRunId'],
    ['codehostToPnetPolling', 'codehostToPnetRunId', 'codehostAgentRunId'],
    ['socialMediaLookupPolling', 'runId', 'socialMediaFinderRunId'],
  ].map(([id = '', own = '', other = '']): [string, object, object] => [
    id,
    { [other]: 'task_0000000000000000000000' },
    { [own]: 'task_0000000000000000000000' },
  ]),
]

const named = everyOperation.filter(([, { otherNames }]) => otherNames !== undefined)
const valueAt = (value: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>((inner, name) => (inner as Record<string, unknown> | undefined)?.[name], value)
const withAt = (value: unknown, [head = '', ...rest]: string[], member: unknown): object => {
  const holder = (value ?? {}) as Record<string, unknown>
  return { ...holder, [head]: rest.length === 0 ? member : withAt(holder[head], rest, member) }
}

test('every name that an operation declares is tried here', () => {
  expect(requests.map(([id]) => id).toSorted()).toEqual(named.map(([id]) => id).toSorted())
  for (const [id, other] of requests)
    for (const name of Object.keys(operations.get(id)?.otherNames ?? {}))
      expect(valueAt(other, name), `${id} ${name}`).toBeDefined()
})

test('OpenAPI shows each beside the member it stands for, and demands neither', () => {
  const { paths, components } = openApiDocument(registry) as unknown as Described
  const places = new JsonPlaces(components.schemas)
  for (const [id, { path, otherNames = {} }] of named) {
    const body = paths[path]?.['post']?.requestBody?.content['application/json']?.schema as JsonSchema
    for (const [other, meant] of Object.entries(otherNames)) {
      const own = typeof meant === 'string' ? meant : (meant.path.split('.')[0] as string)
      for (const name of [other, own])
        expect(places.at(body, stepsOf(`.${name}`)), `${id} ${name}`).toMatchObject({ isOptional: true })
    }
  }
})

describe('through HTTP', () => {
  let service: SampledAlmanac
  let org: TestOrganization
  beforeAll(async () => {
    service = await sampleWorld()
    org = await service.org(1_000_000)
  })
  const send = async (operation: AnyOperation, input: object, headers: Record<string, string> = {}) => {
    const { route, body } = requestOf(operation, { input })
    const answer = await service.send(route, { key: org.rawKey, body, headers })
    service.clock.set(service.clock.now() + 10_000)
    return answer
  }

  test.each(requests)('%s takes the names of clients', async (id, other, own) => {
    verifies('client.request.other-names')
    const operation = operations.get(id) as AnyOperation
    const headers: Record<string, string> = operation.effect === 'changes' ? { 'x-dry-run': '1' } : {}
    const [byOther, byOwn] = [await send(operation, other, headers), await send(operation, own, headers)]
    expect([byOther.status, byOther.body.warnings, byOther.body.chargeInfo]).toEqual([
      byOwn.status,
      byOwn.body.warnings,
      byOwn.body.chargeInfo,
    ])
    expect(byOther.body.output).toEqual(byOwn.body.output)
    expect([200, 400, 404]).toContain(byOther.status)
    if (!id.endsWith('Poll') && !id.endsWith('Polling') && id !== 'flightBookingOptions')
      expect(byOther.status, JSON.stringify(byOther.body.issues)).toBe(200)
  })

  test.each(requests)(
    '%s: refusals name what was sent, and both names must agree',
    async (id, other, own) => {
      verifies('client.request.other-names')
      const operation = operations.get(id) as AnyOperation
      const before = await service.available(org)
      for (const [name, meant] of Object.entries(operation.otherNames ?? {})) {
        const path = name.split('.')
        const wrong = await send(operation, withAt(other, path, { no: 'such' }))
        expect([wrong.status, wrong.body.issues?.[0].path.startsWith(name)], name).toEqual([400, true])
        const null_ = await send(operation, withAt(own, path, null), { 'x-dry-run': '1' })
        expect(null_.status, name).not.toBe(400)
        const both = withAt(own, path, 'something else')
        const conflict = await send(operation, both)
        expect([conflict.status, conflict.body.issues?.[0]], name).toEqual([
          400,
          expect.objectContaining({ path: name, code: 'conflict' }),
        ])
        if (typeof meant !== 'string') continue
        const twice = await send(operation, withAt(own, path, valueAt(own, meant)), { 'x-dry-run': '1' })
        expect(twice.status, name).not.toBe(400)
      }
      expect(await service.available(org)).toBe(before)
    },
  )
})
