import { beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../../../src/store/postgres/index.ts'
import { verifies } from '../../../conformance/verifies.ts'
import type { TestOrganization } from '../../../support/platform.ts'
import { subjectsWorld, type Privacy } from '../../../worlds/subjects.ts'

let service: Privacy
let org: TestOrganization
let base: string
beforeAll(async () => {
  service = await subjectsWorld()
  org = await service.org(100)
  base = `/operator/v1/organizations/${org.organizationId}`
})

const ask = async (route: string, body?: object) => {
  // Operators are limited by address.
  service.clock.advance(1_000)
  return service.operate(route, body)
}

const outputOf = async (route: string, body?: object) => {
  const answer = await ask(route, body)
  expect(answer.status, answer.text).toBe(200)
  return answer.body.output
}

/** The newest entry of a chain. */
const lastEntry = async (chain: string) => {
  const [entry] = await service.db.query<{
    actor: string
    action: string
    subject: string
    detail: object
  }>(sql`
    SELECT actor, action, subject, detail FROM audit_entries WHERE organization_id = ${chain}
    ORDER BY sequence DESC LIMIT 1`)
  return entry
}

describe('organizations', () => {
  test('one that is made is listed with its credits, and the audit of the installation says so', async () => {
    verifies('op.create-organization', 'op.list-organizations')
    const { organizationId, subscriptionId } = await outputOf('POST /operator/v1/organizations', {
      name: 'Acme of the operator',
      credits: 12.5,
    })
    const { organizations } = await outputOf('GET /operator/v1/organizations?name=acme%20OF')
    expect(organizations).toMatchObject([
      { organizationId, name: 'Acme of the operator', available: 12.5, used: 0, spent: 0, lastSeenAt: null },
    ])
    expect(subscriptionId).toMatch(/^sub_/)
    expect(await lastEntry('')).toMatchObject({
      actor: 'operator:token',
      action: 'organization.created',
      subject: organizationId,
      detail: { name: 'Acme of the operator', credits: 12.5 },
    })
  })

  test('pages hold each once, the newest first, and no sandbox', async () => {
    await service.almanac.organizations.openSandbox(org.organizationId)
    const ids: string[] = []
    let cursor = ''
    do {
      const page = await outputOf(`GET /operator/v1/organizations?pageSize=2&cursor=${cursor}`)
      ids.push(...page.organizations.map((each: { organizationId: string }) => each.organizationId))
      cursor = page.nextCursor ?? ''
    } while (cursor !== '')
    const all = await service.almanac.organizations.listOrganizations()
    expect(ids).toHaveLength(all.length)
    expect(new Set(ids)).toEqual(new Set(all.map(({ id }) => id)))
    expect(ids).toEqual(ids.toSorted().toReversed())
  })

  test('one is read with what it spent and when it was seen, and changed', async () => {
    verifies('op.get-organization-account', 'op.change-organization')
    const { rawKey: key } = org
    await service.send('POST /v1/company-search', { key, body: { searchParams: {}, pageSize: 1 } })
    await service.almanac.requests.flush()
    const account = await outputOf(`GET ${base}`)
    expect(account).toMatchObject({ mayAskAge: true, balances: [{ subscriptionId: org.subscriptionId }] })
    expect(account.spent).toBe(account.used)
    expect(account.available).toBe(100 - account.spent)
    expect(Date.parse(account.lastSeenAt)).toBeLessThanOrEqual(service.clock.now())
    await outputOf(`PATCH ${base}`, { name: 'Renamed', mayAskAge: false })
    expect(await outputOf(`GET ${base}`)).toMatchObject({ name: 'Renamed', mayAskAge: false })
    expect(await lastEntry(org.organizationId)).toMatchObject({
      action: 'organization.changed',
      detail: { name: { from: expect.any(String), to: 'Renamed' }, ageSearch: false },
    })
  })
})

describe('credits', () => {
  test('a grant with a reference moves once, however often and at once it is sent', async () => {
    verifies('op.move-credits')
    const before = await service.available(org)
    const order = { act: 'grant', credits: 7.5, reference: 'invoice 1', note: 'by hand' }
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => service.operate(`POST ${base}/credits`, order)),
    )
    expect(answers.map(({ body }) => body.output.isNew).toSorted()).toEqual([
      false,
      false,
      false,
      false,
      false,
      true,
    ])
    expect(await service.available(org)).toBe(before + 7_500)
    const again = await outputOf(`POST ${base}/credits`, order)
    expect(again).toMatchObject({ isNew: false, subscriptionId: org.subscriptionId })
    const entries = await service.db.query(sql`
      SELECT 1 FROM audit_entries WHERE organization_id = ${org.organizationId} AND action = 'credits.granted'`)
    expect(entries).toHaveLength(1)
    const other = await ask(`POST ${base}/credits`, { ...order, credits: 8 })
    expect([other.status, other.body.issues[0].path]).toEqual([409, 'reference'])
    expect((await ask(`POST ${base}/credits`, { ...order, act: 'revoke' })).status).toBe(409)
    expect(await service.available(org)).toBe(before + 7_500)
    expect(await service.almanac.ledger.reconcile(org.organizationId)).toEqual([])
  })

  test('what was refused has not used the reference', async () => {
    const order = { act: 'revoke', credits: 1_000_000, reference: 'too much' }
    const refusal = await ask(`POST ${base}/credits`, order)
    expect([refusal.status, refusal.body.issues[0].path]).toEqual([400, 'credits'])
    expect(await outputOf(`POST ${base}/credits`, { ...order, credits: 1 })).toMatchObject({ isNew: true })
  })

  test('a refund gives back at most what its request was charged', async () => {
    const { rawKey: key } = org
    const paid = await service.send('POST /v1/company-search', {
      key,
      body: { searchParams: {}, pageSize: 1 },
    })
    const refunds = paid.headers.get('x-request-id')
    const charged = paid.body.chargeInfo.creditsCharged
    const order = { act: 'refund', credits: charged, refunds, reference: 'complaint 7' }
    expect(await outputOf(`POST ${base}/credits`, order)).toMatchObject({ isNew: true })
    expect(await outputOf(`POST ${base}/credits`, order)).toMatchObject({ isNew: false })
    expect((await ask(`POST ${base}/credits`, { ...order, reference: 'more' })).status).toBe(400)
    expect((await ask(`POST ${base}/credits`, { ...order, act: 'grant', reference: 'x' })).status).toBe(400)
  })
})

describe('prices, limits and subscriptions', () => {
  test('a price with a tier is set and cleared', async () => {
    verifies('op.list-organization-prices', 'op.set-organization-price', 'op.clear-organization-price')
    const price = `${base}/prices/companySearchResult`
    await outputOf(`PUT ${price}`, { credits: 0.5 })
    const { prices } = await outputOf(`PUT ${price}`, { credits: 0.25, fromUnits: 1000 })
    const expected = { unit: 'companySearchResult', credits: 0.5, isCustom: true }
    expect(prices).toEqual([
      expect.objectContaining({ ...expected, tiers: [{ fromUnits: 1000, credits: 0.25 }] }),
    ])
    const listed = (await outputOf(`GET ${base}/prices`)).prices
    expect(listed).toContainEqual(expect.objectContaining(expected))
    expect(await outputOf(`DELETE ${price}`)).toEqual({ isChanged: true })
    expect(await outputOf(`DELETE ${price}`)).toEqual({ isChanged: false })
    expect((await ask(`PUT ${base}/prices/nothing`, { credits: 1 })).status).toBe(400)
  })

  test('a limit holds and goes', async () => {
    verifies('op.list-organization-limits', 'op.set-organization-limit', 'op.clear-organization-limit')
    const limit = `${base}/limits/companyCount`
    expect(await outputOf(`PUT ${limit}`, { max: 1 })).toEqual({ operation: 'companyCount', max: 1 })
    service.clock.advance(1_000)
    const count = () =>
      service.send('POST /v1/company-count', { key: org.rawKey, body: { searchParams: {} } })
    expect([(await count()).status, (await count()).status]).toEqual([200, 429])
    expect(await outputOf(`GET ${base}/limits`)).toEqual({ limits: [{ operation: 'companyCount', max: 1 }] })
    await outputOf(`DELETE ${limit}`)
    expect((await ask(`DELETE ${limit}`)).status).toBe(404)
    expect((await ask(`PUT ${base}/limits/noSuchThing`, { max: 1 })).status).toBe(400)
  })

  test('a subscription is added, changed, paused and begun again', async () => {
    verifies('op.list-subscriptions', 'op.add-subscription', 'op.change-subscription')
    verifies('op.pause-subscription', 'op.reset-subscription')
    const { subscriptionId } = await outputOf(`POST ${base}/subscriptions`, { allocation: 40 })
    const one = `${base}/subscriptions/${subscriptionId}`
    expect(await outputOf(`PATCH ${one}`, { autoReset: true, graceDays: 3, exportRows: 10 })).toMatchObject({
      autoReset: true,
      graceDays: 3,
      exportRows: 10,
      allocation: 40,
    })
    expect((await outputOf(`PATCH ${one}`, { exportRows: null })).exportRows).toBeNull()
    expect((await ask(`PATCH ${one}`, {})).status).toBe(400)
    await outputOf(`POST ${one}/pause`, {})
    const states = async () =>
      (await outputOf(`GET ${base}/subscriptions`)).subscriptions.map(
        (each: { status: string }) => each.status,
      )
    expect(await states()).toContain('paused')
    expect(await outputOf(`POST ${one}/reset`, {})).toEqual({ grantedCredits: 40, lapsedCredits: 40 })
    expect(await states()).not.toContain('paused')
    expect((await ask(`POST ${base}/subscriptions/sub_nobody/pause`, {})).status).toBe(404)
  })
})

describe('keys', () => {
  test('a key is made, limited, rotated and revoked, and shown whole only when it is new', async () => {
    verifies('op.list-organization-keys', 'op.create-organization-key', 'op.change-organization-key')
    verifies('op.revoke-organization-key', 'op.rotate-organization-key')
    const made = await outputOf(`POST ${base}/keys`, { name: 'crm', maxCredits: 3, scopes: ['companyCount'] })
    const current = (key: string) =>
      service.send('POST /v1/company-count', { key, body: { searchParams: {} } })
    expect((await current(made.key)).status).toBe(200)
    const one = `/operator/v1/keys/${made.id}`
    expect(
      await outputOf(`PATCH ${one}`, {
        name: 'erp',
        maxCredits: null,
        expiresAt: '2099-01-01T00:00:00Z',
        scopes: [],
      }),
    ).toMatchObject({ name: 'erp', maxCredits: null, expiresAt: '2099-01-01T00:00:00.000Z', scopes: [] })
    const rotated = await outputOf(`POST ${one}/rotate`, { overlapHours: 0 })
    service.clock.advance(1_000)
    expect([(await current(made.key)).status, (await current(rotated.key)).status]).toEqual([401, 200])
    expect(await outputOf(`POST ${one}/revoke`, {})).toMatchObject({ isRevoked: true })
    expect((await ask(`PATCH ${one}`, { name: 'late' })).status).toBe(409)
    expect((await ask(`POST ${one}/rotate`, {})).status).toBe(409)
    const listed = await ask(`GET ${base}/keys?includeRevoked=true`)
    expect(listed.body.output.keys).toContainEqual(expect.objectContaining({ id: made.id, isRevoked: true }))
    expect(listed.text).not.toContain(rotated.key)
    const usable = (await outputOf(`GET ${base}/keys`)).keys.map((each: { id: string }) => each.id)
    expect(usable).not.toContain(made.id)
  })

  test('a test key works in the sandbox', async () => {
    expect(await outputOf(`POST ${base}/keys`, { name: 'try', mode: 'test' })).toMatchObject({
      mode: 'test',
      key: expect.stringMatching(/^alm_test_/),
    })
  })
})

test.each([
  ['GET /operator/v1/organizations/org_nobody'],
  ['GET /operator/v1/organizations/org_nobody/prices'],
  ['GET /operator/v1/organizations/org_nobody/limits'],
  ['GET /operator/v1/organizations/org_nobody/subscriptions'],
  ['GET /operator/v1/organizations/org_nobody/keys'],
  ['POST /operator/v1/keys/key_nobody/revoke'],
])('%s: there is none', async (route) => {
  const answer = await ask(route, route.startsWith('GET') ? undefined : {})
  expect([answer.status, answer.body.code]).toEqual([404, 'not_found'])
})
