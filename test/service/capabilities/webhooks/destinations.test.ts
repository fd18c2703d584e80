import type { ServerResponse } from 'node:http'
import { beforeAll, describe, expect, test } from 'vitest'
import type { TestAlmanac } from '../../../support/harness.ts'
import type { TestOrganization } from '../../../support/platform.ts'
import { webhookReceiver, type ReceivedCall } from '../../../support/webhook-receiver.ts'
import { trackersWorld } from '../../../worlds/trackers.ts'
import { sql } from '../../../../src/store/postgres/index.ts'
import { dayMs, hourMs } from '../../../../src/lib/time.ts'

let service: TestAlmanac
beforeAll(async () => {
  service = await trackersWorld()
})

const deliver = () => service.almanac.webhooks.deliverNow()
const send = ({ rawKey: key }: TestOrganization, route: string, body?: object) =>
  service.send(route.replace(' ', ' /v1/'), { key, body })

async function ask(org: TestOrganization, route: string, body?: object) {
  const answer = await send(org, route, body)
  expect(answer.status, answer.text).toBe(200)
  return answer.body.output
}

/** An organization with a member who signed in. */
async function withMember() {
  const org = await service.org()
  const address = `${org.organizationId.replaceAll('_', '-')}@acme.example`
  await service.db.query(sql`
    INSERT INTO organization_members (email, organization_id, created_at)
    VALUES (${address}, ${org.organizationId}, now())`)
  return { org, address }
}

const hostile = '<!channel> & [x](http://evil.example) *A*'

/** Tells a signal of a test rule of a list with this name. */
async function tell(org: TestOrganization, name: string) {
  const rule = {
    type: 'headcount_crossed_threshold',
    entityType: 'company',
    direction: 'above',
    threshold: 10,
    isDummy: true,
  }
  const list = { name, refreshIntervalDays: 7, trackingRules: [rule] }
  const { id } = await ask(org, 'POST tracker/company-lists', list)
  await ask(org, `POST tracker/fire-dummy/${id}`, {})
}

/** A chat that takes messages, and what it was sent. */
interface Chat {
  org: TestOrganization
  origin: string
  calls: ReceivedCall[]
  path: string
  [member: string]: unknown
}

async function chat(kind: 'slack' | 'teams', answer?: (response: ServerResponse) => void): Promise<Chat> {
  const org = await service.org()
  const { url, calls } = await webhookReceiver(answer)
  const made = await ask(org, 'POST webhooks/endpoints', { kind, url: `${url}/services/secret` })
  return { ...made, org, origin: url, calls, path: `webhooks/endpoints/${made.endpointId}` }
}

describe('a chat', () => {
  test('of Slack is sent messages of blocks, escaped and unsigned', async () => {
    const { org, calls, ...made } = await chat('slack')
    expect(made).toMatchObject({ kind: 'slack', concurrency: 1, signingSecret: null, digest: null })
    await tell(org, hostile)
    await deliver()
    const [{ headers, body } = {} as (typeof calls)[0]] = calls
    expect(headers['content-type']).toBe('application/json')
    expect(Object.keys(headers).filter((name) => name.startsWith('webhook-'))).toEqual([])
    expect(body).not.toMatch(/[<>]/)
    const { text, blocks } = JSON.parse(body)
    expect(text).toBe('Acme reached 10 employees.')
    const object = (said: string) => ({ type: 'mrkdwn', text: said, verbatim: true })
    expect(blocks).toEqual([
      { type: 'section', text: object('Acme reached 10 employees.') },
      {
        type: 'section',
        fields: expect.arrayContaining([
          object('List: &lt;!channel&gt; &amp; [x](http://evil.example) *A*'),
          object('Rule: headcount_crossed_threshold'),
        ]),
      },
    ])
  })

  test('of Teams is sent an adaptive card, in which nothing is read as markdown', async () => {
    const { org, calls, path } = await chat('teams')
    await tell(org, hostile)
    await ask(org, `POST ${path}/test`, { eventType: 'job.changed' })
    await deliver()
    const cards = calls.map(({ body }) => JSON.parse(body))
    const signal = cards.find(({ attachments }) => JSON.stringify(attachments).includes('reached'))
    expect(signal).toMatchObject({
      type: 'message',
      attachments: [
        {
          contentType: 'application/vnd.microsoft.card.adaptive',
          content: { type: 'AdaptiveCard', version: '1.4' },
        },
      ],
    })
    const { body } = signal.attachments[0].content
    expect(body[0].inlines).toEqual([
      { type: 'TextRun', text: 'Acme reached 10 employees.', weight: 'Bolder' },
    ])
    expect(body[1].inlines.map(({ text }: { text: string }) => text)).toEqual(['List: ', hostile])
    expect(new Set(body.map(({ type }: { type: string }) => type))).toEqual(new Set(['RichTextBlock']))
    expect(JSON.stringify(cards)).toContain('Test: Job: changed')
  })

  test.each([
    [
      'teams',
      'Webhook message delivery failed with error: Microsoft Teams endpoint returned HTTP error 429',
      'HTTP 429',
    ],
    ['slack', 'channel_is_archived', 'channel_is_archived'],
  ] as const)('is judged by what it says: %s answers 200 and %j', async (kind, text, detail) => {
    let said: string = text
    const { org, calls, path } = await chat(kind, (response) => void response.end(said))
    await tell(org, 'Watched')
    await deliver()
    const log = async () => (await ask(org, `GET ${path}/deliveries`)).deliveries
    expect(await log()).toMatchObject([
      {
        status: 'pending',
        attempts: [{ status: 200, error: 'refused-by-chat', failedStep: 'body', detail }],
      },
    ])
    expect(await ask(org, `GET ${path}`)).toMatchObject({ consecutiveFailures: 1 })
    said = kind === 'teams' ? '1' : 'ok'
    service.clock.advance(10_000)
    await deliver()
    expect(await log()).toMatchObject([{ status: 'delivered' }])
    expect(calls).toHaveLength(2)
  })

  const secret = 'SeCrEtSeCrEtSeCrEtSeCrEt'
  test.each([
    [
      { kind: 'slack', url: `https://hooks.slack.com/services/T000/B000/${secret}` },
      'https://hooks.slack.com/…CrEt',
    ],
    [{ url: `https://discord.com/api/webhooks/1234/${secret}` }, 'https://discord.com/…CrEt'],
    [{ kind: 'teams', url: `https://flows.acme.example/${secret}` }, 'https://flows.acme.example/…CrEt'],
  ])('has an address that nothing shows, for it lets in whoever knows it: %j', async (body, shown) => {
    const org = await service.org()
    const made = await ask(org, 'POST webhooks/endpoints', { ...body, disabled: true })
    const path = `webhooks/endpoints/${made.endpointId}`
    const stored = async () => {
      const [row] = await service.db.query<{ url: string }>(sql`
        SELECT url FROM webhook_endpoints WHERE id = ${made.endpointId}`)
      return row?.url
    }
    // What was read and is written back stays; another one is taken, and masked alike.
    const kept = await ask(org, `PATCH ${path}`, { url: shown, concurrency: 2 })
    expect([made.url, kept.url, kept.concurrency]).toEqual([shown, shown, 2])
    expect(await stored()).toBe(body.url)
    const changed = await ask(org, `PATCH ${path}`, { url: `${body.url}2` })
    expect(await stored()).toBe(`${body.url}2`)
    await service.almanac.requests.flush()
    const answers = [
      made,
      kept,
      changed,
      await ask(org, `GET ${path}`),
      await ask(org, 'GET webhooks/endpoints'),
    ]
    const log = (await send(org, 'POST api-requests', {})).text
    expect(log).toContain('PATCH')
    expect(JSON.stringify(answers) + log).not.toContain(secret)
  })

  test('that asks to wait is sent nothing until then, and nothing is lost', async () => {
    let isBusy = true
    const { org, calls, path } = await chat('slack', (response) =>
      response.writeHead(isBusy ? 429 : 200, isBusy ? { 'retry-after': '30' } : {}).end('ok'),
    )
    for (const name of ['One', 'Two', 'Three']) await tell(org, name)
    await deliver()
    expect(calls).toHaveLength(1)
    isBusy = false
    service.clock.advance(29_000)
    await deliver()
    expect(calls).toHaveLength(1)
    service.clock.advance(2_000)
    await deliver()
    const lists = calls.slice(1).map(({ body }) => /List: (\w+)/.exec(body)?.[1])
    expect(lists.toSorted()).toEqual(['One', 'Three', 'Two'])
    const { deliveries } = await ask(org, `GET ${path}/deliveries`)
    expect(deliveries.map(({ status }: { status: string }) => status)).toEqual([
      'delivered',
      'delivered',
      'delivered',
    ])
  })

  test('that is gone is disabled, and told of without the address that lets anybody write there', async () => {
    const { org, origin, path } = await chat('teams', (response) => response.writeHead(410).end())
    const watching = await webhookReceiver()
    await ask(org, 'POST webhooks/endpoints', {
      url: watching.url,
      eventTypes: ['webhook_endpoint.disabled'],
    })
    await ask(org, `POST ${path}/test`, { eventType: 'job.changed' })
    await deliver()
    expect(await ask(org, `GET ${path}`)).toMatchObject({ disabledReason: 'gone' })
    expect(JSON.parse(watching.calls[0]?.body ?? '')).toMatchObject({ url: `${origin}/…`, reason: 'gone' })
    const { status } = await send(org, `POST ${path}/rotate-secret`, {})
    expect(status).toBe(409)
  })
})

/** Puts the clock at an hour of a day that is this many days on, and does what is due. */
async function comes(days: number, hour: number) {
  const today = Math.floor(service.clock.now() / dayMs) * dayMs
  service.clock.set(today + days * dayMs + hour * hourMs + 60_000)
  while ((await service.almanac.schedules.runDue()) > 0);
  await deliver()
}

describe('mail', () => {
  test('collects what happens and sends it once a day, to members; nothing where nothing happened', async () => {
    const { org, address } = await withMember()
    const made = await ask(org, 'POST webhooks/endpoints', { kind: 'mail', url: `mailto:${address}` })
    expect(made).toMatchObject({ kind: 'mail', digest: 'daily', digestHour: 7, signingSecret: null })
    const path = `webhooks/endpoints/${made.endpointId}`
    await tell(org, 'First')
    await tell(org, '<b>Second</b>')
    await deliver()
    expect(await service.mailTo(address)).toEqual([])
    const { deliveries } = await ask(org, `GET ${path}/deliveries`)
    expect(deliveries).toMatchObject([
      { status: 'pending', nextAttemptAt: null, attempts: [] },
      { status: 'pending', nextAttemptAt: null },
    ])
    await comes(1, 7)
    const [digest, ...more] = await service.mailTo(address)
    expect(more).toEqual([])
    const text = digest!.replaceAll('=\r\n', '').replaceAll('=3D', '=')
    expect(text).toMatch(/^Subject: Digest: 2 events\r$/m)
    expect(text).toContain('Acme reached 10 employees. (List: First;')
    expect(text).toContain('&lt;b&gt;Second&lt;/b&gt;')
    const { deliveries: sent } = await ask(org, `GET ${path}/deliveries`)
    expect(sent).toMatchObject([
      { status: 'delivered', attempts: [{ error: null }] },
      { status: 'delivered', attempts: [{ error: null }] },
    ])
    await comes(1, 7)
    await comes(1, 7)
    expect(await service.mailTo(address)).toHaveLength(1)
    // A test is not collected.
    await ask(org, `POST ${path}/test`, { eventType: 'tracker.signal_detected' })
    await deliver()
    expect((await service.mailTo(address))[1]).toContain('Test: Acme reached 100 employees.')
  })

  test('comes on Mondays where that is asked for, and no more when it was deleted', async () => {
    // A Tuesday.
    await comes((9 - new Date(service.clock.now()).getUTCDay()) % 7 || 7, 12)
    const { org, address } = await withMember()
    const { endpointId } = await ask(org, 'POST webhooks/endpoints', {
      kind: 'mail',
      url: `mailto:${address}`,
    })
    const path = `webhooks/endpoints/${endpointId}`
    const weekly = { digest: 'weekly', digestHour: 9 }
    expect(await ask(org, `PATCH ${path}`, weekly)).toMatchObject(weekly)
    await tell(org, 'Weekly')
    for (let day = 3; day <= 7; day++) await comes(1, 10)
    expect(await service.mailTo(address)).toEqual([])
    await comes(1, 10)
    expect(await service.mailTo(address)).toHaveLength(1)
    await tell(org, 'Never')
    await ask(org, `DELETE ${path}`)
    await comes(7, 10)
    expect(await service.mailTo(address)).toHaveLength(1)
    const schedules = await service.db.query(sql`SELECT 1 FROM schedules WHERE subject_id = ${endpointId}`)
    expect(schedules).toEqual([])
  })

  test('to nobody who is still a member is tried again together, and disabled after five days', async () => {
    const { org, address } = await withMember()
    const { endpointId } = await ask(org, 'POST webhooks/endpoints', {
      kind: 'mail',
      url: `mailto:${address}`,
    })
    const path = `webhooks/endpoints/${endpointId}`
    await service.db.query(sql`DELETE FROM organization_members WHERE email = ${address}`)
    await tell(org, 'One')
    await tell(org, 'Two')
    await comes(1, 7)
    const { deliveries } = await ask(org, `GET ${path}/deliveries`)
    const attempts = [expect.objectContaining({ error: 'no-recipient', status: null })]
    expect(deliveries).toMatchObject([
      { status: 'pending', attempts },
      { status: 'pending', attempts },
    ])
    expect(
      new Set(deliveries.map(({ nextAttemptAt }: { nextAttemptAt: string }) => nextAttemptAt)).size,
    ).toBe(1)
    // One failure, not one an event.
    expect(await ask(org, `GET ${path}`)).toMatchObject({ consecutiveFailures: 1, disabled: false })
    service.clock.advance(5 * dayMs)
    await deliver()
    expect(await ask(org, `GET ${path}`)).toMatchObject({ disabledReason: 'failing' })
    expect(await service.mailTo(address)).toEqual([])
  })
})

describe('createWebhookEndpoint 400', () => {
  test('for mail to somebody else, a digest of what is none, and an endpoint that becomes another kind', async () => {
    const { org, address } = await withMember()
    const refused = async (body: object, route = 'POST webhooks/endpoints') => {
      const { status, body: answer } = await send(org, route, body)
      return [status, answer.issues?.map(({ path }: { path: string }) => path)]
    }
    const url = 'https://receiver.example/hooks'
    for (const wrong of [
      { kind: 'mail', url },
      { kind: 'mail', url: 'mailto:' },
      { kind: 'mail', url: 'mailto:nobody@acme.example' },
      { kind: 'mail', url: `mailto:${address},nobody@acme.example` },
      { kind: 'mail', url: `mailto:${address}?bcc=nobody@acme.example` },
      { kind: 'mail', url: `mailto:${address}%0d%0aBcc:nobody@acme.example` },
      { kind: 'slack', url: `mailto:${address}` },
      { kind: 'slack', url: 'https://169.254.169.254/services' },
    ])
      expect(await refused(wrong), JSON.stringify(wrong)).toEqual([400, ['url']])
    expect(await refused({ url, digest: 'daily' })).toEqual([400, ['digest']])
    expect(await refused({ kind: 'teams', url, digestHour: 3 })).toEqual([400, ['digestHour']])
    expect(await refused({ kind: 'fax', url })).toEqual([400, ['kind']])
    const { endpointId } = await ask(org, 'POST webhooks/endpoints', {
      kind: 'mail',
      url: `mailto:${address}`,
    })
    expect(await refused({ kind: 'http' }, `PATCH webhooks/endpoints/${endpointId}`)).toEqual([400, ['kind']])
    expect(await refused({ url }, `PATCH webhooks/endpoints/${endpointId}`)).toEqual([400, ['url']])
    expect((await ask(org, 'GET webhooks/endpoints')).endpoints).toHaveLength(1)
  })
})
