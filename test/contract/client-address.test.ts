import { beforeAll, describe, expect, test } from 'vitest'
import { InvalidSettings, loadConfig } from '../../src/config.ts'
import { sql } from '../../src/store/postgres/index.ts'
import { testAlmanac, type TestAlmanac } from '../support/harness.ts'
import { sampleWorld } from '../worlds/sample.ts'

let direct: TestAlmanac
let behindProxy: TestAlmanac
beforeAll(async () => {
  direct = await sampleWorld()
  const settings = { ALMANAC_TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8,::1' }
  behindProxy = await testAlmanac({ settings, engine: direct.engine })
})

const current = 'POST /v1/api-keys/current'
const from = (address: string) => ({ 'x-forwarded-for': address })

describe.each([
  { name: 'without trusted proxies', service: () => direct, isBelieved: false },
  { name: 'behind a trusted proxy', service: () => behindProxy, isBelieved: true },
])('X-Forwarded-For $name', ({ service, isBelieved }) => {
  test('decides about allow lists where it is believed', async () => {
    const { almanac, org, send } = service()
    const { organizationId } = await org()
    const allowed = async (allowedAddresses: string[], header: string) => {
      const { rawKey: key } = await almanac.keys.createKey({ organizationId, name: 'n', allowedAddresses })
      return (await send(current, { key, headers: from(header) })).status
    }
    expect(await allowed(['203.0.113.0/24'], '203.0.113.5')).toBe(isBelieved ? 200 : 403)
    expect(await allowed(['203.0.113.0/24'], '203.0.113.5, 198.51.100.1')).toBe(403)
    expect(await allowed(['203.0.113.0/24'], '198.51.100.1, 203.0.113.5, 10.4.4.4')).toBe(
      isBelieved ? 200 : 403,
    )
    expect(await allowed(['2001:db8::/32'], '2001:DB8::7')).toBe(isBelieved ? 200 : 403)
    expect(await allowed(['127.0.0.1'], '203.0.113.5')).toBe(isBelieved ? 403 : 200)
    expect(await allowed(['127.0.0.1'], 'not an address')).toBe(200)
  })

  test('tells clients apart at sign-up where it is believed, and stands in the audit', async () => {
    const { clock, db, mailTo, send } = service()
    clock.advance(120_000)
    const ask = async (email: string, address: string) =>
      (await send('POST /v1/account/send-otp', { body: { email }, headers: from(address) })).status
    const statuses: number[] = []
    for (let i = 0; i < 6; i++) statuses.push(await ask(`p${i}@acme.example`, `203.0.113.${i}`))
    expect(statuses.at(-1)).toBe(isBelieved ? 200 : 429)
    // Whoever changes what it writes itself stays one client.
    for (let i = 0; i < 6; i++)
      statuses.push(await ask(`q${i}@acme.example`, `192.0.2.${i}, 198.51.100.1, 10.0.0.2`))
    expect(statuses.at(-1)).toBe(429)
    const otp = /code is (\d{6})/.exec((await mailTo('p0@acme.example')).join())?.[1]
    const body = { email: 'p0@acme.example', otp }
    const entered = await send('POST /v1/account/verify-otp', { body, headers: from('203.0.113.77') })
    expect(entered.status).toBe(200)
    const rows = await db.query<{ address: string }>(sql`
      SELECT DISTINCT address FROM audit_entries
      WHERE organization_id = ${entered.body.output.organizationId} AND address IS NOT NULL`)
    expect(rows).toEqual([{ address: isBelieved ? '203.0.113.77' : '127.0.0.1' }])
  })

  test('counts wrong keys for each client where it is believed', async () => {
    const { clock, send } = service()
    clock.advance(120_000)
    const statuses: number[] = []
    for (let i = 0; i < 61; i++) {
      const headers = from(`2001:db8:0:${i.toString(16)}::1`)
      statuses.push((await send(current, { key: 'wrong', headers })).status)
    }
    expect(statuses.slice(0, 60)).toEqual(Array(60).fill(401))
    expect(statuses.at(-1)).toBe(isBelieved ? 401 : 429)
  })
})

describe('ALMANAC_TRUSTED_PROXIES', () => {
  test('takes addresses and ranges in any spelling', () => {
    expect(
      loadConfig({ ALMANAC_TRUSTED_PROXIES: ' 10.1.2.3/8,2001:DB8::1 ' }).ALMANAC_TRUSTED_PROXIES,
    ).toEqual(['10.0.0.0/8', '2001:db8::1'])
    expect(loadConfig({ ALMANAC_TRUSTED_PROXIES: '' }).ALMANAC_TRUSTED_PROXIES).toBeUndefined()
  })

  test.each(['proxy.example', '10.0.0.0/33', '10.1', '127.0.0.1,', '0.0.0.0/0', '::/0'])(
    '%j is refused',
    (text) => {
      expect(() => loadConfig({ ALMANAC_TRUSTED_PROXIES: text })).toThrow(InvalidSettings)
    },
  )
})
