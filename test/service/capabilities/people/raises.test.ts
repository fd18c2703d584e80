import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { milli } from '../../../../src/lib/credits.ts'
import { aBrowser } from '../../../support/browser.ts'
import type { TestAlmanac } from '../../../support/harness.ts'
import { peopleWorld } from '../../../worlds/people.ts'

let service: TestAlmanac
beforeAll(async () => {
  service = (await peopleWorld()).service
})
// Sign-ins and invitations of one address are limited to some a minute.
beforeEach(() => service.clock.advance(61_000))

const invitations = 'POST /v1/organization/invitations'
let addresses = 0
const anAddress = () => `raised-${(addresses += 1)}@acme.example`

async function anOrganization() {
  const org = await service.org()
  const { organizationId, rawKey } = org
  const owner = aBrowser(service)
  await owner.signIn({ code: await service.almanac.sessions.makeCode({ organizationId, account: 'root' }) })
  const joins = async (more: object) => {
    const email = anAddress()
    const { body } = await owner.send(invitations, { body: { email, ...more } })
    const browser = aBrowser(service)
    const signedIn = await browser.signIn({ invitation: body.output.link.split('#invitation=')[1] })
    const { memberId } = signedIn.body.session.person
    const member = async () => service.almanac.members.getMember(organizationId, memberId)
    return { browser, email, memberId, route: `PATCH /v1/organization/members/${memberId}`, member }
  }
  return { organizationId, rawKey, owner, joins }
}

describe.each([
  ['credits', () => ({ maxCredits: milli(5_000) })],
  ['scopes', () => ({ scopes: ['inviteMember', 'updateMember'] })],
  ['addresses', () => ({ allowedAddresses: ['127.0.0.0/8', '::1'] })],
  ['an expiration', () => ({ expiresAt: new Date(service.clock.now() + 3_600_000) })],
])('a key with a bound of %s', (_name, settings) => {
  test('invites nobody and raises nobody, but may lower', async () => {
    const { organizationId, joins } = await anOrganization()
    const bob = await joins({ role: 'member', maxCreditsPerMonth: 10 })
    const { rawKey: key } = await service.almanac.keys.createKey({
      organizationId,
      name: 'narrow',
      ...settings(),
    })
    for (const role of ['admin', 'read-only']) {
      const { status, body } = await service.send(invitations, { key, body: { email: anAddress(), role } })
      expect([status, body.code]).toEqual([403, 'forbidden'])
    }
    expect(await service.almanac.members.listInvitations(organizationId)).toEqual([])
    for (const body of [
      { role: 'admin' },
      { role: 'billing' },
      { maxCreditsPerMonth: 11 },
      { maxCreditsPerMonth: null },
    ])
      expect((await service.send(bob.route, { key, body })).status).toBe(403)
    expect(await bob.member()).toMatchObject({ role: 'member', monthCredits: milli(10_000) })
    const lower = { role: 'read-only', maxCreditsPerMonth: 9 }
    expect((await service.send(bob.route, { key, body: lower })).status).toBe(200)
  })
})

test('a key without bounds invites and raises', async () => {
  const { rawKey: key, joins } = await anOrganization()
  const bob = await joins({ role: 'member', maxCreditsPerMonth: 10 })
  const invited = await service.send(invitations, { key, body: { email: anAddress(), role: 'admin' } })
  const raised = await service.send(bob.route, { key, body: { role: 'admin', maxCreditsPerMonth: null } })
  expect([invited.status, raised.status]).toEqual([200, 200])
})

test('an admin with a monthly limit raises neither their own nor gives anybody more than it', async () => {
  const { joins } = await anOrganization()
  const ann = await joins({ role: 'admin', maxCreditsPerMonth: 10 })
  const bob = await joins({ role: 'member', maxCreditsPerMonth: 5 })
  const patch = async (route: string, body: object) => (await ann.browser.send(route, { body })).status
  for (const maxCreditsPerMonth of [11, null]) {
    expect(await patch(ann.route, { maxCreditsPerMonth })).toBe(403)
    expect(await patch(bob.route, { maxCreditsPerMonth })).toBe(403)
  }
  expect(await patch(invitations, { email: anAddress(), role: 'member' })).toBe(403)
  expect(await patch(invitations, { email: anAddress(), role: 'member', maxCreditsPerMonth: 11 })).toBe(403)
  expect(await patch(invitations, { email: anAddress(), role: 'member', maxCreditsPerMonth: 10 })).toBe(200)
  expect(await patch(bob.route, { maxCreditsPerMonth: 10, role: 'admin' })).toBe(200)
  expect(await patch(ann.route, { maxCreditsPerMonth: 4 })).toBe(200)
  expect(await ann.member()).toMatchObject({ monthCredits: milli(4_000) })
})

test('an admin with a monthly limit gets no key without one by a code of their address', async () => {
  const { joins, organizationId } = await anOrganization()
  const { email } = await joins({ role: 'admin', maxCreditsPerMonth: 10 })
  const verify = async (more: object) => {
    service.clock.advance(61_000)
    await service.send('POST /v1/account/send-otp', { body: { email } })
    const otp = /code is (\d{6})/.exec((await service.mailTo(email)).at(-1) ?? '')?.[1] ?? ''
    return service.send('POST /v1/account/verify-otp', { body: { email, otp, organizationId, ...more } })
  }
  expect((await verify({ isKeyWanted: true })).status).toBe(403)
  expect((await verify({})).body.output).toMatchObject({ organizationId, apiKey: null })
})

test('in the sandbox a person changes neither the organization nor its people, and reads both', async () => {
  const { owner, organizationId, joins } = await anOrganization()
  const bob = await joins({ role: 'member' })
  await owner.send('PUT /console/session/mode', { body: { mode: 'test' } })
  const before = await service.almanac.organizations.getOrganization(organizationId)
  const refused = [
    await owner.send('PATCH /v1/organization', { body: { name: 'Other' } }),
    await owner.send(bob.route, { body: { role: 'admin' } }),
    await owner.send(invitations, { body: { email: anAddress(), role: 'member' } }),
    await owner.send(`DELETE /v1/organization/members/${bob.memberId}`),
  ]
  expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403])
  expect(refused[0]?.body.message).toContain('sandbox')
  expect(await service.almanac.organizations.getOrganization(organizationId)).toEqual(before)
  expect(await bob.member()).toMatchObject({ role: 'member', state: 'active' })
  expect((await owner.send('GET /v1/organization/members')).status).toBe(200)
  await owner.send('PUT /console/session/mode', { body: { mode: 'live' } })
  expect((await owner.send('PATCH /v1/organization', { body: { name: 'Other' } })).status).toBe(200)
})

test('a person over their limit is told that it is theirs, and who raises it', async () => {
  const { organizationId, joins } = await anOrganization()
  const bob = await joins({ role: 'member', maxCreditsPerMonth: 0 })
  const route = 'POST /v1/company-search'
  const { status, body } = await bob.browser.send(route, { body: { searchParams: {} } })
  expect([status, body.code]).toEqual([402, 'person_credit_limit_reached'])
  expect(body.message).toMatch(/owner or admin/)
  expect(body.message).not.toMatch(/API key/)
  expect(body.outOfCreditsAlert.message).toMatch(
    /It needs up to [\d.]+ credits?; listMembers shows your limit/,
  )
  expect(body.outOfCreditsAlert.message).not.toMatch(/available/)
  const { keys } = service.almanac
  const { rawKey: key } = await keys.createKey({ organizationId, name: 'none', maxCredits: milli(0) })
  const byKey = await service.send(route, { key, body: { searchParams: {} } })
  expect([byKey.status, byKey.body.code]).toEqual([402, 'key_credit_limit_reached'])
  expect(byKey.body.outOfCreditsAlert.message).toMatch(
    /It needs up to [\d.]+ credits?; getCurrentApiKey shows/,
  )
  expect(byKey.body.outOfCreditsAlert.message).not.toMatch(/available/)
})
