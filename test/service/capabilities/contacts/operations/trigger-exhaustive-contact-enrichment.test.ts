import { beforeAll, describe, expect, test } from 'vitest'
import { verifies } from '../../../../conformance/verifies.ts'
import { contactsWorld, type Revealing } from '../../../../worlds/contacts.ts'

let service: Revealing
beforeAll(async () => {
  service = await contactsWorld()
})

describe('exhaustive start and poll 200', () => {
  test('the start says charging-later, the poll what was charged when it ended', async () => {
    verifies('op.trigger-exhaustive-contact-enrichment', 'op.poll-exhaustive-contact-enrichment-result')
    verifies('contact.exhaustive.charging', 'charge-info.charging-later')
    const org = await service.org()
    const started = await service.ask(org, 'exhaustive/start', { pnetUrl: 'ada-all' })
    expect(started.body.chargeInfo).toMatchObject({ method: 'charging-later', message: expect.any(String) })
    expect(started.headers.get('x-credits-charged')).toBe('0')
    const { taskId } = started.body.output
    const early = await service.ask(org, 'exhaustive/poll', { taskId })
    expect(early.body.output).toMatchObject({ done: false, profile: { status: 'started', exhaustive: true } })
    expect(early.body.chargeInfo.method).toBe('free')
    await service.almanac.jobs.workNow()
    const { body, headers } = await service.ask(org, 'exhaustive/poll', { taskId })
    expect(body.output).toMatchObject({
      done: true,
      success: true,
      taskId,
      name: 'Ada Lindqvist',
      profile: {
        status: 'completed',
        exhaustive: true,
        phoneNumbers: [{ number: '+4915123456789' }],
      },
    })
    expect(body.chargeInfo).toMatchObject({ method: 'charged-for-async-process', creditsCharged: 12 })
    expect(headers.get('x-credits-charged')).toBe('0')
    expect(await service.captured(org)).toBe(12_000)
    expect(await service.available(org)).toBe(100_000_000 - 12_000)
  })

  test.each([
    ['cleo-work', 5],
    ['ben-mails', 9],
    ['dan-none', 0],
    ['nobody-known', 0],
  ])('%s costs %i', async (pnetUrl, credits) => {
    verifies('contact.nothing-found-free')
    const org = await service.org()
    verifies('client.contacts.exhaustive-object')
    const asked = { pnetUrl: { value: pnetUrl }, exhaustive: true }
    const { body } = await service.ask(org, 'exhaustive/start', asked)
    await service.almanac.jobs.workNow()
    expect(await service.captured(org)).toBe(credits * 1_000)
    const polled = await service.ask(org, 'exhaustive/poll', { taskId: body.output.taskId })
    expect(polled.body.output).toMatchObject({ done: true, success: pnetUrl !== 'nobody-known' })
    expect(await service.available(org)).toBe(100_000_000 - credits * 1_000)
  })

  test('tells its end by the event reveal.completed', async () => {
    const org = await service.org()
    const { body } = await service.ask(org, 'exhaustive/start', { pnetUrl: 'cleo-work' })
    await service.almanac.jobs.workNow()
    const newest = async () =>
      (await service.send('GET /v1/events', { key: org.rawKey })).body.output.events[0]
    await expect.poll(newest).toMatchObject({
      type: 'reveal.completed',
      data: {
        task_id: body.output.taskId,
        pnet_url: 'cleo-work',
        success: true,
        error: null,
        emails: [{ email: 'cleo@acme.example' }, { email: 'c.marsh@acme-robots.example' }],
        phone_numbers: [],
      },
    })
  })
})

test('an identifier is taken by the standard, the turbo and the exhaustive form alike', async () => {
  verifies('contact.escalation')
  const org = await service.org()
  for (const path of ['single', 'turbo/sync', 'exhaustive/start'])
    expect((await service.ask(org, path, { pnetUrl: 'https://pnet.example/in/dan-none' })).status).toBe(200)
  await service.almanac.jobs.workNow()
})

test("pollExhaustiveContactEnrichmentResult 404 for another organization's task and a batch's", async () => {
  const [org, other] = [await service.org(), await service.org()]
  const { body } = await service.ask(org, 'exhaustive/start', { pnetUrl: 'ada-all' })
  const { taskId } = body.output
  expect((await service.ask(other, 'exhaustive/poll', { taskId })).status).toBe(404)
  expect((await service.ask(org, 'batch/poll', { taskId })).status).toBe(404)
})

test('triggerExhaustiveContactEnrichment 400 and 402 start nothing', async () => {
  const [org, poor] = [await service.org(), await service.org(11)]
  await service.almanac.jobs.workNow()
  const elsewhere = { pnetUrl: 'https://elsewhere.example/in/x' }
  expect((await service.ask(org, 'exhaustive/start', elsewhere)).status).toBe(400)
  expect((await service.ask(poor, 'exhaustive/start', { pnetUrl: 'ada-all' })).status).toBe(402)
  expect(await service.almanac.jobs.workNow()).toBe(0)
  expect(await service.available(org)).toBe(100_000_000)
})
