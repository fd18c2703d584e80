import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Role } from '../../../../src/operation/index.ts'
import { platformTasks } from '../../../../src/platform/maintenance/index.ts'
import { verifies } from '../../../conformance/verifies.ts'
import { aBrowser, type TestBrowser } from '../../../support/browser.ts'
import type { TestAlmanac } from '../../../support/harness.ts'
import { aSandboxKey, type TestOrganization } from '../../../support/platform.ts'
import { peopleWorld } from '../../../worlds/people.ts'

let service: TestAlmanac
beforeAll(async () => {
  service = (await peopleWorld()).service
})
// Sign-ins and invitations of one address are limited to some a minute.
beforeEach(() => service.clock.advance(61_000))

const invitations = 'POST /v1/organization/invitations'
let addresses = 0
const anAddress = () => `person-${(addresses += 1)}@acme.example`

async function ownerOf({ organizationId }: Pick<TestOrganization, 'organizationId'>): Promise<TestBrowser> {
  const code = await service.almanac.sessions.makeCode({ organizationId, account: 'root' })
  const browser = aBrowser(service)
  await browser.signIn({ code })
  return browser
}

/** Somebody who was invited by an owner and came by the link. */
async function joins(owner: TestBrowser, role: Role, more: object = {}) {
  const email = anAddress()
  const { body } = await owner.send(invitations, { body: { email, role, ...more } })
  const browser = aBrowser(service)
  const signedIn = await browser.signIn({ invitation: tokenOf(body.output.link) })
  expect(signedIn.status).toBe(200)
  return { browser, email, memberId: signedIn.body.session.person.memberId as string }
}

const tokenOf = (link: string) => link.split('#invitation=')[1] ?? ''

async function codeFor(email: string): Promise<string> {
  service.clock.advance(1_000)
  await service.send('POST /v1/account/send-otp', { body: { email } })
  return /code is (\d{6})/.exec((await service.mailTo(email)).at(-1) ?? '')?.[1] ?? ''
}

const answers = async (browser: TestBrowser, route: string, body?: unknown) =>
  (await browser.send(route, body === undefined ? {} : { body })).status

describe('an invitation', () => {
  test('is a link that the inviter hands over where there is no mail server; it joins once, in its role', async () => {
    verifies('op.invite-member', 'op.list-invitations', 'op.list-members')
    const org = await service.org()
    const owner = await ownerOf(org)
    const email = anAddress()
    const { body } = await owner.send(invitations, {
      body: { email: email.toUpperCase(), name: 'Bob', role: 'member' },
    })
    expect(body.output).toMatchObject({
      isMailed: false,
      invitation: { email, name: 'Bob', role: 'member', invitedBy: 'operator:root', isExpired: false },
    })
    expect(body.output.link).toMatch(/^http:\/\/almanac\.test\/console\/#invitation=[\w-]{43}$/)
    const open = await owner.send('GET /v1/organization/invitations')
    expect(open.body.output.invitations).toEqual([body.output.invitation])
    const bob = aBrowser(service)
    const { session } = (await bob.signIn({ invitation: tokenOf(body.output.link) })).body
    expect(session).toMatchObject({
      actor: `person:${email}`,
      person: { email, name: 'Bob', role: 'member' },
    })
    expect((await aBrowser(service).signIn({ invitation: tokenOf(body.output.link) })).status).toBe(400)
    const { members } = (await bob.send('GET /v1/organization/members')).body.output
    const roles = members.map((each: { email: string | null; role: string }) => `${each.email} ${each.role}`)
    expect(roles.toSorted()).toEqual(['null owner', `${email} member`])
    expect((await owner.send('GET /v1/organization/invitations')).body.output.invitations).toEqual([])
  })

  test('is taken up by a code of its address where that names the organization, in the role and without a key', async () => {
    const org = await service.org()
    const owner = await ownerOf(org)
    const email = anAddress()
    await owner.send(invitations, { body: { email, role: 'read-only' } })
    const { organizationId } = org
    const { body } = await service.send('POST /v1/account/verify-otp', {
      body: { email, otp: await codeFor(email), organizationId },
    })
    const expected = { organizationId: org.organizationId, isNewOrganization: false, apiKey: null }
    expect(body.output).toEqual(expected)
    const asked = await service.send('POST /v1/account/verify-otp', {
      body: { email, otp: await codeFor(email), isKeyWanted: true },
    })
    expect(asked.status).toBe(403)
    expect(asked.body.message).toContain('role')
  })

  test('does not draw whoever signs up into the organization of a stranger', async () => {
    const owner = await ownerOf(await service.org())
    const email = anAddress()
    await owner.send(invitations, { body: { email, role: 'member' } })
    const { body } = await service.send('POST /v1/account/verify-otp', {
      body: { email, otp: await codeFor(email) },
    })
    expect(body.output).toMatchObject({ isNewOrganization: true, apiKey: { mode: 'live' } })
  })

  test('ends after seven days, when it is withdrawn, and when a newer one takes its place', async () => {
    verifies('op.withdraw-invitation')
    const owner = await ownerOf(await service.org())
    const [late, withdrawn, replaced] = [anAddress(), anAddress(), anAddress()]
    const invite = async (email: string) =>
      (await owner.send(invitations, { body: { email, role: 'member' } })).body.output
    const links = [await invite(withdrawn), await invite(replaced)]
    const again = await invite(replaced)
    expect(again.invitationId).toBe(links[1].invitationId)
    const path = `DELETE /v1/organization/invitations/${links[0].invitationId}`
    expect((await owner.send(path)).body.output).toMatchObject({ isWithdrawn: true })
    expect(await answers(owner, path)).toBe(404)
    for (const { link } of links)
      expect((await aBrowser(service).signIn({ invitation: tokenOf(link) })).status).toBe(400)
    expect((await aBrowser(service).signIn({ invitation: tokenOf(again.link) })).status).toBe(200)
    const { link } = await invite(late)
    service.clock.advance(7 * 86_400_000)
    expect((await aBrowser(service).signIn({ invitation: tokenOf(link) })).status).toBe(400)
  })

  test('to an address that belongs elsewhere is like any other; the address then belongs to both', async () => {
    const email = anAddress()
    const own = await service.send('POST /v1/account/verify-otp', {
      body: { email, otp: await codeFor(email) },
    })
    const org = await service.org()
    const owner = await ownerOf(org)
    const { body } = await owner.send(invitations, { body: { email, role: 'admin' } })
    expect(body.output.invitation).toMatchObject({ email, role: 'admin' })
    const { organizationId } = org
    const browser = aBrowser(service)
    const chosen = await browser.signIn({ email, otp: await codeFor(email), organizationId })
    expect(chosen.body.session.organization.organizationId).toBe(organizationId)
    const ids = chosen.body.organizations.map((each: { organizationId: string }) => each.organizationId)
    expect(ids.toSorted()).toEqual([organizationId, own.body.output.organizationId].toSorted())
    const last = await aBrowser(service).signIn({ email, otp: await codeFor(email) })
    expect(last.body.session.organization.organizationId).toBe(organizationId)
    const foreign = (await service.org()).organizationId
    const refused = await aBrowser(service).signIn({
      email,
      otp: await codeFor(email),
      organizationId: foreign,
    })
    expect(refused.status).toBe(400)
  })

  test('to somebody who belongs is 409; to an owner it is for owners alone', async () => {
    const org = await service.org()
    const owner = await ownerOf(org)
    const { email, browser } = await joins(owner, 'admin')
    expect(await answers(owner, invitations, { email, role: 'member' })).toBe(409)
    expect(await answers(browser, invitations, { email: anAddress(), role: 'owner' })).toBe(403)
    const byKey = (role: string) =>
      service.send(invitations, { key: org.rawKey, body: { email: anAddress(), role } })
    expect((await byKey('owner')).status).toBe(403)
    expect((await byKey('admin')).status).toBe(200)
    expect(await answers(owner, invitations, { email: anAddress(), role: 'owner' })).toBe(200)
  })

  test('of the sandbox is not mailed and has no link', async () => {
    const { organizationId } = await service.org()
    const { rawKey } = await aSandboxKey(service.almanac, organizationId)
    const { body } = await service.send(invitations, {
      key: rawKey,
      body: { email: anAddress(), role: 'admin' },
    })
    expect(body.output).toMatchObject({ isMailed: false, link: null })
    expect(await service.almanac.members.listInvitations(organizationId)).toEqual([])
  })
})

describe('roles', () => {
  test('decide what a person may do, and a refusal names the role', async () => {
    const owner = await ownerOf(await service.org())
    const search = 'POST /v1/company-search'
    const body = { searchParams: {}, pageSize: 1 }
    const expected: Record<Exclude<Role, 'owner'>, number[]> = {
      admin: [200, 200, 200, 200, 200],
      member: [200, 200, 403, 403, 403],
      'read-only': [403, 200, 403, 403, 403],
      billing: [403, 403, 403, 200, 403],
    }
    for (const [role, statuses] of Object.entries(expected)) {
      const { browser } = await joins(owner, role as Role)
      const each = [
        await answers(browser, search, body),
        await answers(browser, 'POST /v1/company-count', { searchParams: {} }),
        await answers(browser, 'POST /v1/api-keys/create-sandbox', {}),
        await answers(browser, 'POST /v1/buy-credits', { creditsToBuy: 1000 }),
        await answers(browser, 'GET /v1/organization/audit'),
      ]
      expect([role, each]).toEqual([role, statuses])
      const refused = await browser.send('PATCH /v1/organization', { body: { name: 'Mine' } })
      if (role !== 'admin') expect(refused.body.message).toContain(`Your role in this organization, ${role},`)
    }
  })

  test('change at once, up and down', async () => {
    verifies('op.update-member')
    const owner = await ownerOf(await service.org())
    const { browser, memberId } = await joins(owner, 'member')
    const path = `PATCH /v1/organization/members/${memberId}`
    expect(await answers(browser, 'GET /v1/organization/audit')).toBe(403)
    expect((await owner.send(path, { body: { role: 'admin' } })).body.output).toMatchObject({ role: 'admin' })
    expect(await answers(browser, 'GET /v1/organization/audit')).toBe(200)
    await owner.send(path, { body: { role: 'billing' } })
    expect(await answers(browser, 'GET /v1/organization/audit')).toBe(403)
    expect(await answers(owner, path, {})).toBe(400)
  })

  test('of owners are changed by owners alone, and the last owner stays', async () => {
    const org = await service.org()
    const owner = await ownerOf(org)
    const { members } = (await owner.send('GET /v1/organization/members')).body.output
    const first = `/v1/organization/members/${members[0].memberId}`
    expect(await answers(owner, `PATCH ${first}`, { role: 'admin' })).toBe(409)
    expect(await answers(owner, `DELETE ${first}`)).toBe(409)
    const admin = await joins(owner, 'admin')
    const second = await joins(owner, 'owner')
    expect(await answers(admin.browser, `PATCH ${first}`, { role: 'member' })).toBe(403)
    expect(await answers(admin.browser, `DELETE ${first}`)).toBe(403)
    expect(
      await answers(admin.browser, `PATCH /v1/organization/members/${admin.memberId}`, { role: 'owner' }),
    ).toBe(403)
    for (const route of [`PATCH ${first}`, `DELETE ${first}`])
      expect(
        (
          await service.send(route, {
            key: org.rawKey,
            ...(route[0] === 'P' && { body: { role: 'member' } }),
          })
        ).status,
      ).toBe(403)
    // Two owners who remove each other at the same time: one of them stays.
    const outcomes = await Promise.all([
      answers(second.browser, `DELETE ${first}`),
      answers(owner, `DELETE /v1/organization/members/${second.memberId}`),
    ])
    expect(outcomes.filter((status) => status === 200)).toHaveLength(1)
    const left = await service.almanac.members.listMembers(org.organizationId)
    expect(left.filter(({ role }) => role === 'owner')).toHaveLength(1)
  })
})

describe('a person who is removed', () => {
  test('has no session from then on, and none of theirs comes back with a new invitation', async () => {
    verifies('op.remove-member')
    const org = await service.org()
    const owner = await ownerOf(org)
    const { browser, email, memberId } = await joins(owner, 'admin')
    const made = await browser.send('POST /v1/api-keys/create-sandbox', { body: { name: 'hers' } })
    expect(made.body.output.madeBy).toBe(`person:${email}`)
    await browser.send('PUT /console/session/mode', { body: { mode: 'test' } })
    const cookie = browser.cookies()
    expect(await answers(owner, `DELETE /v1/organization/members/${memberId}`)).toBe(200)
    const still = () => browser.send('GET /v1/get-org-credits', { headers: { cookie } })
    expect((await still()).status).toBe(401)
    expect(await answers(owner, `DELETE /v1/organization/members/${memberId}`)).toBe(404)
    const { body } = await owner.send(invitations, { body: { email, role: 'member' } })
    expect(body.output.invitationId).toBe(memberId)
    expect((await still()).status).toBe(401)
    expect((await aBrowser(service).signIn({ invitation: tokenOf(body.output.link) })).status).toBe(200)
    expect((await still()).status).toBe(401)
    const listed = await service.send('POST /v1/api-keys', { key: org.rawKey, body: {} })
    const names = listed.body.output.apiKeys.map((each: { madeBy: string | null }) => each.madeBy)
    // The clock stands still: both were made at one moment.
    expect(new Set(names)).toEqual(new Set([null, `person:${email}`]))
  })
})

describe('a limit of credits a month', () => {
  test('holds in the console, begins anew with the month, and is shown with what was spent', async () => {
    await service.write('companies', [
      { preferred_name: 'Acme', domains: ['acme.example'] },
      { preferred_name: 'Globex', domains: ['globex.example'] },
    ])
    service.clock.set(Date.parse('2027-01-31T22:00:00Z'))
    const owner = await ownerOf(await service.org())
    const { browser, memberId, email } = await joins(owner, 'member', { maxCreditsPerMonth: 2 })
    const search = () => answers(browser, 'POST /v1/company-search', { searchParams: {}, pageSize: 1 })
    const usage = async () => {
      const { members } = (await owner.send('GET /v1/organization/members')).body.output
      return members.find((each: { memberId: string }) => each.memberId === memberId)
    }
    expect([await search(), await search()]).toEqual([200, 200])
    expect(await usage()).toMatchObject({ creditsUsedThisMonth: 2, maxCreditsPerMonth: 2 })
    expect(await search()).toBe(402)
    service.clock.set(Date.parse('2027-01-31T23:59:00Z'))
    await beginMonths()
    expect(await search()).toBe(402)
    service.clock.set(Date.parse('2027-02-01T00:00:00Z'))
    await beginMonths()
    expect((await usage()).creditsUsedThisMonth).toBe(0)
    expect(await search()).toBe(200)
    await owner.send(`PATCH /v1/organization/members/${memberId}`, { body: { maxCreditsPerMonth: 1 } })
    expect(await search()).toBe(402)
    await owner.send(`PATCH /v1/organization/members/${memberId}`, { body: { maxCreditsPerMonth: null } })
    expect(await search()).toBe(200)
    await owner.send(`DELETE /v1/organization/members/${memberId}`)
    const again = { email, role: 'member', maxCreditsPerMonth: 0 }
    const { link } = (await owner.send(invitations, { body: again })).body.output
    await browser.signIn({ invitation: tokenOf(link) })
    expect(await search()).toBe(402)
  })

  async function beginMonths(): Promise<void> {
    const task = platformTasks(service.almanac).find(({ name }) => name === 'begin-months')
    await task?.run(service.clock.now())
  }
})

describe('sessions', () => {
  test('of everybody are seen and ended by heads, of oneself by oneself', async () => {
    verifies('op.list-sessions', 'op.end-session', 'op.end-sessions')
    const org = await service.org()
    const owner = await ownerOf(org)
    const [ann, bob] = [await joins(owner, 'read-only'), await joins(owner, 'member')]
    const list = async (browser: TestBrowser) =>
      (await browser.send('GET /v1/organization/sessions')).body.output.sessions as {
        sessionId: string
        memberId: string
        isCurrent: boolean
      }[]
    expect(await list(owner)).toHaveLength(3)
    const [own] = await list(ann.browser)
    expect(await list(ann.browser)).toHaveLength(1)
    expect(own).toMatchObject({ memberId: ann.memberId, isCurrent: true })
    const ofBob = (await list(owner)).find(({ memberId }) => memberId === bob.memberId)
    const end = `DELETE /v1/organization/sessions/${ofBob?.sessionId}`
    expect(await answers(ann.browser, end)).toBe(404)
    expect(await answers(ann.browser, `DELETE /v1/organization/sessions?memberId=${bob.memberId}`)).toBe(404)
    expect(await answers(owner, end)).toBe(200)
    expect(await answers(bob.browser, 'GET /v1/organization')).toBe(401)
    const all = await ann.browser.send('DELETE /v1/organization/sessions')
    expect(all.body.output).toEqual({ endedCount: 1 })
    expect(await answers(ann.browser, 'GET /v1/organization')).toBe(401)
    const byKey = await service.send('GET /v1/organization/sessions', { key: org.rawKey })
    expect(byKey.body.output.sessions).toHaveLength(1)
  })
})

describe('who did it', () => {
  test('is named by requests, ledger, keys and audit: the person, or the key', async () => {
    verifies('op.list-audit-entries', 'op.get-organization', 'op.update-organization')
    const org = await service.org()
    const owner = await ownerOf(org)
    const { browser, email } = await joins(owner, 'admin')
    await browser.send('PATCH /v1/organization', { body: { name: 'Acme' } })
    const body = { searchParams: {}, pageSize: 1 }
    await browser.send('POST /v1/company-search', { body })
    await service.send('POST /v1/company-search', { key: org.rawKey, body })
    const name = await browser.send('GET /v1/organization')
    expect(name.body.output).toMatchObject({ organizationId: org.organizationId, name: 'Acme' })
    const requests = await browser.send('POST /v1/api-requests', {
      body: { routePath: '/v1/company-search', origin: 'all' },
    })
    const actors = (items: { actor: string }[]) => items.map(({ actor }) => actor)
    const both = [`key:${org.caller.keyId}`, `person:${email}`]
    // Both arrived in one millisecond of the test's clock.
    expect(actors(requests.body.output.apiRequests).toSorted()).toEqual(both)
    const ledger = await browser.send('GET /v1/ledger?kind=capture')
    expect(actors(ledger.body.output.entries)).toEqual(both)
    const audit = await browser.send('GET /v1/organization/audit?pageSize=2')
    const lines = audit.body.output.entries.map((each: { actor: string; action: string }) => [
      each.actor,
      each.action,
    ])
    expect(lines).toEqual([
      [`person:${email}`, 'organization.renamed'],
      [`person:${email}`, 'session.started'],
    ])
    const cursor = encodeURIComponent(audit.body.output.nextCursor)
    const next = await browser.send(`GET /v1/organization/audit?pageSize=2&cursor=${cursor}`)
    expect(next.body.output.entries[0]).toMatchObject({ actor: `person:${email}`, action: 'member.joined' })
    const stranger = await service.org()
    const foreign = await service.send(`GET /v1/organization/audit?cursor=${cursor}`, {
      key: stranger.rawKey,
    })
    expect(foreign.status).toBe(400)
  })
})
