import { describe, expect, test } from 'vitest'
import { Almanac, Conflict, RateLimited, Unavailable, Unreachable } from './client.ts'

const paid = {
  output: { data: [], nextCursor: null, hasMore: false },
  chargeInfo: { method: 'free', message: '' },
}

type Turn = { status: number; headers?: Record<string, string>; body?: object } | 'lost'

/** A client of a service that answers so, one after the other; what it was sent, and how long it waited. */
function scripted(turns: Turn[], settings: { retries?: number; maxWaitSeconds?: number } = {}) {
  const sent: Request[] = []
  const waits: number[] = []
  const almanac = new Almanac({
    baseUrl: 'http://almanac.test',
    apiKey: 'alm_test',
    ...settings,
    async fetch(request) {
      sent.push(request)
      const turn = turns[sent.length - 1] ?? { status: 200 }
      if (turn === 'lost') throw new TypeError('fetch failed')
      return Response.json(turn.body ?? paid, { status: turn.status, headers: turn.headers ?? {} })
    },
    async wait(ms, signal) {
      waits.push(ms)
      signal?.throwIfAborted()
    },
  })
  return { almanac, sent, waits }
}

const search = { searchParams: { domains: ['acme.example'] } }
const keys = (sent: Request[]) => sent.map(({ headers }) => headers.get('idempotency-key'))

describe('a paid request', () => {
  test('has a key of its own, the same in every attempt', async () => {
    const { almanac, sent } = scripted(['lost', { status: 503, headers: { 'retry-after': '2' } }])
    await almanac.companySearch(search)
    await almanac.companySearch(search)
    const [first, second, third, next] = keys(sent)
    expect(first).toMatch(/^client-[0-9a-f]{32}$/)
    expect([second, third]).toEqual([first, first])
    expect(next).not.toBe(first)
  })

  test('without a key is not sent again when the connection is lost or the service fails', async () => {
    for (const [turn, kind] of [
      ['lost', Unreachable],
      [{ status: 503, headers: { 'retry-after': '1' } }, Unavailable],
    ] as const) {
      const { almanac, sent } = scripted([turn])
      await expect(almanac.companySearch(search, { idempotencyKey: false })).rejects.toThrow(kind)
      expect(sent).toHaveLength(1)
    }
  })

  test('by GET, which takes no key, is not sent again', async () => {
    const { almanac, sent } = scripted(['lost'])
    await expect(almanac.getCompany({ companyId: 1 } as never)).rejects.toThrow(Unreachable)
    expect(sent).toHaveLength(1)
    expect(keys(sent)).toEqual([null])
  })

  test('is sent again after 429 even without a key: nothing was held', async () => {
    const { almanac, sent } = scripted([{ status: 429, headers: { 'retry-after': '7' } }])
    await almanac.companySearch(search, { idempotencyKey: false })
    expect(sent).toHaveLength(2)
  })

  test('whose first attempt is still running waits for its answer', async () => {
    const running = { code: 'idempotency_conflict', message: 'It is still running.' }
    const { almanac, sent, waits } = scripted([
      { status: 409, body: running, headers: { 'retry-after': '1' } },
    ])
    await almanac.companySearch(search)
    expect([sent.length, waits]).toEqual([2, [1_000]])
    const withdrawn = scripted([{ status: 409, body: running }])
    await expect(withdrawn.almanac.companySearch(search)).rejects.toThrow(Conflict)
  })
})

describe('what waits', () => {
  test('waits as long as the service says, in seconds or until a date', async () => {
    const { almanac, waits } = scripted([
      { status: 429, headers: { 'retry-after': '7' } },
      { status: 503, headers: { 'retry-after': new Date(Date.now() + 20_000).toUTCString() } },
    ])
    await almanac.companySearch(search)
    expect(waits[0]).toBe(7_000)
    expect(waits[1]).toBeGreaterThan(15_000)
    expect(waits[1]).toBeLessThanOrEqual(20_000)
  })

  test('gives up after the retries it was allowed, and at once where it would wait too long', async () => {
    const busy: Turn = { status: 429, headers: { 'retry-after': '1' } }
    const few = scripted([busy, busy, busy], { retries: 2 })
    await expect(few.almanac.companySearch(search)).rejects.toThrow(RateLimited)
    expect(few.sent).toHaveLength(3)
    const late = scripted([{ status: 429, headers: { 'retry-after': '3600' } }])
    await expect(late.almanac.companySearch(search)).rejects.toMatchObject({ retryAfterSeconds: 3_600 })
    expect(late.waits).toEqual([])
  })

  test('waits longer each time where the service says nothing', async () => {
    const { almanac, waits } = scripted(['lost', 'lost', 'lost'])
    await almanac.getRateLimits()
    expect(waits).toHaveLength(3)
    waits.forEach((ms, index) => {
      expect(ms).toBeGreaterThanOrEqual(250 * 2 ** index)
      expect(ms).toBeLessThanOrEqual(500 * 2 ** index)
    })
  })

  test('ends with the reason of its signal', async () => {
    const controller = new AbortController()
    const { almanac, sent } = scripted(['lost', 'lost'])
    controller.abort(new Error('enough'))
    await expect(almanac.getRateLimits({}, { signal: controller.signal })).rejects.toThrow('enough')
    expect(sent).toHaveLength(0)
  })
})

test('a stream is sent once only', async () => {
  const { almanac, sent } = scripted(['lost'])
  const stream = new Blob(['name\nAcme\n']).stream()
  await expect(almanac.upload('uploadEnrichList', stream, {})).rejects.toThrow(Unreachable)
  expect(sent).toHaveLength(1)
  const again = scripted(['lost'])
  await again.almanac.upload('uploadEnrichList', new Blob(['name\nAcme\n']), {})
  expect(again.sent).toHaveLength(2)
})

test('a dry run is sent again, though it has no key', async () => {
  const body = { output: { dryRun: { maxCredits: 3, breakdown: [] } }, chargeInfo: paid.chargeInfo }
  const { almanac, sent } = scripted(['lost', { status: 200, body }])
  expect(await almanac.quote('companySearch', search)).toEqual({ maxCredits: 3, breakdown: [] })
  expect(sent.map(({ headers }) => headers.get('x-dry-run'))).toEqual(['1', '1'])
  expect(keys(sent)).toEqual([null, null])
})
