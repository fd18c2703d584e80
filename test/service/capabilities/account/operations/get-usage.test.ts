import { readFile } from 'node:fs/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import { milli } from '../../../../../src/lib/credits.ts'
import { sql } from '../../../../../src/store/postgres/index.ts'
import { verifies } from '../../../../conformance/verifies.ts'
import type { TestAlmanac } from '../../../../support/harness.ts'
import { emptyWorld } from '../../../../worlds/world.ts'

let service: TestAlmanac
beforeAll(async () => {
  service = await emptyWorld()
})

const route = 'GET /v1/usage'
type Org = Awaited<ReturnType<TestAlmanac['org']>>

/** Charges some credits for an operation through the ledger, as requests do. */
async function spend({ caller }: Pick<Org, 'caller'>, operationId: string, units: number): Promise<string> {
  const { ledger } = service.almanac
  const lines = [{ key: 'companySearchResult' as const, units }]
  const request = {
    caller,
    requestId: `req_${Math.random().toString(36).slice(2)}`,
    operationId,
    lines,
    partial: false,
  }
  const outcome = await ledger.hold({ ...request, expiresAtMs: service.clock.now() + 60_000 })
  if (!outcome.ok) throw new Error(outcome.reason)
  await ledger.settle({ ...request, hold: outcome.hold })
  return request.requestId
}

const today = () => new Date(service.clock.now()).toISOString().slice(0, 10)
const ask = async (key: string, query = '') => (await service.send(`${route}?${query}`, { key })).body.output

describe('getUsage 200', () => {
  test('sums requests, failures and credits by day, operation and key, exactly as the ledger has them', async () => {
    verifies('op.get-usage')
    const org = await service.org()
    const second = await service.almanac.keys.createKey({ organizationId: org.organizationId, name: 'CRM' })
    const other = { caller: { ...org.caller, keyId: second.record.id } }
    await spend(org, 'companySearch', 3)
    await Promise.all([
      spend(org, 'companySearch', 1),
      spend(org, 'peopleSearch', 2),
      spend(other, 'peopleSearch', 5),
    ])
    await service.send('GET /v1/get-org-credits', { key: org.rawKey })
    await service.send('POST /v1/api-keys/expiration', {
      key: org.rawKey,
      body: { operation: 'remove', days: 1 },
    })
    const first = today()
    service.clock.advance(86_400_000)
    const late = await spend(org, 'companySearch', 4)
    await service.almanac.ledger.refundRequest({
      organizationId: org.organizationId,
      amount: milli(1_500),
      requestId: 'act_1',
      refunds: late,
    })
    const days = await ask(org.rawKey, `from=${first}&by=day`)
    expect(days.usage).toEqual([
      expect.objectContaining({
        day: first,
        operationId: null,
        requests: 2,
        failed: 1,
        creditsCharged: 11,
        creditsRefunded: 0,
      }),
      expect.objectContaining({ day: today(), creditsCharged: 4, creditsRefunded: 1.5 }),
    ])
    const split = await ask(org.rawKey, `from=${first}&by=operation&by=key`)
    const charged = split.usage.filter((row: { creditsCharged: number }) => row.creditsCharged > 0)
    // Keys of one millisecond come in the order of their ids.
    expect(
      charged.toSorted(
        (one: { creditsCharged: number }, other: { creditsCharged: number }) =>
          other.creditsCharged - one.creditsCharged,
      ),
    ).toEqual([
      expect.objectContaining({
        operationId: 'companySearch',
        keyName: 'test key',
        creditsCharged: 8,
        creditsRefunded: 1.5,
      }),
      expect.objectContaining({ operationId: 'peopleSearch', keyName: 'CRM', creditsCharged: 5 }),
      expect.objectContaining({ operationId: 'peopleSearch', creditsCharged: 2 }),
    ])
    expect(split.total).toMatchObject({ creditsCharged: 15, creditsRefunded: 1.5, failed: 1 })
    const one = await ask(
      org.rawKey,
      `from=${first}&by=day&keyId=${second.record.id}&operationId=peopleSearch`,
    )
    expect(one.usage).toEqual([expect.objectContaining({ day: first, creditsCharged: 5 })])
    expect(await service.almanac.ledger.reconcile(org.organizationId)).toEqual([])
  })

  test('says which person spent it in the console, by whichever session, and what their key is called', async () => {
    const org = await service.org()
    const { organizationId } = org
    const works = async (account: string, units: number) => {
      const code = await service.almanac.sessions.makeCode({ organizationId, account })
      const session = await service.almanac.sessions.signInByCode(code, {
        address: '127.0.0.1',
        browser: undefined,
        requestId: 'req_1',
      })
      const usable = await service.almanac.sessions.findSession(session?.token ?? '')
      if (usable === undefined) throw new Error('no session')
      await spend({ caller: usable.caller }, 'companySearch', units)
      return usable.caller.person?.memberId ?? ''
    }
    const ann = await works('ann', 3)
    const bob = await works('bob', 2)
    expect(await works('ann', 1)).toBe(ann)
    await spend(org, 'companySearch', 7)
    const charged = (rows: { person: string | null; creditsCharged: number }[]) =>
      Object.fromEntries(rows.map(({ person, creditsCharged }) => [String(person), creditsCharged]))
    const { usage, total } = await ask(org.rawKey, 'by=person')
    expect(charged(usage)).toEqual({ 'operator:ann': 4, 'operator:bob': 2, null: 7 })
    expect(total.creditsCharged).toBe(13)
    const one = await ask(org.rawKey, `by=person&by=key&memberId=${bob}`)
    expect(one.usage).toEqual([
      expect.objectContaining({
        memberId: bob,
        keyName: 'bob on the machine of the service',
        creditsCharged: 2,
      }),
    ])
    const paged = []
    let cursor = ''
    do {
      const page = await ask(org.rawKey, `by=person&pageSize=1${cursor && `&cursor=${cursor}`}`)
      paged.push(...page.usage)
      cursor = page.nextCursor ?? ''
    } while (cursor !== '')
    expect(charged(paged)).toEqual(charged(usage))
    const other = await service.org()
    const foreign = await service.send(`${route}?memberId=${bob}`, { key: other.rawKey })
    expect([foreign.status, foreign.body.issues[0].path]).toEqual([400, 'memberId[0]'])
  })

  test('leaves out what the console sent, in sessions of people and of API keys, unless it is asked for', async () => {
    const org = await service.org()
    const { organizationId } = org
    const { sessions } = service.almanac
    const origin = { address: '127.0.0.1', browser: undefined, requestId: 'req_1' }
    const signedIn = [
      await sessions.signInByCode(await sessions.makeCode({ organizationId, account: 'ann' }), origin),
      await sessions.signInByKey(org.caller, origin),
    ]
    const requestOf = (caller: { keyId: string; sessionId?: string }, source: 'api' | 'console') =>
      service.almanac.requests.record({
        id: `req_${Math.random().toString(36).slice(2)}`,
        organizationId,
        keyId: caller.keyId,
        operationId: 'companyCount',
        method: 'POST',
        routePath: '/v1/company-count',
        statusCode: 200,
        durationMs: 1,
        errorCode: null,
        creditsCharged: milli(0),
        request: {},
        atMs: service.clock.now(),
        source,
      })
    for (const session of signedIn) {
      const usable = await sessions.findSession(session?.token ?? '')
      if (usable === undefined) throw new Error('no session')
      requestOf(usable.caller, 'console')
      if (usable.caller.person !== undefined) await spend({ caller: usable.caller }, 'companySearch', 4)
    }
    requestOf(org.caller, 'api')
    await spend(org, 'companySearch', 3)
    const question = 'by=operation&operationId=companyCount&operationId=companySearch'
    const sums = async (more: string) => {
      const { origin: of, total } = await ask(org.rawKey, `${question}${more}`)
      return [of, total.requests, total.creditsCharged]
    }
    expect(await sums('')).toEqual(['api', 1, 3])
    expect(await sums('&origin=api')).toEqual(['api', 1, 3])
    expect(await sums('&origin=console')).toEqual(['console', 2, 4])
    expect(await sums('&origin=all')).toEqual(['all', 3, 7])
    expect(await sums(`&keyId=${org.caller.keyId}`)).toEqual(['all', 2, 3])
    expect(await sums('&by=person')).toEqual(['all', 3, 7])
    // Counted before the release that tells them apart: by the kind of the key alone.
    await service.db.query(sql`
      UPDATE usage_days u SET requests = u.requests + c.requests
      FROM usage_days c WHERE c.organization_id = ${organizationId} AND c.rolled_up_from = 'console'
        AND u.rolled_up_from = 'requests' AND (u.organization_id, u.day, u.operation_id, u.key_id)
          = (c.organization_id, c.day, c.operation_id, c.key_id)`)
    await service.db.query(sql`
      UPDATE usage_days u SET rolled_up_from = 'requests'
      WHERE u.organization_id = ${organizationId} AND u.rolled_up_from = 'console' AND u.key_id <> ${org.caller.keyId}`)
    await service.db.query(sql`
      DELETE FROM usage_days WHERE organization_id = ${organizationId} AND rolled_up_from = 'console'`)
    expect(await sums('')).toEqual(['api', 2, 3])
    expect(await sums('&origin=console')).toEqual(['console', 1, 4])
    expect(await sums('&origin=all')).toEqual(['all', 3, 7])
    expect(await service.almanac.ledger.reconcile(organizationId)).toEqual([])
    const first = await ask(org.rawKey, 'by=day&by=operation&origin=all&pageSize=1')
    const stale = `${route}?by=day&by=operation&pageSize=1&cursor=${first.nextCursor}`
    expect((await service.send(stale, { key: org.rawKey })).status).toBe(400)
  })

  test('pages go on where the last one ended, and every page has the same total', async () => {
    const org = await service.org()
    for (const operationId of ['a', 'b', 'c', 'd', 'e']) await spend(org, operationId, 1)
    const seen: string[] = []
    let cursor = ''
    do {
      const page = await ask(org.rawKey, `by=operation&pageSize=2${cursor && `&cursor=${cursor}`}`)
      expect(page.total.creditsCharged).toBe(5)
      seen.push(...page.usage.map((row: { operationId: string }) => row.operationId))
      cursor = page.nextCursor ?? ''
    } while (cursor !== '')
    // Its own requests are counted too.
    expect(seen.filter((id) => id !== 'getUsage')).toEqual(['a', 'b', 'c', 'd', 'e'])
  })

  test('another organization sees nothing of it', async () => {
    const [org, other] = [await service.org(), await service.org()]
    await spend(org, 'companySearch', 3)
    const answer = await ask(other.rawKey, `by=key&keyId=${org.caller.keyId}`)
    expect(answer).toMatchObject({ usage: [], total: { creditsCharged: 0 } })
  })
})

test.each([
  ['to', 'from=2026-11-02&to=2026-11-01'],
  ['from', 'from=2024-01-01&to=2026-11-01'],
  ['by[0]', 'by=hour'],
  ['origin', 'origin=program'],
])('getUsage 400 names %s', async (path, query) => {
  const { rawKey } = await service.org()
  const answer = await service.send(`${route}?${query}`, { key: rawKey })
  expect([answer.status, answer.body.issues?.[0].path]).toEqual([400, path])
})

test('usage that differs from the ledger is named by ledger verify', async () => {
  const org = await service.org()
  await spend(org, 'companySearch', 3)
  const { organizationId } = org
  const change = (by: number) =>
    service.db.query(
      sql`UPDATE usage_days SET charged = charged + ${by} WHERE organization_id = ${organizationId}`,
    )
  await change(1)
  expect(await service.almanac.ledger.reconcile(organizationId)).toEqual([
    { subscriptionId: 'all', account: 'usage', balance: 3_001, journal: 3_000 },
  ])
  await change(-1)
  expect(await service.almanac.ledger.reconcile(organizationId)).toEqual([])
})

test('what the ledger had before there was a usage table is added when the table comes, and once', async () => {
  const org = await service.org()
  const id = await spend(org, 'companySearch', 3)
  const refund = { organizationId: org.organizationId, amount: milli(500), requestId: 'act_2', refunds: id }
  await service.almanac.ledger.refundRequest(refund)
  const file = await readFile('migrations/postgres/functions/usage_count_transfers.sql', 'utf8')
  const rows = () =>
    service.db.query(sql`SELECT * FROM usage_days WHERE rolled_up_from = 'ledger' ORDER BY 1, 2, 3, 4`)
  const before = await rows()
  await service.db.query(sql`DELETE FROM usage_days WHERE rolled_up_from = 'ledger'`)
  for (const _ of [1, 2]) await service.db.query(sql.raw(file))
  expect(await rows()).toEqual(before)
})
