import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import { defineEvent } from '../../../../../src/platform/events/index.ts'
import { verifies } from '../../../../conformance/verifies.ts'
import { sql, type Queryable } from '../../../../../src/store/postgres/index.ts'
import type { TestAlmanac } from '../../../../support/harness.ts'
import { emptyWorld } from '../../../../worlds/world.ts'

let service: TestAlmanac
beforeAll(async () => {
  service = await emptyWorld()
})

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

/** Opens a stream as a client holds it; it ends with the test. */
async function listen(key: string, headers: Record<string, string> = {}, query = '') {
  const controller = new AbortController()
  const answer = await fetch(`${service.url}/v1/events${query}`, {
    headers: { 'x-api-key': key, accept: 'text/event-stream', ...headers },
    signal: controller.signal,
  })
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/event-stream'])
  let [text, isOver] = ['', false]
  const reading = (async () => {
    const decoder = new TextDecoder()
    for await (const chunk of answer.body ?? []) text += decoder.decode(chunk, { stream: true })
  })()
  void reading.catch(() => undefined).then(() => (isOver = true))
  onTestFinished(() => controller.abort())
  const events = () =>
    [...text.matchAll(/^id: (.*)\nevent: (.*)\ndata: (.*)\n\n/gm)].map(([, id, event, data]) => ({
      id,
      event,
      data: JSON.parse(data ?? '') as { data: { number: number } },
    }))
  return {
    text: () => text,
    isOver: () => isOver,
    events,
    numbers: () => events().map(({ data }) => data.data.number),
    reads: (count: number) => expect.poll(() => events().length).toBe(count),
    leave: () => controller.abort(),
  }
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

  test('leaves out other types and lists, and goes on behind what it left out', async () => {
    const { rawKey: key, organizationId } = await service.org()
    const inList = defineEvent({
      key: 'counting.listed',
      group: 'analytics',
      describe: 'One was counted in a list.',
      schema: z.strictObject({ number: z.number(), list: z.string() }),
      example: { number: 1, list: 'a' },
      listId: (data) => data.list,
    })
    const appendListed = (number: number, list: string) =>
      service.db.transact((tx) =>
        service.almanac.events.append(tx, inList, { organizationId, data: { number, list } }),
      )
    const makeList = async (name: string): Promise<string> => {
      const body = { name, refreshIntervalDays: 7 }
      return (await service.send('POST /v1/tracker/company-lists', { key, body })).body.output.id
    }
    const [one, two] = [await makeList('One'), await makeList('Two')]
    await append(organizationId, 1)
    await appendListed(2, one)
    await appendListed(3, two)
    await append(organizationId, 4)
    expect((await read(key, '?type=counting.listed')).numbers).toEqual([2, 3])
    expect((await read(key, '?type=counting.counted&type=nothing.so')).numbers).toEqual([1, 4])
    const first = await read(key, `?listId=${one}&pageSize=1`)
    expect(first.numbers).toEqual([2])
    // Behind all that was left out: without a filter nothing is there either.
    const rest = await read(key, `?listId=${one}&after=${first.nextCursor}`)
    expect(rest.numbers).toEqual([])
    expect((await read(key, `?after=${rest.nextCursor}`)).numbers).toEqual([])
    expect((await read(key, `?after=${first.nextCursor}`)).numbers).toEqual([3, 4])
    const stream = await listen(key, {}, `?listId=${two}`)
    await appendListed(5, one)
    await appendListed(6, two)
    await stream.reads(2)
    expect(stream.numbers()).toEqual([3, 6])
    const foreign = await service.send(`GET /v1/events?listId=${one}`, { key: (await service.org()).rawKey })
    expect([foreign.status, foreign.body.issues[0].path]).toEqual([400, 'listId[0]'])
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
    await append(organizationId, 1)
    const first = await listen(key, {}, '?pageSize=1')
    await append(organizationId, 2)
    await append(organizationId, 3)
    await first.reads(3)
    expect(first.events()).toMatchObject([
      { event: 'counting.counted', data: { data: { number: 1, text: 'é\u0007"' } } },
      { data: { data: { number: 2 } } },
      { data: { data: { number: 3 } } },
    ])
    expect(first.text()).toMatch(/^retry: 2000\n\n/)
    // Lost after the second. The address is the same when the client comes back: the header counts.
    const again = await listen(key, { 'last-event-id': first.events()[1]?.id ?? '' }, '?pageSize=5')
    await append(organizationId, 4)
    await again.reads(2)
    expect(again.numbers()).toEqual([3, 4])
    const made = await service.send('GET /v1/events', {
      key,
      headers: { accept: 'text/event-stream', 'last-event-id': 'made-up' },
    })
    expect(made.status).toBe(400)
    // Without that form asked for the header means nothing.
    const plain = await service.send('GET /v1/events', { key, headers: { 'last-event-id': 'made-up' } })
    expect(plain.body.output.events).toHaveLength(4)
  })

  test('reads the first page of a stream once', async () => {
    const { rawKey: key, organizationId } = await service.org()
    await append(organizationId, 1)
    await append(organizationId, 2)
    const list = vi.spyOn(service.almanac.events, 'list')
    onTestFinished(() => list.mockRestore())
    const held = await listen(key, {}, '?pageSize=1')
    await held.reads(2)
    const pages = list.mock.calls
      .filter(([of]) => of === organizationId)
      .map(([, { after }]) => after?.number)
    expect(pages.slice(0, 2)).toEqual([undefined, expect.any(String)])
    expect(held.numbers()).toEqual([1, 2])
  })

  test('holds a stream open, with a comment after silence, until its key is revoked', async () => {
    const { rawKey: key, organizationId, caller } = await service.org()
    const held = await listen(key)
    service.clock.advance(15_000)
    await expect.poll(() => held.text()).toContain(': still here\n\n')
    service.clock.advance(20 * 60_000)
    await append(organizationId, 1)
    await held.reads(1)
    expect(held.isOver()).toBe(false)
    await service.almanac.keys.revokeKey(organizationId, caller.keyId)
    await expect.poll(() => held.isOver()).toBe(true)
    expect(held.numbers()).toEqual([1])
  })

  test('holds a hundred streams open, tells each of every event once, and lets go of them with their clients', async () => {
    const { rawKey: key, organizationId } = await service.org()
    const sockets = () => process.getActiveResourcesInfo().filter((name) => name.startsWith('TCP')).length
    const before = sockets()
    const held = await Promise.all(Array.from({ length: 100 }, () => listen(key)))
    expect(sockets()).toBeGreaterThanOrEqual(before + 100)
    for (let number = 1; number <= 3; number++) await append(organizationId, number)
    await Promise.all(held.map((each) => each.reads(3)))
    for (const each of held) expect(each.numbers()).toEqual([1, 2, 3])
    for (const each of held) each.leave()
    await expect.poll(sockets).toBeLessThan(before + 10)
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
