import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { forgetEvents, openEvents } from '../../src/platform/events/index.ts'
import { MailUnavailable, openMail, type MailMessage } from '../../src/platform/mail/index.ts'
import { openOutbound } from '../../src/platform/outbound/index.ts'
import { enqueueDeliveries, openWebhooks } from '../../src/platform/webhooks/index.ts'
import { verifies } from '../conformance/verifies.ts'
import { atEnd } from '../support/at-end.ts'
import { countingCompleted } from '../support/counting-event.ts'
import { mailServer } from '../support/mail-servers.ts'
import { anOrg, openTestPlatform } from '../support/platform.ts'
import { testDatabase } from '../support/postgres.ts'
import { sessionsGone } from '../support/sessions-gone.ts'
import { webhookReceiver } from '../support/webhook-receiver.ts'
import type { WebhookOrder } from './webhook-process.ts'

const program = join(import.meta.dirname, 'webhook-process.ts')
/** Longer than a killed process has what it took. */
const leaseOverMs = 60_000

async function runUntilKilled(order: WebhookOrder): Promise<void> {
  const child = fork(program, [JSON.stringify(order)], {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  expect(await once(child, 'exit')).toEqual([null, 'SIGKILL'])
}

/** Everything that a sender needs; each test has an organization of its own. */
async function opened() {
  const platform = openTestPlatform(await testDatabase())
  const { db, clock } = platform
  const outbound = openOutbound({ allowLoopback: true, ports: [] })
  atEnd(async () => outbound.close())
  const events = openEvents({ db, clock, enqueue: enqueueDeliveries })
  const webhooks = openWebhooks({ db, clock, outbound, secret: Buffer.alloc(32, 9), log: () => undefined })
  const data = countingCompleted.example
  return {
    db,
    clock,
    webhooks,
    async organization() {
      const { organizationId } = await anOrg(platform)
      return {
        organizationId,
        tell: (text = data.task_id) =>
          db.transact((tx) =>
            events.append(tx, countingCompleted, { organizationId, data: { ...data, task_id: text } }),
          ),
        log: (endpointId: string) => webhooks.deliveries({ organizationId, endpointId, most: 10 }),
      }
    },
  }
}

let world: Awaited<ReturnType<typeof opened>>
beforeAll(async () => {
  world = await opened()
})

it('a sender that is killed delivers at least once, always under one id', async () => {
  verifies('promise.webhooks.same-transaction')
  const { db, clock, webhooks } = world
  const { organizationId, tell, log } = await world.organization()
  const receiver = await webhookReceiver()
  const { endpoint } = await db.transact((tx) =>
    webhooks.create(tx, { organizationId, url: receiver.url, events: [] }),
  )
  await tell()
  for (const dies of ['taken', 'answered'] as const) {
    await runUntilKilled({ url: db.url, nowMs: clock.now(), dies })
    await sessionsGone(db, 'killed webhooks')
    expect(await log(endpoint.id)).toMatchObject([{ state: 'pending', attempts: 0 }])
    expect(await webhooks.deliverNow()).toBe(0)
    clock.advance(leaseOverMs)
  }
  expect(receiver.calls).toHaveLength(1)
  expect(await webhooks.deliverNow()).toBe(1)
  const ids = receiver.calls.map(({ headers }) => headers['webhook-id'])
  expect(ids).toHaveLength(2)
  expect(new Set(ids).size).toBe(1)
  expect(await log(endpoint.id)).toMatchObject([{ state: 'delivered', attempts: 1 }])
})

/** A destination that mails a digest to some addresses. */
const dailyDigest = (organizationId: string, addresses: readonly string[]) =>
  world.db.transact((tx) =>
    world.webhooks.create(tx, {
      organizationId,
      kind: 'mail',
      digest: 'daily',
      digestHour: 7,
      url: `mailto:${addresses.join(',')}`,
    }),
  )

it('a digest is mailed once, however its sender is killed', async () => {
  const { db, clock, webhooks } = world
  const { organizationId, tell, log } = await world.organization()
  const server = await mailServer()
  const members = ['ann@acme.example']
  const { endpoint } = await dailyDigest(organizationId, members)
  const [mailId, smtpUrl] = [endpoint.id, `smtp://127.0.0.1:${server.port}`]
  await tell()
  await tell()
  await db.transact((tx) => webhooks.releaseDigest(tx, mailId))
  const run = async (dies: WebhookOrder['dies']) => {
    await runUntilKilled({ url: db.url, nowMs: clock.now(), dies, smtpUrl, members })
    await sessionsGone(db, 'killed webhooks')
    clock.advance(leaseOverMs)
    return server.delivered
  }
  expect([await run('taken'), await run('answered')]).toEqual([0, 1])
  const mail = openMail({ smtpUrl, from: 'almanac@localhost', dataDir: '', clock, log: () => undefined })
  atEnd(async () => mail.close())
  webhooks.tellPeople({
    mail,
    listMembers: async () => members,
    describeEvent: ({ eventKey }) => ({ title: eventKey, facts: [] }),
    baseUrl: 'http://almanac.test',
  })
  for (let look = 0; look < 3; look++) {
    await webhooks.deliverNow()
    clock.advance(24 * 3_600_000)
  }
  expect(server.delivered).toBe(1)
  const found = await log(mailId)
  expect(found).toMatchObject([
    { state: 'failed', attempts: 1 },
    { state: 'failed', attempts: 1 },
  ])
  const deliveryIds = found.map(({ id }) => id)
  const attempts = await webhooks.attempts({ organizationId, deliveryIds })
  expect(attempts.map(({ error }) => error)).toEqual(['outcome-unknown', 'outcome-unknown'])
  // Its reader is asked, and wants it.
  await db.transact((tx) => webhooks.replay(tx, { organizationId, deliveryIds, now: new Date(clock.now()) }))
  await webhooks.deliverNow()
  expect(server.delivered).toBe(2)
  expect(await log(mailId)).toMatchObject([{ state: 'delivered' }, { state: 'delivered' }])
})

it('what is withdrawn while a mail server thinks about the recipient is in no digest that leaves', async () => {
  const { db, clock, webhooks } = world
  const { organizationId, tell, log } = await world.organization()
  const members = ['ann@acme.example']
  const messages: string[] = []
  const { endpoint } = await dailyDigest(organizationId, members)
  const removed = 'cleo@zircon.example'
  await tell(removed)
  await tell('task_2')
  const isIn = (text: string) => text.includes(removed)
  const server = await mailServer({
    onRcptTo: (_address, _session, done) => {
      const patterns = [`%${removed}%`]
      const subject = { people: [], patterns, widePatterns: patterns, isIn, mayBeIn: isIn, couldBeIn: isIn }
      void forgetEvents(db)
        .forget(subject)
        .then(() => done(), done)
    },
    onData(stream, _session, done) {
      stream.toArray().then((chunks) => {
        messages.push(Buffer.concat(chunks as Buffer[]).toString())
        done()
      }, done)
    },
  })
  const smtpUrl = `smtp://127.0.0.1:${server.port}`
  const mail = openMail({ smtpUrl, from: 'almanac@localhost', dataDir: '', clock, log: () => undefined })
  atEnd(async () => mail.close())
  webhooks.tellPeople({
    mail,
    listMembers: async () => members,
    describeEvent: ({ eventKey, body }) => ({ title: eventKey, facts: [['Body', body]] }),
    baseUrl: 'http://almanac.test',
  })
  await db.transact((tx) => webhooks.releaseDigest(tx, endpoint.id))
  await webhooks.deliverNow()
  expect(messages).toHaveLength(1)
  expect(messages[0]).toContain('task_2')
  expect(messages[0]).toContain('Digest: 1 event')
  expect(messages[0]).not.toMatch(/cleo/)
  expect(await log(endpoint.id)).toMatchObject([{ state: 'delivered' }])
})

it('an address that refuses a digest has it tried again, and the others are mailed once', async () => {
  const { db, clock, webhooks } = world
  const { organizationId, tell, log } = await world.organization()
  const mailed: MailMessage[] = []
  let isFull = true
  const [ann, bob] = ['ann@acme.example', 'bob@acme.example']
  webhooks.tellPeople({
    mail: {
      sendLate: async (envelope, compose) => {
        await compose(async (content) => void mailed.push({ ...envelope, ...content }))
        if (envelope.to === bob && isFull)
          throw new MailUnavailable('full', { cause: null, mayHaveArrived: false })
      },
    },
    listMembers: async () => [ann, bob],
    describeEvent: ({ eventKey }) => ({ title: eventKey, facts: [] }),
    baseUrl: 'http://almanac.test',
  })
  const { endpoint } = await dailyDigest(organizationId, [ann, bob])
  await tell()
  await db.transact((tx) => webhooks.releaseDigest(tx, endpoint.id))
  await webhooks.deliverNow()
  isFull = false
  // What comes meanwhile waits for the next one.
  clock.advance(1)
  await tell()
  clock.advance(3_600_000)
  await webhooks.deliverNow()
  const [first, again] = mailed.filter(({ to }) => to === bob)
  expect(mailed.map(({ to }) => to).toSorted()).toEqual([ann, bob, bob])
  expect(again).toEqual(first)
  expect(await log(endpoint.id)).toMatchObject([{ state: 'pending' }, { state: 'delivered', attempts: 2 }])
})
