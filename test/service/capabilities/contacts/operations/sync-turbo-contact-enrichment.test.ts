import { beforeAll, expect, test } from 'vitest'
import { verifies } from '../../../../conformance/verifies.ts'
import { contactsWorld, type Revealing } from '../../../../worlds/contacts.ts'

let service: Revealing
beforeAll(async () => {
  service = await contactsWorld()
})

test.each([
  ['ada-all', {}, 7],
  ['ben-mails', {}, 6],
  ['cleo-work', {}, 3],
  ['ada-all', { getWorkEmails: false, getPersonalEmails: false }, 5],
  ['dan-none', {}, 0],
])('syncTurboContactEnrichment 200: %s with %j costs %i', async (pnetUrl, enrichmentType, credits) => {
  verifies('op.sync-turbo-contact-enrichment')
  const org = await service.org()
  const { status, body } = await service.ask(org, 'turbo/sync', { pnetUrl, enrichmentType })
  expect(status).toBe(200)
  expect(body.output).toMatchObject({ success: true, done: true, profile: { status: 'completed' } })
  expect(await service.captured(org)).toBe(credits * 1_000)
})

test('syncTurboContactEnrichment 200: a company that is not the employer makes nothing free', async () => {
  const org = await service.org()
  const company = { identifier: 'domain', value: 'bogus-nowhere.com' }
  const { body } = await service.ask(org, 'turbo/sync', { pnetUrl: 'cleo-work', company })
  expect(body.output.profile).toMatchObject({ unmatchedWorkEmails: [] })
  expect(await service.captured(org)).toBe(3_000)
})

test('syncTurboContactEnrichment 400 and 402 cost nothing', async () => {
  const org = await service.org(6)
  expect((await service.ask(org, 'turbo/sync', { pnetUrls: ['ada-all'] })).status).toBe(400)
  expect((await service.ask(org, 'turbo/sync', { pnetUrl: 'ada-all' })).status).toBe(402)
  expect(await service.available(org)).toBe(6_000)
})
