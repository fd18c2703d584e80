import { beforeAll, describe, expect, test } from 'vitest'
import type { AnyOperation } from '../../src/operation/index.ts'
import { verifies } from '../conformance/verifies.ts'
import type { TestAnswer } from '../support/harness.ts'
import type { TestOrganization } from '../support/platform.ts'
import { sampleWorld, type SampledAlmanac } from '../worlds/sample.ts'
import { independentOperations, requestOf } from './example-request.ts'

let service: SampledAlmanac
beforeAll(async () => {
  service = await sampleWorld()
})

/** An error body without what differs from one request to the next. */
function comparable({ status, body, headers }: TestAnswer): object {
  const { errorCode: _code, requestId: _id, ...rest } = body as Record<string, unknown>
  return { status, rest, charged: headers.get('x-credits-charged') }
}

/** The input that narrows nothing, of what reads and takes it. */
const widest = ({ input, effect }: AnyOperation) =>
  effect !== 'changes' && input.safeParse({}).success ? [{}] : []

/** Everything that identifies an organization and what belongs to it. */
async function marksOf({ organizationId, subscriptionId, caller }: TestOrganization): Promise<string[]> {
  const log = await service.almanac.requests.listRequests({ organizationId, most: 500 })
  return [organizationId, subscriptionId, caller.keyId, caller.keyPrefix, ...log.map(({ id }) => id)]
}

test("the whole run of one organization, repeated with another's key, shows and changes nothing of the first", async () => {
  verifies('api-key.other-organization', 'promise.api.foreign-id-unknown')
  const [owner, stranger] = [await service.org(), await service.org()]
  for (const [, operation] of independentOperations) {
    for (const { input } of operation.examples) {
      const { route, body } = requestOf(operation, { input })
      expect((await service.send(route, { key: owner.rawKey, body })).status).toBe(200)
    }
  }
  // The log is asked for what was refused.
  expect((await service.send('POST /v1/company-search', { key: owner.rawKey, body: {} })).status).toBe(400)
  const before = await service.traces(owner.organizationId)
  const marks = await marksOf(owner)
  expect(marks.length).toBeGreaterThan(independentOperations.length)
  for (const [id, operation] of independentOperations) {
    for (const input of [...operation.examples.map((example) => example.input), ...widest(operation)]) {
      const members = id === 'getAllApiKeys' ? { includeRevoked: true } : {}
      const { route, body } = requestOf(operation, { input, members })
      const { text } = await service.send(route, { key: stranger.rawKey, body })
      for (const mark of marks) expect(text.includes(mark), `${id} shows ${mark}`).toBe(false)
    }
  }
  expect(await service.traces(owner.organizationId)).toEqual(before)
})

/** Cursors of one organization, with the request that each continues. */
const paged: [string, string, (cursor: string) => object, (answer: TestAnswer) => string][] = [
  [
    'companySearch',
    'POST /v1/company-search',
    (cursor) => ({ searchParams: {}, pageSize: 2, ...(cursor && { cursor }) }),
    ({ body }) => body.output.nextCursor,
  ],
  [
    'peopleSearch',
    'POST /v1/people-search',
    (cursor) => ({ searchParams: {}, pageSize: 2, ...(cursor && { cursor }) }),
    ({ body }) => body.output.nextCursor,
  ],
  [
    'paginatedCombinedSearch',
    'POST /v1/combined-search/paginated',
    (cursor) => ({
      companyConfig: { searchParams: {}, pageSize: 2, ...(cursor && { companyCursor: cursor }) },
    }),
    ({ body }) => body.output.nextCompaniesCursor,
  ],
  [
    'listApiRequests',
    'POST /v1/api-requests',
    (cursor) => ({ pageSize: 1, ...(cursor && { cursor }) }),
    ({ body }) => body.output.nextCursor,
  ],
]

describe.each(paged)('a cursor of %s', (_id, route, bodyWith, cursorOf) => {
  test('of another organization is refused exactly like one that never was', async () => {
    verifies('promise.api.foreign-id-unknown')
    const [owner, stranger] = [await service.org(), await service.org()]
    for (let asked = 0; asked < 2; asked++)
      await service.send(route, { key: owner.rawKey, body: bodyWith('') })
    const cursor = cursorOf(await service.send(route, { key: owner.rawKey, body: bodyWith('') }))
    expect(cursor).toMatch(/^\S+$/)
    expect((await service.send(route, { key: owner.rawKey, body: bodyWith(cursor) })).status).toBe(200)
    const foreign = await service.send(route, { key: stranger.rawKey, body: bodyWith(cursor) })
    expect(foreign.status).toBe(400)
    const never = await service.send(route, { key: stranger.rawKey, body: bodyWith('never-was') })
    expect(comparable(foreign)).toEqual(comparable(never))
    expect(await service.spent(stranger.organizationId)).toBe(0)
  })
})
