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
