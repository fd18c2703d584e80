import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { defineEvent } from '../../../platform/events/index.ts'
import { verifies } from '../../../../test/conformance/verifies.ts'
import { sql, type Queryable } from '../../../store/postgres/index.ts'
import type { TestAlmanac } from '../../../../test/support/harness.ts'
import { emptyWorld } from '../../../../test/worlds/world.ts'

let service: TestAlmanac
beforeAll(async () => {
  service = await emptyWorld()
}, 60_000)

const counted = defineEvent({
  key: 'counting.counted',
  group: 'analytics',
  describe: 'One was counted.',
  schema: z.strictObject({ number: z.number(), text: z.string() }),
  example: { number: 1, text: 'one' },
})

const appendIn = (tx: Queryable, organizationId: string, number: number) =>
  service.almanac.events.append(tx, counted, { organizationId, data: { number, text: 'é\u0007"' } })

const append = (organizationId: string, number: number) =>
  service.db.transact((tx) => appendIn(tx, organizationId, number))

async function read(key: string, query = ''): Promise<{ numbers: number[]; nextCursor: string | null }> {
  const { status, body } = await service.send(`GET /v1/events${query}`, { key })
  expect(status).toBe(200)
  const numbers = body.output.events.map(({ data }: { data: { number: number } }) => data.number)
  return { numbers, nextCursor: body.output.nextCursor }
}

describe('listEvents 200', () => {
  test('answers the events of the organization, oldest first, each once along the cursor', async () => {
    verifies('op.list-events')
    const [mine, other] = [await service.org(), await service.org()]
    expect(await read(mine.rawKey)).toEqual({ numbers: [], nextCursor: null })
    for (let number = 1; number <= 5; number++) await append(mine.organizationId, number)
    await append(other.organizationId, 99)
    const first = await read(mine.rawKey, '?pageSize=3')
    expect(first.numbers).toEqual([1, 2, 3])
    const second = await read(mine.rawKey, `?pageSize=3&after=${first.nextCursor}`)
    expect(second.numbers).toEqual([4, 5])
    const nothing = await read(mine.rawKey, `?after=${second.nextCursor}`)
    expect(nothing.numbers).toEqual([])
    await append(mine.organizationId, 6)
    expect((await read(mine.rawKey, `?after=${nothing.nextCursor}`)).numbers).toEqual([6])
  })

  test('shows an event as it was written, for nothing', async () => {
    const { rawKey: key, organizationId } = await service.org(0)
    await append(organizationId, 1)
    const { body } = await service.send('GET /v1/events', { key })
    expect(body.output.events).toEqual([
      {
        id: expect.stringMatching(/^evt_/),
        type: 'counting.counted',
        createdAt: new Date(service.clock.now()).toISOString(),
        data: { number: 1, text: 'é\u0007"' },
      },
    ])
    expect(body.chargeInfo.method).toBe('free')
  })

  test('shows what webhooks deliver', async () => {
    const { rawKey: key, organizationId } = await service.org()
    const { webhooks } = service.almanac
    const url = 'https://receiver.example/hook'
    const { endpoint } = await service.db.transact((tx) =>
      webhooks.create(tx, { organizationId, url, events: [] }),
    )
    await append(organizationId, 1)
    const { body } = await service.send('GET /v1/events', { key })
    const deliveries = await webhooks.deliveries({ organizationId, endpointId: endpoint.id, most: 10 })
    expect(deliveries.map(({ eventId }) => eventId)).toEqual([body.output.events[0].id])
  })

  test('never goes past an event whose transaction is still running', async () => {
    const { rawKey: key, organizationId } = await service.org()
    let first: { nextCursor: string | null } | undefined
    await service.db.transact(async (tx) => {
      await appendIn(tx, organizationId, 1)
      await append(organizationId, 2)
      first = await read(key)
      expect(first).toEqual({ numbers: [], nextCursor: null })
    })
    expect((await read(key)).numbers).toEqual([1, 2])
  })

  test('waits for no transaction that has told nothing', async () => {
    const { rawKey: key, organizationId } = await service.org()
    await service.db.transact(async (tx) => {
      await tx.query(sql`SELECT pg_current_xact_id()`)
      await append(organizationId, 1)
      expect((await read(key)).numbers).toEqual([1])
    })
  })

  test('streams server-sent events where they are asked for, and goes on by Last-Event-ID', async () => {
    const { rawKey: key, organizationId } = await service.org()
    const stream = async (headers: Record<string, string> = {}, query = '') => {
      const answer = await service.send(`GET /v1/events${query}`, {
        key,
        headers: { accept: 'text/event-stream', ...headers },
      })
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/event-stream'])
      const blocks = answer.text.split('\n\n').map((block) => block.split('\n'))
      const of = (name: string) =>
        blocks.flat().flatMap((line) => (line.startsWith(`${name}: `) ? [line.slice(name.length + 2)] : []))
      return {
        types: of('event'),
        ids: of('id'),
        data: of('data').map((text) => JSON.parse(text)),
        retry: of('retry'),
      }
    }
    expect(await stream()).toEqual({ types: [], ids: [], data: [], retry: ['2000'] })
    await append(organizationId, 1)
    await append(organizationId, 2)
    const first = await stream({}, '?pageSize=1')
    expect(first).toMatchObject({
      types: ['counting.counted'],
      data: [{ data: { number: 1, text: 'é\u0007"' } }],
    })
    // The address is the same when the client comes back: the header counts.
    const second = await stream({ 'last-event-id': first.ids[0] ?? '' }, `?pageSize=5`)
    expect(second.data).toMatchObject([{ data: { number: 2 } }])
    const rest = await stream({ 'last-event-id': second.ids[0] ?? '' }, `?after=${first.ids[0]}`)
    expect(rest).toMatchObject({ data: [], ids: [expect.any(String)] })
    const made = await service.send('GET /v1/events', {
      key,
      headers: { accept: 'text/event-stream', 'last-event-id': 'made-up' },
    })
    expect(made.status).toBe(400)
    // Without that form asked for the header means nothing.
    const plain = await service.send('GET /v1/events', { key, headers: { 'last-event-id': 'made-up' } })
    expect(plain.body.output.events).toHaveLength(2)
  })

  test('does not show what was rolled back', async () => {
    const { rawKey: key, organizationId } = await service.org()
    const rolledBack = service.db.transact(async (tx) => {
      await appendIn(tx, organizationId, 1)
      throw new Error('no')
    })
    await expect(rolledBack).rejects.toThrow('no')
    expect((await read(key)).numbers).toEqual([])
  })
})

test("listEvents 400 for a cursor that is made up or another organization's", async () => {
  const [mine, other] = [await service.org(), await service.org()]
  await append(other.organizationId, 1)
  const { nextCursor } = await read(other.rawKey)
  for (const after of ['made-up', nextCursor]) {
    const { status, body } = await service.send(`GET /v1/events?after=${after}`, { key: mine.rawKey })
    expect([status, body.code]).toEqual([400, 'invalid_request'])
  }
  expect((await service.send('GET /v1/events?pageSize=0', { key: mine.rawKey })).status).toBe(400)
  expect((await service.send('GET /v1/events?pageSize=501', { key: mine.rawKey })).status).toBe(400)
})

test('listEvents 401 without a key', async () => {
  expect((await service.send('GET /v1/events')).status).toBe(401)
})
