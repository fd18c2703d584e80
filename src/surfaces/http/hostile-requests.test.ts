import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testKey } from '../../../test/support/surfaces/memory-ports.ts'
import { startTestService, type TestService } from '../../../test/support/surfaces/test-service.ts'
import { errorBody } from '../../operation/index.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService({ credits: 1_000_000_000 })
})
afterAll(() => service.close(0))

async function statusOf(path: string, init: RequestInit): Promise<number> {
  const answer = await fetch(service.url + path, init)
  const text = await answer.text()
  if (answer.status >= 400) errorBody.parse(JSON.parse(text))
  return answer.status
}

const withKey = { 'x-api-key': testKey }
/** Bodies near the real one, far from it, and no JSON at all. */
const bodies = fc.oneof(
  fc.uint8Array({ maxLength: 300 }),
  fc.json().map((text) => new TextEncoder().encode(text)),
  fc
    .record({
      searchParams: fc.oneof(
        fc.jsonValue(),
        fc.record({ countries: fc.jsonValue(), size: fc.jsonValue(), kind: fc.jsonValue() }),
      ),
      pageSize: fc.oneof(fc.nat(200), fc.jsonValue()),
      ['__proto__']: fc.jsonValue(),
    })
    .map((value) => new TextEncoder().encode(JSON.stringify(value))),
)

test('no body is answered with a 5xx or without the error body', async () => {
  await fc.assert(
    fc.asyncProperty(bodies, async (body) => {
      const status = await statusOf('/v1/things/search', { method: 'POST', headers: withKey, body })
      expect([200, 400, 401]).toContain(status)
    }),
    { numRuns: 400 },
  )
  expect(service.ports.errors).toEqual([])
})

test('no query and no path is answered with a 5xx or without the error body', async () => {
  const text = fc.string({ unit: 'binary', maxLength: 20 }).filter((part) => part.isWellFormed())
  await fc.assert(
    fc.asyncProperty(fc.dictionary(text, text), text, async (query, segment) => {
      const search = new URLSearchParams(query).toString()
      expect(await statusOf(`/v1/things?${search}`, { headers: withKey })).toBeLessThan(500)
      expect(
        await statusOf(`/v1/things/${encodeURIComponent(segment)}?${search}`, { headers: withKey }),
      ).toBeLessThan(500)
    }),
    { numRuns: 200 },
  )
  expect(service.ports.errors).toEqual([])
})
