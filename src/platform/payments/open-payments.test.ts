import { Stripe } from 'stripe'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { milli, type MilliCredits } from '../../lib/credits.ts'
import { verifies } from '../../../test/conformance/verifies.ts'
import { fakeStripe, type FakeIntent, type FakeStripe } from '../../../test/support/payments/stripe-server.ts'
import {
  anOrg,
  openTestPlatform,
  type TestOrganization,
  type TestPlatform,
} from '../../../test/support/platform.ts'
import { testDatabase } from '../../../test/support/postgres.ts'
import type { Postgres } from '../../store/postgres/index.ts'
import { KeyUsedOtherwise } from './open-payments.ts'
import { BadSignature, CardRefused } from './payment-gateway.ts'
import { stripe } from './stripe.ts'

const webhookSecret = 'whsec_test_secret'
const signer = new Stripe('sk_test_signer')
let db: Postgres
let server: FakeStripe
let platform: TestPlatform
let requests = 0

beforeAll(async () => {
  db = await testDatabase()
  server = await fakeStripe()
  platform = openTestPlatform(db, {
    processor: stripe({ secretKey: 'sk_test_key', webhookSecret, url: server.url }),
  })
})
beforeEach(() => {
  server.behave('pay')
  server.beforeAnswer = undefined
})

const by = { actor: 'key:k' }
/** An organization with a card on file and 1 credit. */
async function customer(): Promise<TestOrganization> {
  const org = await anOrg(platform, { credits: 1_000 })
  await platform.payments.attachCard(org.organizationId, 'pm_card', by)
  return org
}
const buy = (
  org: TestOrganization,
  more: { credits?: MilliCredits; idempotencyKey?: string } = {},
  on = platform,
) =>
  on.payments.buy({
    organizationId: org.organizationId,
    credits: milli(5e6),
    by,
    keyId: org.caller.keyId,
    requestId: `req_${(requests += 1)}`,
    ...more,
  })
const available = async (org: TestOrganization) =>
  (await platform.ledger.balance(org.organizationId)).available
const states = async (org: TestOrganization) =>
  (await platform.payments.listPurchases(org.organizationId, 10)).map(({ state }) => state)
const made = (org: TestOrganization) =>
  server.intents.filter(({ metadata }) => metadata['organizationId'] === org.organizationId)

function notice(type: string, intent: FakeIntent): { body: Buffer; signature: string } {
  const payload = JSON.stringify({ id: 'evt_1', object: 'event', type, data: { object: intent } })
  const timestamp = Math.floor(platform.clock.now() / 1000)
  const signature = signer.webhooks.generateTestHeaderString({ payload, secret: webhookSecret, timestamp })
  return { body: Buffer.from(payload), signature }
}

describe('a purchase', () => {
  it('charges the card once and grants the credits', async () => {
    const org = await customer()
    const { purchase } = await buy(org)
    expect(purchase).toMatchObject({
      state: 'succeeded',
      priceMinor: 10_000,
      currency: 'usd',
      processor: 'stripe',
    })
    expect(await available(org)).toBe(5_001_000)
    expect(made(org)).toMatchObject([{ amount: 10_000, currency: 'usd', id: purchase.reference }])
    const asked = server.requests.findLast(({ path }) => path === '/v1/payment_intents')
    expect(asked?.idempotencyKey).toBe(purchase.id)
    expect(asked?.form.get('off_session')).toBe('true')
    expect(asked?.form.get('payment_method')).toBe('pm_card')
  })

  it('repeated with its key, or without one within 10 minutes, is the first one', async () => {
    verifies('buy-credits.idempotent', 'buy-credits.without-key')
    const org = await customer()
    const first = await buy(org, { idempotencyKey: 'k' })
    expect(await buy(org, { idempotencyKey: 'k' })).toMatchObject({
      repeated: 'key',
      purchase: { id: first.purchase.id },
    })
    await expect(buy(org, { idempotencyKey: 'k', credits: milli(6_000_000) })).rejects.toThrow(
      KeyUsedOtherwise,
    )
    const other = await buy(org)
    expect(other.repeated).toBeUndefined()
    expect(await buy(org)).toMatchObject({ repeated: 'alike', purchase: { id: other.purchase.id } })
    expect((await buy(org, { credits: milli(6_000_000) })).repeated).toBeUndefined()
    platform.clock.advance(600_000)
    expect((await buy(org)).repeated).toBeUndefined()
    expect(made(org)).toHaveLength(4)
    expect(await available(org)).toBe(21_001_000)
  })

  it('asked for many times at once is made once', async () => {
    const org = await customer()
    const all = await Promise.all(Array.from({ length: 20 }, () => buy(org, { idempotencyKey: 'same' })))
    expect(new Set(all.map(({ purchase }) => purchase.id)).size).toBe(1)
    expect(made(org)).toHaveLength(1)
    expect(await available(org)).toBe(5_001_000)
  })

  it('that is declined grants nothing, and can be tried again under the same key', async () => {
    const org = await customer()
    server.behave('decline')
    const { purchase } = await buy(org, { idempotencyKey: 'k' })
    expect(purchase).toMatchObject({ state: 'failed', failure: 'insufficient_funds' })
    expect(await available(org)).toBe(1_000)
    server.behave('pay')
    expect((await buy(org, { idempotencyKey: 'k' })).purchase.state).toBe('succeeded')
    expect((await states(org)).toSorted()).toEqual(['failed', 'succeeded'])
    expect(await available(org)).toBe(5_001_000)
  })

  it('without a card on file fails without asking', async () => {
    const org = await anOrg(platform)
    const before = server.requests.length
    expect((await buy(org)).purchase).toMatchObject({ state: 'failed', failure: 'no_card' })
    expect(server.requests).toHaveLength(before)
  })
})

describe('a payment whose answer is lost', () => {
  it('stays pending and is settled by the retry', async () => {
    const org = await customer()
    server.behave('lost')
    expect((await buy(org, { idempotencyKey: 'k' })).purchase.state).toBe('pending')
    expect(await available(org)).toBe(1_000)
    server.behave('pay')
    expect((await buy(org, { idempotencyKey: 'k' })).purchase.state).toBe('succeeded')
    expect(made(org)).toHaveLength(1)
    expect(await available(org)).toBe(5_001_000)
  })

  it('is settled by the reconciler of another process, once however often it looks', async () => {
    const org = await customer()
    server.behave('lost')
    await buy(org)
    platform.clock.advance(31_000)
    const after = openTestPlatform(db, {
      clock: platform.clock,
      bootId: 'boot-2',
      processor: stripe({
        secretKey: 'sk_test_key',
        webhookSecret,
        url: server.url,
      }),
    })
    const nowMs = platform.clock.now()
    await Promise.all([after.payments.reconcile(nowMs), platform.payments.reconcile(nowMs)])
    expect(await states(org)).toEqual(['succeeded'])
    expect(await available(org)).toBe(5_001_000)
  })

  it('that never arrived is given up after ten minutes, and nothing was paid', async () => {
    const org = await customer()
    server.behave('never')
    expect((await buy(org)).purchase.state).toBe('pending')
    server.behave('pay')
    platform.clock.advance(60_000)
    await platform.payments.reconcile(platform.clock.now())
    expect(await states(org)).toEqual(['pending'])
    platform.clock.advance(600_000)
    await platform.payments.reconcile(platform.clock.now())
    expect(await states(org)).toEqual(['failed'])
    expect(made(org)).toEqual([])
    expect(await available(org)).toBe(1_000)
  })

  it('that never arrived is made by the retry, at once and once', async () => {
    const org = await customer()
    server.behave('never')
    const first = await buy(org)
    expect(first.purchase.state).toBe('pending')
    server.behave('pay')
    const [again, third] = await Promise.all([buy(org), buy(org)])
    expect(again).toMatchObject({
      repeated: 'alike',
      purchase: { id: first.purchase.id, state: 'succeeded' },
    })
    expect(third.purchase.state).toBe('succeeded')
    expect(made(org)).toHaveLength(1)
    expect(await available(org)).toBe(5_001_000)
  })
})

describe('a message of the processor', () => {
  it('that comes before the answer grants once', async () => {
    const org = await customer()
    server.beforeAnswer = async (intent) => {
      const { body, signature } = notice('payment_intent.succeeded', intent)
      await platform.payments.receiveNotice(body, signature)
    }
    expect((await buy(org)).purchase.state).toBe('succeeded')
    expect(await available(org)).toBe(5_001_000)
  })

  it('settles what is being processed; sent twice it still grants once', async () => {
    const org = await customer()
    server.behave('process')
    expect((await buy(org)).purchase).toMatchObject({ state: 'pending', reference: made(org)[0]?.id })
    const intent = made(org)[0] as FakeIntent
    intent.status = 'succeeded'
    const { body, signature } = notice('payment_intent.succeeded', intent)
    await Promise.all([1, 2, 3].map(() => platform.payments.receiveNotice(body, signature)))
    expect(await states(org)).toEqual(['succeeded'])
    expect(await available(org)).toBe(5_001_000)
  })

  it('first failed, then succeeded, ends as paid; a failure after that changes nothing', async () => {
    const org = await customer()
    server.behave('decline')
    await buy(org)
    const intent = { ...(made(org)[0] as FakeIntent), status: 'succeeded', last_payment_error: null }
    const paid = notice('payment_intent.succeeded', intent)
    await platform.payments.receiveNotice(paid.body, paid.signature)
    const refused = notice('payment_intent.payment_failed', made(org)[0] as FakeIntent)
    await platform.payments.receiveNotice(refused.body, refused.signature)
    expect(await states(org)).toEqual(['succeeded'])
    expect(await available(org)).toBe(5_001_000)
    expect(await platform.ledger.reconcile(org.organizationId)).toEqual([])
  })

  it('is refused unsigned, altered or too old', async () => {
    const org = await customer()
    await buy(org)
    const { body, signature } = notice('payment_intent.succeeded', made(org)[0] as FakeIntent)
    const altered = Buffer.from(body.toString().replace('pi_', 'px_'))
    await expect(platform.payments.receiveNotice(body, undefined)).rejects.toThrow(BadSignature)
    await expect(platform.payments.receiveNotice(altered, signature)).rejects.toThrow(BadSignature)
    platform.clock.advance(301_000)
    await expect(platform.payments.receiveNotice(body, signature)).rejects.toThrow(BadSignature)
  })
})

describe('a card', () => {
  it('is entered at the processor first, then attached by its id', async () => {
    const { organizationId } = await anOrg(platform)
    expect(await platform.payments.attachCard(organizationId, undefined, by)).toMatchObject({
      setup: { id: 'seti_1', clientSecret: 'seti_1_secret_x' },
      card: { paymentMethodId: null },
    })
    const attached = { brand: 'visa', last4: '4242', paymentMethodId: 'pm_new' }
    expect(await platform.payments.attachCard(organizationId, 'pm_new', by)).toMatchObject({ card: attached })
    expect(await platform.payments.card(organizationId)).toMatchObject(attached)
  })

  it('that is refused changes nothing', async () => {
    const org = await customer()
    await expect(platform.payments.attachCard(org.organizationId, 'pm_bad', by)).rejects.toThrow(CardRefused)
    expect(await platform.payments.card(org.organizationId)).toMatchObject({ paymentMethodId: 'pm_card' })
  })
})
