import { beforeAll, describe, expect, test } from 'vitest'
import { testAlmanac, type TestAlmanac } from '../../../support/harness.ts'
import { contacts } from '../../../../src/capabilities/contacts/index.ts'
import { mailServer, type MailServer } from '../../../support/mail-servers.ts'
import { nameServer } from '../../../support/name-server.ts'

let service: TestAlmanac
let mail: MailServer

const mx = (host: string) => ({ MX: [[10, host]] as [number, string][] })
const boxes = new Set([
  'dora.klein@acme.example',
  'ext.moss@odd.example',
  'rep.quist@seats.example',
  'una.quill@seats.example',
])

const worksAt = (org: string, title = 'Engineer') => ({
  experiences: [
    {
      pnet_company_id: org,
      company_name: `Company ${org}`,
      title,
      is_current: true,
      start_date: '2020-01-01',
    },
  ],
})
const person = (
  slug: string,
  name: string,
  org: string,
  { email, title }: { email?: string; title?: string } = {},
) => ({
  primary_slug: slug,
  name,
  ...worksAt(org, title),
  emails:
    email === undefined
      ? []
      : [
          {
            email,
            type: 'work',
          },
        ],
})

beforeAll(async () => {
  const dns = await nameServer({
    'acme.example': mx('localhost'),
    'open.example': mx('localhost'),
    'odd.example': mx('localhost'),
    'seats.example': mx('localhost'),
  })
  mail = await mailServer({
    onRcptTo({ address }, _session, done) {
      const isTaken = boxes.has(address) || address.endsWith('@open.example')
      done(isTaken ? null : Object.assign(new Error('5.1.1 User unknown'), { responseCode: 550 }))
    },
  })
  const settings = { askServers: true, helo: 'probe.example', port: mail.port, gapMs: 0, nameServers: [dns] }
  service = await testAlmanac({
    settings: { ALMANAC_OUTBOUND_LOOPBACK: 'true' },
    sources: { entries: [{ source: 'email-pattern' }, { source: 'smtp', settings }] },
  })
  const write = async (kind: 'companies' | 'people', records: object[]) => {
    const items = records.map((record, index) => ({ line: index + 1, record }))
    await service.almanac.writer.write(kind, items, {
      source: 'test',
      observedAt: new Date(service.clock.now()),
    })
  }
  const company = (org: string, domain: string) => ({
    li_org_id: org,
    preferred_name: `Company ${org}`,
    domains: [domain],
  })
  await write('companies', [
    company('1', 'acme.example'),
    company('2', 'open.example'),
    company('3', 'odd.example'),
    company('4', 'seats.example'),
  ])
  await write('people', [
    ...['Ann Lee', 'Bob Stone', 'Cid Moss'].map((name) => {
      const local = name.toLowerCase().replace(' ', '.')
      return person(`acme-${local.replace('.', '-')}`, name, '1', {
        email: `${local}@acme.example`,
      })
    }),
    ...['Ann Hall', 'Bob Reed', 'Cid Wood', 'Dan Park'].map((name) => {
      const local = name.charAt(0).toLowerCase() + name.slice(4).toLowerCase()
      return person(`open-${local}`, name, '2', { email: `${local}@open.example` })
    }),
    ...['sunny', 'rider', 'mega'].map((local, index) =>
      person(`odd-${local}`, `Odd Person${index}`, '3', { email: `${local}@odd.example` }),
    ),
    ...['Ann Lee', 'Bob Stone', 'Cid Moss'].flatMap((name) => {
      const [first = '', last = ''] = name.toLowerCase().split(' ')
      return [
        person(`seat-${last}`, name, '4', {
          email: `rep.${last}@seats.example`,
          title: 'Representative, District 1',
        }),
        person(`desk-${last}`, `${name}er`, '4', {
          email: `${first}.${last}er@seats.example`,
          title: 'Clerk',
        }),
      ]
    }),
    person('seat', 'Ola Quist', '4', { title: 'Representative, District 9' }),
    person('desk', 'Una Quill', '4', { title: 'Clerk' }),
    person('dora', 'Dora Klein', '1'),
    person('gone', 'Gus Vanish', '1'),
    person('eve', 'Eve Bell', '2'),
    person('fay', 'Fay Ford', '3'),
  ])
})

async function reveal(slug: string) {
  const { rawKey: key } = await service.org()
  const body = { pnetUrl: slug, enrichmentType: { getPersonalEmails: false, getPhoneNumbers: false } }
  const answer = await service.send('POST /v1/contact-details/single', { key, body })
  expect(answer.status).toBe(200)
  return { emails: answer.body.output.profile.emails, charge: answer.body.chargeInfo }
}

describe('email-pattern with smtp', () => {
  test('a candidate that the mail server takes is revealed as valid and charged', async () => {
    const { emails, charge } = await reveal('dora')
    expect(emails).toMatchObject([{ email: 'dora.klein@acme.example', type: 'work', status: 'valid' }])
    expect(charge).toMatchObject({ method: 'charged-now', creditsCharged: 2 })
    const asked = mail.connections.total
    expect((await reveal('dora')).emails).toMatchObject([
      { email: 'dora.klein@acme.example', status: 'valid' },
    ])
    expect(mail.connections.total).toBe(asked)
  })

  test('candidates that the mail server refuses are not revealed, and nothing is charged', async () => {
    const { emails, charge } = await reveal('gone')
    expect(emails).toEqual([])
    expect(charge.method).toBe('free')
  })

  test('at a domain that takes any address the likeliest is risky, never valid', async () => {
    expect((await reveal('eve')).emails).toMatchObject([{ email: 'ebell@open.example', status: 'risky' }])
  })

  test('where a role has addresses of its own, whoever has it gets one first, and nobody else', async () => {
    for (const [slug, email] of [
      ['seat', 'rep.quist@seats.example'],
      ['desk', 'una.quill@seats.example'],
    ] as const) {
      const before = mail.connections.total
      expect((await reveal(slug)).emails).toMatchObject([{ email, status: 'valid' }])
      expect(mail.connections.total - before).toBeLessThanOrEqual(2)
    }
  })

  test('nothing is guessed where addresses do not follow from names', async () => {
    expect((await reveal('fay')).emails).toEqual([])
  })

  test('what was revealed and has become invalid since is given back by maintenance', async () => {
    const { rawKey: key, organizationId } = await service.org(100)
    const body = { pnetUrl: 'dora', enrichmentType: { getPersonalEmails: false, getPhoneNumbers: false } }
    await service.send('POST /v1/contact-details/single', { key, body })
    boxes.delete('dora.klein@acme.example')
    service.clock.advance(2 * 86_400_000)
    const { ledger, openDeps: depsOf } = service.almanac
    const { refunds } = depsOf(contacts)
    while (((await refunds?.sweep()) ?? 0) > 0);
    expect((await ledger.balance(organizationId)).available).toBe(100_000)
  })
})
