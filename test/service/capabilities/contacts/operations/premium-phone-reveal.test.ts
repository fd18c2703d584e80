import { beforeAll, expect, test } from 'vitest'
import { verifies } from '../../../../conformance/verifies.ts'
import { contactsWorld, type Revealing } from '../../../../worlds/contacts.ts'

let service: Revealing
beforeAll(async () => {
  service = await contactsWorld()
})

test.each([
  ['ada-all', [{ number: '+4915123456789', type: 'mobile' }], 5],
  ['fay-untyped', [{ number: '+442079460018', type: 'other' }], 5],
  ['ben-mails', [], 0],
  ['nobody-known', [], 0],
])('premiumPhoneReveal 200: %s answers phone numbers only', async (pnetUrl, phoneNumbers, credits) => {
  verifies('op.premium-phone-reveal', 'contact.premium-phone.tier')
  const org = await service.org()
  const { status, body } = await service.ask(org, 'premium-phone/sync', { pnetUrl })
  expect(status).toBe(200)
  expect(body.output).toEqual({ phoneNumbers, alreadyPaid: [] })
  expect(await service.captured(org)).toBe(credits * 1_000)
})

test.each(['MINIMUM', 'EXTREME', null])('premiumPhoneReveal 200 with patience %s', async (patience) => {
  verifies('client.reveal.patience')
  const org = await service.org()
  const { status, body } = await service.ask(org, 'premium-phone/sync', { pnetUrl: 'ada-all', patience })
  expect([status, body.warnings, body.output.phoneNumbers.length]).toEqual([200, undefined, 1])
  const wrong = await service.ask(org, 'premium-phone/sync', { pnetUrl: 'ada-all', patience: 'SOME' })
  expect([wrong.status, wrong.body.issues[0].path]).toEqual([400, 'patience'])
})

test('premiumPhoneReveal 400 and 402 cost nothing', async () => {
  const org = await service.org(4)
  expect((await service.ask(org, 'premium-phone/sync', {})).status).toBe(400)
  expect((await service.ask(org, 'premium-phone/sync', { pnetUrl: 'ada-all' })).status).toBe(402)
  expect(await service.available(org)).toBe(4_000)
})
