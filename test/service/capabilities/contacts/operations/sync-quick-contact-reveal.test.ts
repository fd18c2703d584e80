import { beforeAll, describe, expect, test } from 'vitest'
import { milli } from '../../../../../src/lib/credits.ts'
import { verifies } from '../../../../conformance/verifies.ts'
import { aSandboxKey } from '../../../../support/platform.ts'
import { sql } from '../../../../../src/store/postgres/index.ts'
import { contactsWorld, type Revealing } from '../../../../worlds/contacts.ts'

let service: Revealing
beforeAll(async () => {
  service = await contactsWorld()
})

const workOnly = { getPersonalEmails: false, getPhoneNumbers: false }

describe('syncQuickContactReveal 200', () => {
  test('reveals every kind, charged as a set, in the documented form', async () => {
    verifies('op.sync-quick-contact-reveal', 'contact.answer.emails', 'contact.answer.phones')
    verifies('contact.answer.status', 'contact.answer.unmatched-work-emails')
    const org = await service.org()
    const { status, body } = await service.ask(org, 'single', { pnetUrl: 'ada-all' })
    expect(status).toBe(200)
    verifies('client.contacts.error-absent')
    expect(body.output).toEqual({
      profile: {
        success: true,
        pnetUrl: expect.stringContaining('ada-all'),
        name: 'Ada Lindqvist',
        emails: [
          {
            email: 'ada@acme.example',
            type: 'work',
            status: 'unknown',
          },
          {
            email: 'ada@home.example',
            type: 'personal',
            status: 'unknown',
          },
        ],
        phoneNumbers: [
          {
            number: '+4915123456789',
            type: 'mobile',
          },
        ],
        unmatchedWorkEmails: ['ada@former.example'],
        alreadyPaid: [],
        status: 'completed',
        exhaustive: false,
      },
      success: true,
      done: true,
      name: 'Ada Lindqvist',
      pnetUrl: expect.stringContaining('ada-all'),
    })
    expect(body.chargeInfo).toMatchObject({ method: 'charged-now', creditsCharged: 5 })
    expect(await service.captured(org)).toBe(5_000)
  })

  test.each([
    ['ben-mails', {}, 3],
    ['ben-mails', { getWorkEmails: false }, 2],
    ['ben-mails', workOnly, 2],
    ['cleo-work', {}, 2],
    ['ada-all', { getWorkEmails: false, getPersonalEmails: false }, 3],
    ['ada-all', { getPhoneNumbers: false }, 3],
    ['ada-all', { getPersonalEmails: false }, 5],
    ['fay-untyped', {}, 5],
    ['dan-none', {}, 0],
    ['eve-former', {}, 0],
    ['nobody-known', {}, 0],
  ])('%s with %j costs %i', async (pnetUrl, enrichmentType, credits) => {
    verifies('price.work-email', 'price.personal-email', 'price.phone')
    verifies('contact.request.enrichment-type', 'contact.nothing-found-free')
    const org = await service.org()
    const { body } = await service.ask(org, 'single', { pnetUrl, enrichmentType })
    expect(await service.captured(org)).toBe(credits * 1_000)
    expect(body.chargeInfo.method).toBe(credits === 0 ? 'free' : 'charged-now')
    const wanted = { getWorkEmails: true, getPersonalEmails: true, getPhoneNumbers: true, ...enrichmentType }
    const { emails, phoneNumbers, unmatchedWorkEmails } = body.output.profile
    const types = emails.map(({ type }: { type: string }) => type)
    if (!wanted.getWorkEmails) expect([...types, ...unmatchedWorkEmails]).not.toContain('work')
    if (!wanted.getPersonalEmails) expect(types).not.toContain('personal')
    if (!wanted.getPhoneNumbers) expect(phoneNumbers).toEqual([])
  })

  test.each([
    ['domain', 'bogus-nowhere.com'],
    ['domain', 'former.example'],
  ])(
    'an address at the current employer is paid whatever %s the caller names: %s',
    async (identifier, value) => {
      for (const [pnetUrl, credits] of [
        ['ada-all', 5],
        ['cleo-work', 2],
      ] as const) {
        for (const members of [{ pnetUrl }, { pnetUrls: [pnetUrl] }]) {
          const org = await service.org()
          const { body } = await service.ask(org, 'single', { ...members, company: { identifier, value } })
          const { emails, unmatchedWorkEmails } = body.output.profile ?? body.output.profiles[0]
          const addresses = emails.map(({ email }: { email: string }) => email)
          expect(addresses).toContain(pnetUrl === 'ada-all' ? 'ada@acme.example' : 'cleo@acme.example')
          expect(unmatchedWorkEmails.filter((address: string) => address.includes('acme'))).toEqual([])
          expect(await service.captured(org)).toBe(credits * 1_000)
        }
      }
    },
  )

  test('a former employer whose addresses are wanted is paid for like a current one', async () => {
    const org = await service.org()
    const company = { identifier: 'domain', value: 'former.example' }
    const { body } = await service.ask(org, 'single', { pnetUrl: 'eve-former', company })
    expect(body.output.profile).toMatchObject({ emails: [{ email: 'eve@former.example', type: 'work' }] })
    expect(await service.captured(org)).toBe(2_000)
  })

  test('says of addresses without a type what they look like, and never that they are valid', async () => {
    const org = await service.org()
    const { body } = await service.ask(org, 'single', { pnetUrl: 'fay-untyped' })
    expect(body.output.profile.emails).toEqual([
      { email: 'fay@acme.example', type: 'work', status: 'unknown' },
      { email: 'info@acme.example', type: 'generic', status: 'unknown' },
      { email: 'fay@gmail.com', type: 'personal', status: 'unknown' },
    ])
  })

  test.each([
    'ada-all',
    'ADA-All',
    'https://www.pnet.example/in/ada-all/',
    'pnet.example/in/ada-all?utm=1',
    '700001',
    'urn:li:member:700001',
  ])('knows a person by %s', async (pnetUrl) => {
    verifies('contact.request.identifier')
    const { body } = await service.ask(await service.org(), 'single', { pnetUrl })
    expect(body.output).toMatchObject({ success: true, name: 'Ada Lindqvist' })
  })

  test('takes one to five people at once and answers them in order, each paid once', async () => {
    verifies('contact.standard.bounds', 'contact.request.identifier')
    const org = await service.org()
    const pnetUrls = ['ben-mails', 'nobody-known', 'ada-all', 'https://pnet.example/in/ben-mails', 'dan-none']
    const { body } = await service.ask(org, 'single', { pnetUrls })
    expect(body.output.profiles.map(({ name }: { name: string | null }) => name)).toEqual([
      'Ben Okafor',
      null,
      'Ada Lindqvist',
      'Ben Okafor',
      'Dan Quiet',
    ])
    expect(body.output.profiles[1]).toMatchObject({
      success: false,
      status: 'failed',
      pnetUrl: 'nobody-known',
    })
    expect(body.output.profiles[3]).toMatchObject({ alreadyPaid: ['work_email', 'personal_email'] })
    expect(await service.captured(org)).toBe(8_000)
    for (const tooMany of [[], Array.from({ length: 6 }, () => 'ada-all')])
      expect((await service.ask(org, 'single', { pnetUrls: tooMany })).status).toBe(400)
  })

  test('does not charge what was paid for within 30 days, and charges the rest', async () => {
    const [org, other] = [await service.org(), await service.org()]
    const ask = (type: object) => service.ask(org, 'single', { pnetUrl: 'ada-all', enrichmentType: type })
    expect((await ask(workOnly)).body.chargeInfo.creditsCharged).toBe(2)
    const again = await ask(workOnly)
    expect(again.body.chargeInfo).toMatchObject({
      method: 'free',
      message: 'Nothing chargeable was found, so nothing is charged.',
    })
    expect(again.body.output.profile).toMatchObject({ alreadyPaid: ['work_email'] })
    // The phone number is new, the address is not.
    expect((await ask({ getPersonalEmails: false })).body.chargeInfo.creditsCharged).toBe(3)
    const elsewhere = await service.ask(other, 'single', { pnetUrl: 'ada-all', enrichmentType: workOnly })
    expect(elsewhere.body.chargeInfo.creditsCharged).toBe(2)
    const bySameName = await service.ask(org, 'instant', { input: { mode: 'pnet', value: '700001' } })
    expect(bySameName.body.chargeInfo.creditsCharged).toBe(2)
    service.clock.advance(29 * 86_400_000)
    expect((await ask(workOnly)).body.chargeInfo.method).toBe('free')
    service.clock.advance(86_400_000)
    expect((await ask(workOnly)).body.chargeInfo.creditsCharged).toBe(2)
    service.clock.advance(-30 * 86_400_000)
  })

  test('charges what an earlier request found that failed before it was charged', async () => {
    const [org, other] = [await service.org(), await service.org()]
    const person = { pnetUrl: 'ada-all', enrichmentType: workOnly }
    await service.ask(other, 'single', person)
    await service.db.query(sql`
      INSERT INTO contact_reads SELECT ${org.organizationId}, person_id, kind, 'req_failed', paid_at
      FROM contact_reads WHERE organization_id = ${other.organizationId}`)
    expect((await service.ask(org, 'single', person)).body.chargeInfo.creditsCharged).toBe(2)
    expect((await service.ask(org, 'single', person)).body.chargeInfo.method).toBe('free')
  })

  test('is free with a sandbox key, and remembers nothing as paid', async () => {
    const org = await service.org()
    const { rawKey } = await aSandboxKey(service.almanac, org.organizationId)
    const free = await service.ask({ ...org, rawKey }, 'single', { pnetUrl: 'cleo-work' })
    expect(free.body.chargeInfo.method).toBe('free')
    const paid = await service.ask(org, 'single', { pnetUrl: 'cleo-work' })
    expect(paid.body.chargeInfo.creditsCharged).toBe(2)
  })
})

describe('syncQuickContactReveal 400', () => {
  test.each([
    [{}, 'pnetUrl'],
    [{ pnetUrl: '' }, 'pnetUrl'],
    [{ pnetUrl: 'a', pnetUrls: ['b'] }, 'pnetUrl'],
    [{ pnetUrl: 'https://elsewhere.example/in/ada-all' }, 'pnetUrl'],
    [{ pnetUrl: 'https://pnet.example/company/acme' }, 'pnetUrl'],
    [{ pnetUrls: ['ada-all', 'https://elsewhere.example/x'] }, 'pnetUrls[1]'],
    [{ pnetUrl: 'ada-all', patience: 'SOME' }, 'patience'],
    [{ pnetUrl: 'ada-all', enrichmentType: { ...workOnly, getWorkEmails: false } }, 'enrichmentType'],
    [{ pnetUrl: 'ada-all', company: { identifier: 'name', value: 'x' } }, 'company.identifier'],
  ])('%j names %s and costs nothing', async (body, path) => {
    verifies('contact.request.patience')
    const org = await service.org()
    const answer = await service.ask(org, 'single', body)
    expect(answer.status).toBe(400)
    expect(answer.body.issues[0].path).toBe(path)
    expect(await service.available(org)).toBe(100_000_000)
  })

  test('patience takes its six values', async () => {
    verifies('contact.request.patience')
    const org = await service.org()
    for (const patience of ['MINIMUM', 'LOW', 'MEDIUM', 'HIGH', 'MAXIMUM', 'EXTREME'])
      expect((await service.ask(org, 'single', { pnetUrl: 'dan-none', patience })).status).toBe(200)
  })
})

test('syncQuickContactReveal 402 unless everything being found can be paid', async () => {
  const org = await service.org(4)
  expect((await service.ask(org, 'single', { pnetUrl: 'dan-none' })).status).toBe(402)
  const types = { getPhoneNumbers: false }
  expect((await service.ask(org, 'single', { pnetUrl: 'ben-mails', enrichmentType: types })).status).toBe(200)
})

test("an organization's own prices take the cheapest way, and never more than was set aside", async () => {
  const org = await service.org()
  const { prices } = service.almanac.ledger
  await prices.setPrice(org.organizationId, 'combinedReveal', milli(1_000))
  const part = await service.ask(org, 'single', { pnetUrl: 'ben-mails' })
  expect(part.body.chargeInfo.creditsCharged).toBe(1)
  await prices.setPrice(org.organizationId, 'combinedReveal', milli(90_000))
  const whole = await service.ask(org, 'single', { pnetUrl: 'ada-all' })
  // Seven each alone; both addresses together are cheaper.
  expect(whole.body.chargeInfo.creditsCharged).toBe(6)
})
