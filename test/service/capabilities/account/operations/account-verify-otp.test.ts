import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { verifies } from '../../../../conformance/verifies.ts'
import { testAlmanac, type TestAlmanac } from '../../../../support/harness.ts'

let service: TestAlmanac
beforeAll(async () => {
  service = await testAlmanac()
})
// Five requests a minute from one network address: each test has minutes of its own.
beforeEach(() => service.clock.advance(120_000))

const route = 'POST /v1/account/verify-otp'
const verify = (email: string, otp: string, more: object = {}) =>
  service.send(route, { body: { email, otp, ...more } })

async function codeFor(email: string): Promise<string> {
  // The outbox is in the order of time.
  service.clock.advance(1_000)
  await service.send('POST /v1/account/send-otp', { body: { email } })
  return /code is (\d{6})/.exec((await service.mailTo(email)).at(-1) ?? '')?.[1] ?? ''
}

const wrong = (otp: string) => (otp === '000000' ? '000001' : '000000')

describe('accountVerifyOtp 200', () => {
  test('makes organization, trial of 500 credits and a first key that works', async () => {
    verifies('op.account-verify-otp', 'sign-up.verify-otp')
    const otp = await codeFor('ann@acme.example')
    const { status, body } = await verify('ANN@acme.example', otp, { scopes: ['get*'], keyName: 'mine' })
    expect(status).toBe(200)
    const { organizationId, isNewOrganization, apiKey } = body.output
    expect(isNewOrganization).toBe(true)
    expect(apiKey).toMatchObject({ name: 'mine', mode: 'live', scopes: ['get*'] })
    const credits = await service.send('GET /v1/get-org-credits', { key: apiKey.key })
    expect(credits.body.output.balances).toMatchObject([{ max: 500, used: 0, available: 500 }])
    const organization = await service.almanac.organizations.getOrganization(organizationId)
    expect(organization?.name).toBe('acme.example')
    expect(await service.almanac.members.listAddresses(organizationId)).toEqual(['ann@acme.example'])
    const entries = []
    for await (const entry of service.almanac.audit.list(organizationId)) entries.push(entry)
    expect(entries.map(({ actor, action }) => [actor, action])).toEqual([
      ['sign-up', 'organization.signed-up'],
      ['sign-up', 'key.created'],
    ])
  })

  test('brings a returning address to its organization, without a second trial and without one more key', async () => {
    const first = await verify('bea@acme.example', await codeFor('bea@acme.example'))
    const { organizationId, apiKey } = first.body.output
    const again = await verify('bea@acme.example', await codeFor('bea@acme.example'))
    expect(again.body.output).toEqual({ organizationId, isNewOrganization: false, apiKey: null })
    const listed = await service.send('POST /v1/api-keys', { key: apiKey.key, body: {} })
    expect(listed.body.output.apiKeys).toHaveLength(1)
  })

  test.each([{ isKeyWanted: true }, { keyName: 'Second' }])(
    'makes one more key where %j asks',
    async (more) => {
      const email = `lost-${Object.keys(more)[0]?.toLowerCase()}@acme.example`
      const first = await verify(email, await codeFor(email))
      const second = await verify(email, await codeFor(email), more)
      expect(second.body.output.organizationId).toBe(first.body.output.organizationId)
      const { key } = second.body.output.apiKey
      const listed = await service.send('POST /v1/api-keys', { key, body: {} })
      expect(listed.body.output.apiKeys).toHaveLength(2)
      const credits = await service.send('GET /v1/get-org-credits', { key })
      expect(credits.body.output.balances).toMatchObject([{ available: 500 }])
    },
  )

  test('of two uses at the same time one succeeds', async () => {
    const otp = await codeFor('cid@acme.example')
    const answers = await Promise.all([1, 2, 3, 4].map(() => verify('cid@acme.example', otp)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400])
  })
})

describe('accountVerifyOtp 400', () => {
  test('a wrong code, one of another address, an unknown address and a used code are all the same', async () => {
    const otp = await codeFor('dan@acme.example')
    const other = await codeFor('eve@acme.example')
    const attempts = [
      await verify('dan@acme.example', wrong(otp)),
      await verify('dan@acme.example', other === otp ? wrong(otp) : other),
      await verify('nobody@acme.example', otp),
    ]
    expect((await verify('dan@acme.example', otp)).status).toBe(200)
    attempts.push(await verify('dan@acme.example', otp))
    const plain = attempts.map(({ status, body }) => ({ status, ...body, errorCode: '', requestId: '' }))
    expect(plain[0]).toMatchObject({ status: 400, issues: [{ path: 'otp' }] })
    for (const one of plain) expect(one).toEqual(plain[0])
  })

  test('five tries, then the right code is of no use either', async () => {
    const otp = await codeFor('fay@acme.example')
    for (let i = 0; i < 5; i++) expect((await verify('fay@acme.example', wrong(otp))).status).toBe(400)
    service.clock.advance(61_000)
    expect((await verify('fay@acme.example', otp)).status).toBe(400)
    expect((await verify('fay@acme.example', await codeFor('fay@acme.example'))).status).toBe(200)
  })

  test('ten minutes, to the millisecond; a newer code replaces an older one', async () => {
    const otp = await codeFor('gus@acme.example')
    service.clock.advance(600_000)
    expect((await verify('gus@acme.example', otp)).status).toBe(400)
    const older = await codeFor('gus@acme.example')
    service.clock.advance(61_000)
    const newer = await codeFor('gus@acme.example')
    if (older !== newer) expect((await verify('gus@acme.example', older)).status).toBe(400)
    service.clock.advance(599_999)
    expect((await verify('gus@acme.example', newer)).status).toBe(200)
  })

  test.each([['12345'], ['1234567'], ['12345x'], ['']])('%j is no code', async (otp) => {
    const { status, body } = await verify('hal@acme.example', otp)
    expect(status).toBe(400)
    expect(body.issues[0].path).toBe('otp')
    service.clock.advance(60_000)
  })
})

describe('accountVerifyOtp 429', () => {
  test('five a minute', async () => {
    const statuses: number[] = []
    for (let i = 0; i < 6; i++) statuses.push((await verify('ida@acme.example', '000000')).status)
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429])
  })
})
