import { beforeAll, describe, expect, test } from 'vitest'
import { definition, unwrap } from '../../src/operation/index.ts'
import type { TestOrganization } from '../support/platform.ts'
import { sampleWorld, type SampledAlmanac } from '../worlds/sample.ts'
import { requestOf } from './example-request.ts'
import { everyOperation } from './registry.ts'

let service: SampledAlmanac
let owner: TestOrganization
let stranger: TestOrganization
beforeAll(async () => {
  service = await sampleWorld()
  owner = await service.org(1_000)
  stranger = await service.org(1_000)
})

const send = (route: string, body: object, { rawKey: key } = owner) => service.send(route, { key, body })

const hotels = { checkInDate: '2030-06-14', checkOutDate: '2030-06-17' }
const trip = {
  flightType: 'one_way',
  departureAirports: 'X-NYC',
  arrivalAirports: 'LHR',
  date: '2030-03-10',
}
/** A question of several pages, and another one of the same sort. */
const questions: [route: string, question: object, other: object][] = [
  [
    'POST /v1/hotels/search',
    { query: 'United States', ...hotels },
    { query: 'United States', ...hotels, adults: 3 },
  ],
  ['POST /v1/flights/search', { trip }, { trip: { ...trip, date: '2030-03-11' } }],
  [
    'POST /v1/real-estate/listings',
    { location: { type: 'raw', query: 'USA' } },
    { location: { type: 'raw', query: 'USA' }, sortBy: 'priceAscending' },
  ],
  ['POST /v1/forum/search', { query: 'how do you start' }, { query: 'how do you start', sort: 'new' }],
  ['POST /v1/forum/subforum/posts', { forum: 'informationtechnology' }, { forum: 'logistics' }],
]

describe('a token of a page opens for the organization and the question it was given for', () => {
  test.each(questions)('%s', async (route, question, other) => {
    const first = await send(route, question)
    const { nextPageToken } = first.body.output as { nextPageToken: string }
    expect(nextPageToken).toEqual(expect.any(String))
    const before = await Promise.all([owner, stranger].map((each) => service.spent(each.organizationId)))
    const altered = `${nextPageToken.slice(0, -3)}${nextPageToken.endsWith('A') ? 'BBB' : 'AAA'}`
    const refused = [
      await send(route, { ...question, nextPageToken }, stranger),
      await send(route, { ...other, nextPageToken }),
      await send(route, { ...question, nextPageToken: altered }),
      await send(route, { ...question, nextPageToken: nextPageToken.slice(1) }),
    ]
    for (const { status, body } of refused)
      expect([status, body.issues?.[0]?.path]).toEqual([400, 'nextPageToken'])
    const after = await Promise.all([owner, stranger].map((each) => service.spent(each.organizationId)))
    expect(after).toEqual(before)
    expect((await send(route, { ...question, nextPageToken })).status).toBe(200)
  })

  test.each([
    [
      'POST /v1/hotels/search',
      // With other dates the token is of another question, which is seen first.
      'nextPageToken',
      { query: 'United States', checkInDate: '2020-01-01', checkOutDate: '2020-01-02' },
    ],
    ['POST /v1/flights/search', 'trip.date', { trip: { ...trip, date: '2020-01-01' } }],
  ])('%s: a day that is over is refused at %s, whatever token comes with it', async (route, path, past) => {
    const question = questions.find(([each]) => each === route)![1]
    const { nextPageToken } = (await send(route, question)).body.output
    const before = await service.spent(owner.organizationId)
    const { status, body } = await send(route, { ...past, nextPageToken })
    expect([status, body.issues[0].path]).toEqual([400, path])
    expect(await service.spent(owner.organizationId)).toBe(before)
  })
})

const named = /^(?:cursor|pageToken|nextPageToken|bookingToken)$/
const withTokens = everyOperation.flatMap(([id, operation]) => {
  const { shape = {} } = definition(unwrap(operation.input) as typeof operation.input)
  const member = Object.keys(shape).find((name) => named.test(name))
  return member === undefined || operation.method !== 'POST' ? [] : [[id, member, operation] as const]
})

describe('a token of another operation is refused, for nothing', () => {
  test('there are such operations', () => expect(withTokens.length).toBeGreaterThan(40))

  test.each(withTokens)('%s: %s', async (id, member, operation) => {
    const [route, question] = id === 'forumSearch' ? questions[0]! : questions[3]!
    const token = (await send(route, question)).body.output.nextPageToken as string
    const before = await service.spent(owner.organizationId)
    const asked = requestOf(operation, { members: { [member]: token } })
    const { status, body } = await send(asked.route, asked.body as object)
    // Of what is looked up by an id first, the example names nothing that is there.
    if (status !== 404) expect([status, body.issues?.[0]?.path]).toEqual([400, member])
    expect(await service.spent(owner.organizationId)).toBe(before)
  })
})
