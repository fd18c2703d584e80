import { beforeAll, describe, expect, test } from 'vitest'
import { verifies } from '../../../../conformance/verifies.ts'
import { contactsWorld, type Revealing } from '../../../../worlds/contacts.ts'

let service: Revealing
beforeAll(async () => {
  service = await contactsWorld()
  const at = (slug: string, name: string, employer: object, emails: string[]) => ({
    primary_slug: slug,
    name,
    experiences: [{ ...employer, title: 'Engineer', is_current: true }],
    emails: emails.map((email) => ({ email, type: 'work' as const })),
  })
  await service.write('companies', [
    {
      preferred_name: 'Tied Works',
      pnet_primary_slug: 'tied-works',
      domains: ['tied.example', 'tied-works.example'],
    },
  ])
  await service.write('people', [
    at('tied-domain', 'Dora Domain', { company_domain: 'tied.example' }, ['dora@tied-works.example']),
    at('tied-name', 'Nora Name', { company_name: 'TIED WORKS GmbH' }, ['nora@tied.example']),
    at('tied-page', 'Sven Page', { company_name: 'Tied Works', company_slug: 'tied-works' }, [
      'sven@tied.example',
    ]),
    at('tied-nowhere', 'Cora Nowhere', { company_name: 'Tied Works' }, ['cora@elsewhere.example']),
    at('tied-unknown', 'Una Unknown', { company_domain: 'not-known.example' }, ['una@not-known.example']),
  ])
})

test.each([
  ['Dora Domain', 'tied.example', ['dora@tied-works.example']],
  ['Nora Name', 'tied.example', ['nora@tied.example']],
  ['Sven Page', 'tied-works.example', ['sven@tied.example']],
  ['Cora Nowhere', 'tied.example', []],
  ['Una Unknown', 'not-known.example', ['una@not-known.example']],
])('an employer without a number: %s at %s', async (name, domain, emails) => {
  const org = await service.org()
  const { body } = await service.ask(org, 'instant', { input: { mode: 'name-domain', name, domain } })
  const found = body.output.profile.emails as { emailAddress: string; type: string }[]
  expect(found.map(({ emailAddress, type }) => [emailAddress, type])).toEqual(
    emails.map((email) => [email, 'work']),
  )
})

test('the address of a profile at an employer known by domain alone is one of its work addresses', async () => {
  const org = await service.org()
  const { body } = await service.ask(org, 'instant', { input: { mode: 'pnet', value: 'tied-domain' } })
  expect(body.output.profile).toMatchObject({
    emails: [{ emailAddress: 'dora@tied-works.example', type: 'work' }],
    unmatchedWorkEmails: [],
  })
})

describe.each(['instant', 'lite'])('%s 200', (path) => {
  test('answers what is known of a profile, in its own form', async () => {
    verifies(
      'op.instant-contact-reveal',
      'op.lite-contact-reveal',
      'contact.instant.tier',
      'contact.instant.input',
    )
    const org = await service.org()
    const { body } = await service.ask(org, path, { input: { mode: 'pnet', value: 'ada-all' } })
    expect(body.output).toEqual({
      profile: {
        emails: [
          {
            emailAddress: 'ada@acme.example',
            type: 'work',
            validationStatus: 'unknown',
          },
          {
            emailAddress: 'ada@home.example',
            type: 'personal',
            validationStatus: 'unknown',
          },
        ],
        phoneNumbers: [
          {
            phoneNumber: '+4915123456789',
            type: 'mobile',
          },
        ],
        unmatchedWorkEmails: ['ada@former.example'],
        alreadyPaid: [],
      },
    })
    expect(body.chargeInfo.creditsCharged).toBe(5)
    const again = await service.ask(org, path, { input: { mode: 'pnet', value: 'ada-all' } })
    expect(again.body.chargeInfo.method).toBe('free')
  })

  test.each([
    ['Ben Okafor', 'acme.example', 3],
    ['ben okafor', 'www.acme-robots.example', 3],
    ['Benjamin Okafor', 'acme.example', 3],
    ['Ben Okafor', 'other.example', 0],
    ['Bea Okafor', 'acme.example', 0],
    ['Ben Ockham', 'acme.example', 0],
    ['Okafor', 'acme.example', 0],
  ])('%s at %s costs %i', async (name, domain, credits) => {
    verifies('contact.instant.input', 'contact.nothing-found-free')
    const org = await service.org()
    const { status, body } = await service.ask(org, path, { input: { mode: 'name-domain', name, domain } })
    expect(status).toBe(200)
    expect(body.output.profile.emails).toHaveLength(credits === 0 ? 0 : 2)
    expect(await service.captured(org)).toBe(credits * 1_000)
  })
})

// What a member leaves out of a request is not sold: SHAPES 24, a caller of work addresses alone was sold a personal one.
describe.each(['instant', 'lite'])('%s delivers and charges the kinds that were asked for', (path) => {
  type Told = Partial<Record<'emails' | 'phones' | 'former', string[]>>
  const nothing = { getWorkEmails: false, getPersonalEmails: false, getPhoneNumbers: false }

  test.each([
    [{ getWorkEmails: true }, { emails: ['ada@acme.example'], former: ['ada@former.example'] }, 2],
    [{ getPersonalEmails: true }, { emails: ['ada@home.example'] }, 2],
    [{ getPhoneNumbers: true }, { phones: ['+4915123456789'] }, 3],
    [
      { getWorkEmails: true, getPersonalEmails: true },
      { emails: ['ada@acme.example', 'ada@home.example'], former: ['ada@former.example'] },
      3,
    ],
  ])('%j', async (kinds, { emails = [], phones = [], former = [] }: Told, credits) => {
    verifies('client.reveal.kinds')
    const request = {
      input: { mode: 'pnet', value: 'ada-all' },
      enrichmentType: { ...nothing, ...kinds },
    }
    const org = await service.org()
    const quoted = await service.ask(org, path, request, { 'x-dry-run': '1' })
    expect(quoted.body.output.dryRun.maxCredits).toBe(credits)
    const { status, body } = await service.ask(org, path, request)
    expect([status, body.warnings]).toEqual([200, undefined])
    const { profile } = body.output
    expect(profile.emails.map((one: { emailAddress: string }) => one.emailAddress)).toEqual(emails)
    expect(profile.phoneNumbers.map((one: { phoneNumber: string }) => one.phoneNumber)).toEqual(phones)
    expect(profile.unmatchedWorkEmails).toEqual(former)
    expect(await service.captured(org)).toBe(credits * 1_000)
    // What was left out was not paid for either: it costs the rest when it is asked for later.
    const rest = await service.ask(org, path, { input: request.input })
    expect(rest.body.output.profile.alreadyPaid).toHaveLength(Object.keys(kinds).length)
  })

  test('a balance that pays for what was asked is enough', async () => {
    const { status } = await service.ask(await service.org(2), path, {
      input: { mode: 'pnet', value: 'ada-all' },
      enrichmentType: { getPersonalEmails: false, getPhoneNumbers: false },
    })
    expect(status).toBe(200)
  })

  test('nothing asked for is refused, and costs nothing', async () => {
    const org = await service.org()
    const { status, body } = await service.ask(org, path, {
      input: { mode: 'pnet', value: 'ada-all' },
      enrichmentType: nothing,
    })
    expect([status, body.issues[0].path]).toEqual([400, 'enrichmentType'])
    expect(await service.captured(org)).toBe(0)
  })
})

test.each([
  [{ mode: 'pnet' }, 'input.value'],
  [{ mode: 'pnet', value: 'https://elsewhere.example/in/x' }, 'input.value'],
  [{ mode: 'name-domain', name: 'A B', domain: 'not a domain' }, 'input.domain'],
  [{ mode: 'other' }, 'input.mode'],
])('instantContactReveal 400: %j names %s', async (input, path) => {
  const { status, body } = await service.ask(await service.org(), 'instant', { input })
  expect(status).toBe(400)
  expect(body.issues[0].path).toBe(path)
})

test('instantContactReveal 402 unless everything can be paid', async () => {
  const input = { mode: 'pnet', value: 'ada-all' }
  expect((await service.ask(await service.org(4), 'instant', { input })).status).toBe(402)
})

test('the lite form takes more calls a minute than the standard one', async () => {
  verifies('contact.lite.tier')
  const { registry } = service.almanac
  const [lite, standard] = ['liteContactReveal', 'syncQuickContactReveal'].map(
    (id) => registry.find(id)?.limit.max,
  )
  expect(lite).toBeGreaterThan(standard ?? Number.POSITIVE_INFINITY)
})
