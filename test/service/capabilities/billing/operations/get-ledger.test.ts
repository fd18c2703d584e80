import { parse } from 'csv-parse/sync'
import { beforeAll, describe, expect, test } from 'vitest'
import { verifies } from '../../../../conformance/verifies.ts'
import type { TestAlmanac } from '../../../../support/harness.ts'
import { emptyWorld } from '../../../../worlds/world.ts'
import type { TestOrganization } from '../../../../support/platform.ts'
import { milli, plus, toMilli } from '../../../../../src/lib/credits.ts'

let service: TestAlmanac
beforeAll(async () => {
  service = await emptyWorld()
})

const read = ({ rawKey: key }: TestOrganization, query = '') =>
  service.send(`GET /v1/ledger${query}`, { key })

/** An organization that paid for three requests at 0.333 a company, got one back and bought 1,000 credits. */
async function customer(): Promise<TestOrganization> {
  const org = await service.org(100)
  const { ledger } = service.almanac
  const { organizationId, caller } = org
  await ledger.prices.setPrice(organizationId, 'companySearchResult', milli(333))
  for (const requestId of ['req_a', 'req_b', 'req_c']) {
    const lines = [{ key: 'companySearchResult' as const, units: 7 }]
    const request = {
      caller,
      requestId: `${requestId} ${organizationId}`,
      operationId: 'companySearch',
      lines,
    }
    const held = await ledger.hold({ ...request, partial: false, expiresAtMs: service.clock.now() + 60_000 })
    if (!held.ok) throw new Error(held.reason)
    await ledger.settle({ ...request, hold: held.hold, lines: [{ key: 'companySearchResult', units: 4 }] })
  }
  const refund = {
    organizationId,
    refunds: `req_b ${organizationId}`,
    requestId: 'act',
    amount: milli(1_332),
  }
  await ledger.refundRequest({ ...refund, note: '=cmd()' })
  await service.send('POST /v1/buy-credits', { key: org.rawKey, body: { creditsToBuy: 1_000 } })
  return org
}

describe('getLedger 200', () => {
  test('lists every movement newest first; the changes add up to the balance, to the milli-credit', async () => {
    verifies('op.get-ledger', 'promise.ledger.exact-milli-credits')
    const org = await customer()
    const { body } = await read(org)
    const { entries } = body.output
    expect(entries.map(({ kind }: { kind: string }) => kind).toReversed()).toEqual([
      'grant',
      'hold',
      'capture',
      'release',
      'hold',
      'capture',
      'release',
      'hold',
      'capture',
      'release',
      'refund',
      'purchase',
    ])
    const sum = plus(...entries.map(({ change }: { change: number }) => toMilli(change)))
    const balances = (await service.send('GET /v1/get-org-credits', { key: org.rawKey })).body.output.balances
    expect(sum).toBe(toMilli(balances[0].available))
    expect(sum).toBe(1_100_000 - 2 * 1_332)
    expect(entries.find(({ kind }: { kind: string }) => kind === 'capture')).toMatchObject({
      credits: 1.332,
      from: 'held',
      to: 'spent',
      change: 0,
      operationId: 'companySearch',
      lines: [
        {
          operation: 'companySearchResult',
          units: 4,
          creditsPerUnit: 0.333,
        },
      ],
    })
    expect(body.output).toMatchObject({ hasMore: false, nextCursor: null })
  })

  test('pages by cursor without a gap or a repetition, while entries are added', async () => {
    const org = await customer()
    const all = (await read(org)).body.output.entries.map(({ id }: { id: number }) => id)
    const seen: number[] = []
    let cursor: string | null = null
    do {
      const page: { body: { output: { entries: { id: number }[]; nextCursor: string | null } } } = await read(
        org,
        `?pageSize=5${cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`}`,
      )
      seen.push(...page.body.output.entries.map(({ id }) => id))
      cursor = page.body.output.nextCursor
      await service.almanac.ledger.grant({ ...org, amount: milli(1), requestId: 'more' })
    } while (cursor !== null)
    expect(seen).toEqual(all)
  })

  test('filters by kind, request, operation, key, subscription and time', async () => {
    const org = await customer()
    const count = async (query: string) => (await read(org, query)).body.output.entries.length
    expect(await count('?kind=capture,refund')).toBe(4)
    expect(await count(`?requestId=${encodeURIComponent(`req_b ${org.organizationId}`)}`)).toBe(4)
    expect(await count('?operationId=companySearch')).toBe(9)
    expect(await count(`?keyId=${org.caller.keyId}`)).toBe(10)
    expect(await count('?subscriptionId=sub_other')).toBe(0)
    const now = new Date(service.clock.now()).toISOString()
    expect(await count(`?from=${now}`)).toBe(12)
    expect(await count(`?to=${now}`)).toBe(0)
    expect(await count(`?month=${now.slice(0, 7)}`)).toBe(12)
    expect(await count('?month=2020-01')).toBe(0)
  })

  test('filters by the people who worked in the console, those who left among them', async () => {
    const org = await customer()
    const { sessions, ledger } = service.almanac
    const { organizationId } = org
    const code = await sessions.makeCode({ organizationId, account: 'ann' })
    const origin = { address: '127.0.0.1', browser: undefined, requestId: 'req_1' }
    const signedIn = await sessions.signInByCode(code, origin)
    const usable = await sessions.findSession(signedIn?.token ?? '')
    if (usable?.caller.person === undefined) throw new Error('no person')
    const { caller } = usable
    const lines = [{ key: 'companySearchResult' as const, units: 2 }]
    const request = { caller, requestId: `req_ann ${organizationId}`, operationId: 'companySearch', lines }
    const held = await ledger.hold({ ...request, partial: false, expiresAtMs: service.clock.now() + 60_000 })
    if (!held.ok) throw new Error(held.reason)
    await ledger.settle({ ...request, hold: held.hold })
    const { memberId } = usable.caller.person
    const other = await sessions.makeCode({ organizationId, account: 'bob' })
    await sessions.signInByCode(other, origin)
    const acting = { role: 'owner' as const, by: { actor: 'operator:bob' } }
    const removed = await service.almanac.members.removeMember(organizationId, memberId, acting)
    expect(removed).toMatchObject({ state: 'removed' })
    const page = await read(org, `?memberId=${memberId}&pageSize=1`)
    expect(page.body.output).toMatchObject({
      entries: [{ kind: 'capture', keyId: caller.keyId, actor: 'operator:ann' }],
      hasMore: true,
    })
    const cursor = `&cursor=${encodeURIComponent(page.body.output.nextCursor)}`
    const rest = await read(org, `?memberId=${memberId}${cursor}`)
    expect(rest.body.output.entries.map(({ kind }: { kind: string }) => kind)).toEqual(['hold'])
    expect((await read(org, cursor.replace('&', '?'))).status).toBe(400)
    const foreign = await read(await service.org(), `?memberId=${memberId}`)
    expect([foreign.status, foreign.body.issues[0].path]).toEqual([400, 'memberId[0]'])
  })

  test('answers CSV that a spreadsheet reads and no formula runs in', async () => {
    const org = await customer()
    const answer = await read(org, '?format=csv&pageSize=5')
    expect(answer.headers.get('content-type')).toContain('text/csv')
    expect(answer.headers.get('x-next-cursor')).toMatch(/./)
    expect(answer.text).toContain('\r\n')
    const rows: Record<string, string>[] = parse(answer.text, { columns: true })
    const listed = (await read(org, '?pageSize=5')).body.output.entries
    expect(rows.map(({ id, credits }) => [Number(id), Number(credits)])).toEqual(
      listed.map(({ id, credits }: { id: number; credits: number }) => [id, credits]),
    )
    expect(rows.find(({ kind }) => kind === 'refund')?.['note']).toBe("'=cmd()")
  })

  test('answers the statement of a month as HTML and CSV', async () => {
    const org = await customer()
    const month = new Date(service.clock.now()).toISOString().slice(0, 7)
    const csv = await read(org, `?format=statement-csv&month=${month}`)
    const rows: Record<string, string>[] = parse(csv.text, { columns: true })
    expect(rows.map(({ item, credits, money }) => [item?.split(' ')[0], credits, money])).toEqual([
      ['opening', '0', ''],
      ['capture', '-3.996', ''],
      ['grant', '100', ''],
      ['purchase', '1000', ''],
      ['refund', '1.332', ''],
      ['closing', '1097.336', ''],
      ['companySearch', '3.996', ''],
      [expect.stringMatching(/^pur_/), '1000', '20.00 USD'],
    ])
    const html = await read(org, `?format=statement-html&month=${month}`)
    expect(html.headers.get('content-type')).toContain('text/html')
    expect(html.text).toContain('1097.336')
    expect(html.text).not.toContain('<script')
    const before = await read(org, '?format=statement-csv&month=2020-01')
    const empty: Record<string, string>[] = parse(before.text, { columns: true })
    expect(empty.map(({ credits }) => credits)).toEqual(['0', '0'])
  })
})

describe('getLedger 400', () => {
  test.each([
    ['?format=xml', 'format'],
    ['?format=statement-csv', 'month'],
    ['?month=2026-13', 'month'],
    ['?kind=theft', 'kind[0]'],
    ['?pageSize=0', 'pageSize'],
    ['?from=yesterday', 'from'],
  ])('%s', async (query, path) => {
    const answer = await read(await service.org(), query)
    expect(answer.status).toBe(400)
    expect(answer.body.issues).toMatchObject([{ path }])
  })

  test("another organization's cursor", async () => {
    const cursor = (await read(await customer(), '?pageSize=1')).body.output.nextCursor
    expect((await read(await service.org(), `?cursor=${encodeURIComponent(cursor)}`)).status).toBe(400)
  })
})

test('getLedger 401: without a key', async () => {
  expect((await service.send('GET /v1/ledger')).status).toBe(401)
})

test('getLedger 429: 60 a minute', async () => {
  const org = await service.org()
  const answers = await Promise.all(Array.from({ length: 61 }, () => read(org, '?pageSize=1')))
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(1)
})
