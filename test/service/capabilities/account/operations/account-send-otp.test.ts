import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { verifies } from '../../../../conformance/verifies.ts'
import { testAlmanac, type TestAlmanac } from '../../../../support/harness.ts'
import { sql } from '../../../../../src/store/postgres/index.ts'

let service: TestAlmanac
beforeAll(async () => {
  service = await testAlmanac()
})
// Five requests a minute from one network address: each test has minutes of its own.
beforeEach(() => service.clock.advance(120_000))

const route = 'POST /v1/account/send-otp'
const send = (email: string) => service.send(route, { body: { email } })

describe('accountSendOtp 200', () => {
  test('mails six digits, needs no key and charges nobody', async () => {
    verifies('op.account-send-otp', 'sign-up.send-otp')
    const { status, body } = await send(' Ann@Acme.Example ')
    expect(status).toBe(200)
    expect(body.output).toEqual({ isSent: true, expiresInSeconds: 600 })
    expect(body.chargeInfo.method).toBe('free')
    const [message = ''] = await service.mailTo('ann@acme.example')
    expect(message).toMatch(/Your sign-in code is \d{6}\./)
  })

  test('answers the same for an address that is known, and stores neither code nor address', async () => {
    const first = await send('bea@acme.example')
    const [message = ''] = await service.mailTo('bea@acme.example')
    const otp = /code is (\d{6})/.exec(message)?.[1] ?? ''
    const rows = await service.db.query<{ text: string }>(sql`SELECT c::text AS text FROM sign_up_codes c`)
    for (const { text } of rows) expect(text).not.toMatch(new RegExp(`acme|\\b${otp}\\b`))
    await service.send('POST /v1/account/verify-otp', { body: { email: 'bea@acme.example', otp } })
    const again = await send('bea@acme.example')
    expect(again.body).toEqual(first.body)
    expect(again.status).toBe(first.status)
    expect(await service.mailTo('bea@acme.example')).toHaveLength(2)
  })
})

describe('accountSendOtp 400', () => {
  test.each([
    '',
    'ann',
    'ann@',
    'ann@nowhere',
    'a@b.example, c@d.example',
    'a@b.example\r\nBcc: c@d.example',
  ])('%j is no address', async (email) => {
    const { status, body } = await send(email)
    expect(status).toBe(400)
    expect(body.issues[0].path).toBe('email')
    service.clock.advance(60_000)
  })
})

describe('accountSendOtp 400 for disposable mailboxes', () => {
  test.each(['ann@mailinator.com', ' Ann@MAILINATOR.com ', 'ann@any.mailinator.com', 'ann@yopmail.com'])(
    '%j gets no code, says why and counts nothing',
    async (email) => {
      const { status, body } = await send(email)
      expect(status).toBe(400)
      expect(body.code).toBe('invalid_request')
      expect(body.issues).toMatchObject([
        { path: 'email', message: expect.stringContaining('Disposable mailboxes cannot sign up') },
      ])
      expect(await service.mailTo(email.trim().toLowerCase())).toEqual([])
      const [stored] = await service.db.query<{ count: number }>(sql`
        SELECT count(*)::int AS count FROM sign_up_codes WHERE created_at >= ${new Date(service.clock.now())}`)
      expect(stored?.count).toBe(0)
      service.clock.advance(60_000)
    },
  )

  test.each(['ann@gmail.com', 'ann@mailinator.com.acme.example', 'mailinator.com@acme.example'])(
    '%j is taken',
    async (email) => {
      expect((await send(email)).status).toBe(200)
    },
  )
})

describe('accountSendOtp 429', () => {
  test('ten codes in 24 hours for one address, then none until the first is a day old', async () => {
    for (let i = 0; i < 10; i++) {
      expect((await send('cid@acme.example')).status).toBe(200)
      service.clock.advance(60_000)
    }
    const refused = await send('cid@acme.example')
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBe(86_400 - 600)
    expect((await send('dan@acme.example')).status).toBe(200)
    service.clock.advance((86_400 - 600) * 1_000)
    expect((await send('cid@acme.example')).status).toBe(200)
    expect(await service.mailTo('cid@acme.example')).toHaveLength(11)
  })

  test('five a minute from one network address', async () => {
    const statuses: number[] = []
    for (let i = 0; i < 6; i++) statuses.push((await send(`e${i}@acme.example`)).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  })
})
