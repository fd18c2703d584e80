import { beforeAll, describe, expect, test } from 'vitest'
import { verifies } from '../conformance/verifies.ts'
import type { TestOrganization } from '../support/platform.ts'
import { sampleWorld, type SampledAlmanac } from '../worlds/sample.ts'
import { requestOf } from './example-request.ts'
import { everyOperation } from './registry.ts'

const named = /cursor$|pageToken$/i
const paged = everyOperation.flatMap(([id, operation]) =>
  Object.keys(operation.input.shape)
    .filter((member) => named.test(member))
    .map((member) => [id, member, operation] as const),
)

test('there are many operations with pages', () => expect(paged.length).toBeGreaterThan(60))

test.each(paged)('%s: an empty %s is the first page', (id, member, operation) => {
  verifies('client.page.empty-cursor')
  const example = operation.examples[0]?.input as object
  // The continuation of a search needs its cursor: there is no first page of it.
  expect(operation.ownInput.parse({ ...example, [member]: '' }), id).toEqual(
    operation.ownInput.parse(example),
  )
})

describe('through HTTP', () => {
  let service: SampledAlmanac
  let org: TestOrganization
  beforeAll(async () => {
    service = await sampleWorld()
    org = await service.org(1_000)
  })

  test.each(['companySearch', 'getLedger', 'hotelSearch', 'flightSearch'])('%s', async (id) => {
    verifies('client.page.empty-cursor')
    const found = paged.find(([each]) => each === id)
    expect(found).toBeDefined()
    const [, member, operation] = found!
    const send = async (members: Record<string, unknown>) => {
      const { route, body } = requestOf(operation, { members })
      const answer = await service.send(route, { key: org.rawKey, ...(body === undefined ? {} : { body }) })
      return [answer.status, answer.body.warnings, answer.body.output]
    }
    expect(await send({ [member]: '' })).toEqual(await send({}))
  })

  test('each side of a combined search begins with an empty cursor', async () => {
    verifies('client.page.empty-cursor')
    const ask = async (cursors: { company: object; profile: object }) => {
      const body = {
        companyConfig: { searchParams: {}, pageSize: 2, ...cursors.company },
        profileConfig: { searchParams: {}, pageSize: 2, ...cursors.profile },
      }
      const answer = await service.send('POST /v1/combined-search/paginated', { key: org.rawKey, body })
      return [answer.status, answer.body.output]
    }
    const both = { company: { companyCursor: '' }, profile: { profilesCursor: '' } }
    expect(await ask(both)).toEqual(await ask({ company: {}, profile: {} }))
  })
})
