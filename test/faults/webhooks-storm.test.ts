import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openEvents } from '../../src/platform/events/index.ts'
import { openOutbound } from '../../src/platform/outbound/index.ts'
import { enqueueDeliveries, openWebhooks } from '../../src/platform/webhooks/index.ts'
import { sql } from '../../src/store/postgres/index.ts'
import { atEnd } from '../support/at-end.ts'
import { compiled } from '../support/compiled.ts'
import { countingCompleted } from '../support/counting-event.ts'
import { isLong } from '../support/long.ts'
import { anOrg, openTestPlatform } from '../support/platform.ts'
import { testDatabase } from '../support/postgres.ts'
import { sessionsGone } from '../support/sessions-gone.ts'
import { webhookReceiver } from '../support/webhook-receiver.ts'
import type { WebhookOrder } from './webhook-process.ts'

const program = join(import.meta.dirname, 'webhook-process.ts')
const [most, kills] = isLong ? [10_000, 20] : [120, 2]
const mostMiB = 400

/** Ways to answer; the first are received. */
const received = {
  ok: (response: ServerResponse) => response.end('thanks'),
  drips: (response: ServerResponse) => {
    response.writeHead(200, { 'content-length': '1000' })
    const timer = setInterval(() => response.write('x'), 1_000)
    response.on('close', () => clearInterval(timer))
  },
  floods: (response: ServerResponse) => {
    let left = 1024
    const more = () => {
      while (left-- > 0 && response.write(Buffer.alloc(1024 * 1024)));
    }
    response.on('drain', more)
    more()
  },
}
const refused = {
  fails: (response: ServerResponse) => response.writeHead(500).end(),
  throttles: (response: ServerResponse) => response.writeHead(429, { 'retry-after': '600' }).end(),
  gone: (response: ServerResponse) => response.writeHead(410).end(),
  hangs: () => undefined,
  resets: (response: ServerResponse) => response.socket?.resetAndDestroy(),
  redirects: (response: ServerResponse) => response.writeHead(307, { location: '/' }).end(),
}

/** The same choices in every run. */
function chooser<T>(from: readonly T[]): () => T {
  let state = 20_261_123
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return from[Math.floor((state / 2 ** 31) * from.length)] as T
  }
}

/** Runs the sender in a process of its own; answers the memory it took, in MiB, or null where it was killed. */
async function send(order: WebhookOrder): Promise<number | null> {
  const child = fork(program, [JSON.stringify(order)], {
    execArgv: [],
    env: { ...process.env, ...compiled },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  let memory: number | null = null
  child.on('message', (message: { mostMemory: number }) => (memory = message.mostMemory / 2 ** 20))
  await once(child, 'exit')
  return memory
}

it(
  `of ${most} events to a receiver that answers anything, each arrives or is listed as failed`,
  { timeout: 900_000 },
  async () => {
    const platform = openTestPlatform(await testDatabase())
    const { db, clock } = platform
    const outbound = openOutbound({ allowLoopback: true, ports: [] })
    atEnd(async () => outbound.close())
    const { organizationId } = await anOrg(platform)
    const ways = [...Array.from({ length: 6 }, () => 'ok'), ...Object.keys(received), ...Object.keys(refused)]
    const next = chooser(ways)
    const calls = new Map<string, string[]>()
    const receiver = await webhookReceiver((response, { headers }) => {
      const [id, way] = [String(headers['webhook-id']), next()]
      calls.set(id, [...(calls.get(id) ?? []), way])
      response.on('error', () => undefined)
      ;({ ...received, ...refused })[way as 'ok'](response)
    })
    const events = openEvents({ db, clock, enqueue: enqueueDeliveries })
    const webhooks = openWebhooks({ db, clock, outbound, secret: Buffer.alloc(32, 9), log: () => undefined })
    await db.transact((tx) => webhooks.create(tx, { organizationId, url: receiver.url, concurrency: 16 }))
    await db.transact(async (tx) => {
      for (let i = 0; i < most; i++)
        await events.append(tx, countingCompleted, { organizationId, data: countingCompleted.example })
    })
    const pending = async () =>
      (await db.query(sql`SELECT FROM webhook_deliveries WHERE state = 'pending'`)).length
    const memory: number[] = []
    let killed = 0
    for (let round = 0; (await pending()) > 0; round++) {
      expect(round).toBeLessThan(kills + 40)
      const dies = killed < kills ? 1 + Math.floor(most / (3 * kills)) : 0
      const taken = await send({ url: db.url, nowMs: clock.now(), dies, deadlineMs: 250 })
      await sessionsGone(db, 'killed webhooks')
      if (taken === null) killed += 1
      else memory.push(taken)
      clock.advance(killed < kills ? 61_000 : 13 * 3_600_000)
    }
    expect(killed).toBe(kills)
    const rows = await db.query<{
      id: string
      state: string
      attempts: number
      statuses: (number | null)[]
    }>(sql`
    SELECT d.event_id AS id, d.state, d.attempts, array_agg(a.status ORDER BY a.number) AS statuses
    FROM webhook_deliveries d JOIN webhook_attempts a ON a.delivery_id = d.id GROUP BY d.id`)
    expect(rows).toHaveLength(most)
    expect([...calls.keys()].toSorted()).toEqual(rows.map(({ id }) => id).toSorted())
    for (const { id, state, attempts, statuses } of rows) {
      const answers = calls.get(id) ?? []
      if (state === 'delivered')
        expect(
          answers.some((way) => way in received),
          id,
        ).toBe(true)
      else expect([state, attempts === 8 || statuses.at(-1) === 410], id).toEqual(['failed', true])
      // A kill leaves at most what was under way, which is sent once more.
      expect(answers.length, id).toBeLessThanOrEqual(attempts + killed)
    }
    expect(Math.max(...memory)).toBeLessThan(mostMiB)
  },
)
