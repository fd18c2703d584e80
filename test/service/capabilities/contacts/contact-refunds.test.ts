import { beforeAll, describe, expect, test } from 'vitest'
import { milli } from '../../../../src/lib/credits.ts'
import type { TestOrganization } from '../../../support/platform.ts'
import { sql } from '../../../../src/store/postgres/index.ts'
import {
  openContactRefunds,
  type ContactRefunds,
  type ContactRefundsSettings,
} from '../../../../src/capabilities/contacts/contact-refunds.ts'
import type { EmailStatus } from '../../../../src/capabilities/contacts/kinds.ts'
import { contactsWorld, type Revealing } from '../../../worlds/contacts.ts'
import { dayMs } from '../../../../src/lib/time.ts'

let service: Revealing
beforeAll(async () => {
  service = await contactsWorld()
})

const workOnly = { getWorkEmails: true, getPersonalEmails: false, getPhoneNumbers: false }

/** Refunds over what is told of addresses; the rest is unknown. */
function refunds(
  told: Record<string, EmailStatus>,
  more: Partial<ContactRefundsSettings> = {},
): ContactRefunds & { asked: string[] } {
  const { ledger, events, search } = service.almanac
  const asked: string[] = []
  return Object.assign(
    openContactRefunds({
      db: service.db,
      ledger,
      events,
      search,
      clock: service.clock,
      days: 14,
      log: () => {},
      network: { hosts: ['pnet.example'] },
      check: async (address) => {
        asked.push(address)
        return told[address] ?? 'unknown'
      },
      ...more,
    }),
    { asked },
  )
}

const reveal = (org: TestOrganization, slug: string, enrichmentType: object = {}) =>
  service.ask(org, 'single', { pnetUrl: slug, enrichmentType })

async function eventsOf({ organizationId }: TestOrganization): Promise<{ type: string; data: unknown }[]> {
  return service.db.query(sql`
    SELECT type, data FROM events WHERE organization_id = ${organizationId} ORDER BY number`)
}

async function refundsOf({ organizationId }: TestOrganization): Promise<{ amount: number; note: string }[]> {
  return service.db.query(sql`
    SELECT amount, note FROM ledger_transfers WHERE organization_id = ${organizationId} AND kind = 'refund'`)
}

/** Until nothing is due: reads of other tests are due, too. */
async function sweepAll(of: ContactRefunds): Promise<void> {
  while ((await of.sweep()) > 0);
}

describe('an address that turns out invalid', () => {
  test('is given back by itself, with a ledger row and an event, once', async () => {
    const org = await service.org(100)
    const { status, headers } = await reveal(org, 'ben-mails', workOnly)
    expect([status, headers.get('x-credits-charged')]).toEqual([200, '2'])
    const told = refunds({ 'ben@mail.acme.example': 'invalid' })
    await sweepAll(told)
    expect(await service.available(org)).toBe(100_000)
    expect(await refundsOf(org)).toEqual([
      { amount: 2_000, note: expect.stringContaining('work_email of person') },
    ])
    expect(await eventsOf(org)).toEqual([
      {
        type: 'contact.refunded',
        data: {
          request_id: headers.get('x-request-id'),
          pnet_url: 'https://www.pnet.example/in/ben-mails',
          kind: 'work_email',
          emails: ['ben@mail.acme.example'],
          reason: 'invalid',
          credits_refunded: 2,
          requestId: headers.get('x-request-id'),
          pnetUrl: 'https://www.pnet.example/in/ben-mails',
          creditsRefunded: 2,
        },
      },
    ])
    service.clock.advance(2 * dayMs)
    await sweepAll(told)
    expect(await service.available(org)).toBe(100_000)
    expect(await eventsOf(org)).toHaveLength(1)
    expect(await service.almanac.ledger.reconcile(org.organizationId)).toEqual([])
  })

  test('of a set that was cheaper together its part is given back', async () => {
    const org = await service.org(100)
    await reveal(org, 'ada-all')
    expect(await service.captured(org)).toBe(5_000)
    await sweepAll(refunds({ 'ada@acme.example': 'invalid', 'ada@home.example': 'valid' }))
    // 2 of the 7 credits that the kinds cost one by one.
    expect(await service.available(org)).toBe(95_000 + 1_428)
  })

  test('is not given back while another of its kind may be good', async () => {
    const org = await service.org(100)
    await reveal(org, 'cleo-work')
    const half = refunds({ 'cleo@acme.example': 'invalid', 'c.marsh@acme-robots.example': 'unknown' })
    await sweepAll(half)
    expect(half.asked).toContain('c.marsh@acme-robots.example')
    expect(await refundsOf(org)).toEqual([])
    service.clock.advance(dayMs)
    await sweepAll(refunds({ 'cleo@acme.example': 'invalid', 'c.marsh@acme-robots.example': 'invalid' }))
    expect(await refundsOf(org)).toMatchObject([{ amount: 2_000 }])
  })

  test.each<EmailStatus>(['valid', 'risky', 'unknown'])('%s is no reason', async (status) => {
    const org = await service.org(100)
    await reveal(org, 'ben-mails', workOnly)
    await sweepAll(refunds({ 'ben@mail.acme.example': status }))
    expect(await refundsOf(org)).toEqual([])
    expect(await eventsOf(org)).toEqual([])
  })

  test('a check that fails leaves the address for the next day', async () => {
    const org = await service.org(100)
    await reveal(org, 'ben-mails', workOnly)
    await sweepAll(refunds({}, { check: () => Promise.reject(new Error('down')) }))
    const soon = refunds({ 'ben@mail.acme.example': 'invalid' })
    await sweepAll(soon)
    expect(soon.asked).toEqual([])
    service.clock.advance(dayMs)
    await sweepAll(soon)
    expect(await refundsOf(org)).toMatchObject([{ amount: 2_000 }])
  })

  test('after the days for it nothing is checked any more', async () => {
    const org = await service.org(100)
    // Nobody else reads this one: what other files read at a later time is still due.
    await reveal(org, 'gil-late', workOnly)
    service.clock.advance(14 * dayMs)
    const late = refunds({ 'gil@acme.example': 'invalid' })
    await sweepAll(late)
    expect(late.asked).not.toContain('gil@acme.example')
    expect(await refundsOf(org)).toEqual([])
  })

  test('several processes give back once', async () => {
    const orgs = await Promise.all(Array.from({ length: 4 }, () => service.org(100)))
    for (const org of orgs) await reveal(org, 'ben-mails', workOnly)
    const told = { 'ben@mail.acme.example': 'invalid' as const }
    await Promise.all(Array.from({ length: 4 }, () => sweepAll(refunds(told))))
    for (const org of orgs) expect(await refundsOf(org)).toMatchObject([{ amount: 2_000 }])
  })

  test('what the operator gave back before is not given back again', async () => {
    const org = await service.org(100)
    const { headers } = await reveal(org, 'ben-mails', workOnly)
    const requestId = headers.get('x-request-id') ?? ''
    const { organizationId } = org
    await service.almanac.ledger.refundRequest({
      organizationId,
      amount: milli(2_000),
      requestId: 'req_op',
      refunds: requestId,
    })
    await sweepAll(refunds({ 'ben@mail.acme.example': 'invalid' }))
    expect(await service.available(org)).toBe(100_000)
    expect(await eventsOf(org)).toEqual([])
  })

  test('a process that ends in the middle gives back nothing and leaves nothing half done', async () => {
    const org = await service.org(100)
    await reveal(org, 'ben-mails', workOnly)
    const told = { 'ben@mail.acme.example': 'invalid' as const }
    const dying = refunds(told, { events: { append: () => Promise.reject(new Error('killed')) } })
    await expect(sweepAll(dying)).rejects.toThrow('killed')
    expect(await refundsOf(org)).toEqual([])
    expect(await service.available(org)).toBe(98_000)
    service.clock.advance(dayMs)
    await sweepAll(refunds(told))
    expect(await refundsOf(org)).toMatchObject([{ amount: 2_000 }])
    expect(await eventsOf(org)).toHaveLength(1)
  })

  test('a batch pays back the people of it one by one', async () => {
    const org = await service.org(1_000)
    const people = Array.from({ length: 12 }, (_, index) => ({ pnetUrl: { value: `member-${index}` } }))
    await service.ask(org, 'batch/start', { personDetails: people, enrichmentTypes: workOnly })
    await service.almanac.jobs.workNow()
    expect(await service.captured(org)).toBe(24_000)
    await sweepAll(refunds({ 'member3@acme.example': 'invalid', 'member7@acme.example': 'invalid' }))
    expect(await refundsOf(org)).toMatchObject([{ amount: 2_000 }, { amount: 2_000 }])
  })

  test('in the background: begun twice it works once, and closing waits for it', async () => {
    const org = await service.org(100)
    await reveal(org, 'ben-mails', workOnly)
    const told = refunds({ 'ben@mail.acme.example': 'invalid' })
    told.begin()
    told.begin()
    await expect.poll(() => refundsOf(org)).toHaveLength(1)
    await told.close()
    expect(told.asked.filter((address) => address === 'ben@mail.acme.example')).toHaveLength(1)
  })
})
