import { beforeAll, describe, expect, test } from 'vitest'
import { verifies } from '../../../../conformance/verifies.ts'
import { testAlmanac, type TestAlmanac } from '../../../../support/harness.ts'
import { fakeStripe, type FakeStripe } from '../../../../support/payments/stripe-server.ts'

let plain: TestAlmanac
let paid: TestAlmanac
let server: FakeStripe
beforeAll(async () => {
  server = await fakeStripe()
  plain = await testAlmanac()
  paid = await testAlmanac({
    settings: {
      ALMANAC_STRIPE_SECRET_KEY: 'sk_test_123456',
      ALMANAC_STRIPE_WEBHOOK_SECRET: 'whsec_123456',
      ALMANAC_STRIPE_URL: server.url,
    },
  })
})

const route = 'POST /v1/cards/attach'

describe('cardsAttach 200', () => {
  test('is free, and needs no card with the built-in processor', async () => {
    verifies('op.cards-attach', 'cards-attach.free')
    const { status, body } = await plain.send(route, { key: (await plain.org()).rawKey, body: {} })
    expect(status).toBe(200)
    expect(body.output).toMatchObject({ status: 'attached', processor: 'ledger-only', setup: null })
    expect(body.chargeInfo.method).toBe('free')
  })

  test('collects the card at the processor, attaches it by id, and then purchases are paid with it', async () => {
    verifies('cards-attach.free')
    const { rawKey: key } = await paid.org(0)
    const begun = await paid.send(route, { key, body: {} })
    expect(begun.body.output).toMatchObject({
      status: 'requires-setup',
      card: null,
      setup: { id: 'seti_1', clientSecret: 'seti_1_secret_x' },
    })
    const done = await paid.send(route, { key, body: { paymentMethodId: 'pm_new' } })
    expect(done.body.output).toMatchObject({ status: 'attached', card: { brand: 'visa', last4: '4242' } })
    const bought = await paid.send('POST /v1/buy-credits', { key, body: { creditsToBuy: 1_000 } })
    expect(bought.body.output).toMatchObject({ processor: 'stripe', price: { amount: 20, currency: 'usd' } })
    expect(server.intents.at(-1)).toMatchObject({ amount: 2_000, status: 'succeeded' })
  })
})

describe('cardsAttach 400', () => {
  test.each(['4242 4242 4242 4242', '4242424242424242'])(
    'takes no card number: %s',
    async (paymentMethodId) => {
      const { rawKey: key } = await plain.org()
      const { status, body } = await plain.send(route, { key, body: { paymentMethodId } })
      expect(status).toBe(400)
      expect(body.issues).toMatchObject([{ path: 'paymentMethodId' }])
    },
  )
})

describe('cardsAttach 402', () => {
  test('when the processor refuses the card; a purchase without a card is refused as well', async () => {
    const { rawKey: key } = await paid.org(0)
    const refused = await paid.send(route, { key, body: { paymentMethodId: 'pm_bad' } })
    expect(refused.status).toBe(402)
    expect(refused.body).toMatchObject({
      code: 'payment_declined',
      outOfCreditsAlert: { availableCredits: 0 },
    })
    const bought = await paid.send('POST /v1/buy-credits', { key, body: { creditsToBuy: 1_000 } })
    expect(bought.status).toBe(402)
  })
})

test('cardsAttach 401: without a key', async () => {
  expect((await plain.send(route, { body: {} })).status).toBe(401)
})

test('cardsAttach 429: ten a minute', async () => {
  const { rawKey: key } = await plain.org()
  for (let i = 0; i < 10; i++) expect((await plain.send(route, { key, body: {} })).status).toBe(200)
  expect((await plain.send(route, { key, body: {} })).status).toBe(429)
})

test('an unknown outcome of a purchase is 503, and the same request finds it paid', async () => {
  const { rawKey: key, organizationId } = await paid.org(0)
  await paid.send(route, { key, body: { paymentMethodId: 'pm_new' } })
  const buy = () =>
    paid.send('POST /v1/buy-credits', {
      key,
      body: { creditsToBuy: 1e3 },
      headers: { 'idempotency-key': 'one' },
    })
  server.behave('lost')
  const unknown = await buy()
  server.behave('pay')
  expect(unknown.status).toBe(503)
  expect(unknown.body.code).toBe('payment_pending')
  expect((await buy()).status).toBe(200)
  expect(server.intents.filter(({ metadata }) => metadata['organizationId'] === organizationId)).toHaveLength(
    1,
  )
  expect((await paid.almanac.ledger.balance(organizationId)).available).toBe(1_000_000)
})

describe('a processor that answers a purchase with 500', () => {
  const customer = async () => {
    const { rawKey: key, organizationId } = await paid.org(0)
    await paid.send(route, { key, body: { paymentMethodId: 'pm_new' } })
    const buy = (headers: Record<string, string> = {}) =>
      paid.send('POST /v1/buy-credits', { key, body: { creditsToBuy: 1_000 }, headers })
    const payments = () =>
      server.intents.filter(({ metadata }) => metadata['organizationId'] === organizationId)
    return { organizationId, buy, payments }
  }

  test('once is asked again by the same name, and the purchase is made', async () => {
    const { organizationId, buy, payments } = await customer()
    server.behave('stumble')
    expect((await buy()).status).toBe(200)
    expect(payments()).toHaveLength(1)
    expect((await paid.almanac.ledger.balance(organizationId)).available).toBe(1_000_000)
  })

  test.each<Record<string, string>>([{}, { 'idempotency-key': 'order-500' }])(
    'every time is 503 and nothing paid; sent again at once with %j the purchase is made, once',
    async (headers) => {
      const { organizationId, buy, payments } = await customer()
      server.behave('broken')
      const asked = server.requests.length
      const broken = await buy(headers)
      server.behave('pay')
      expect(broken.status).toBe(503)
      expect(broken.body.code).toBe('payment_unavailable')
      const charges = server.requests.slice(asked).filter(({ form }) => form.has('amount'))
      expect(charges.length).toBeLessThanOrEqual(3)
      expect(new Set(charges.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1)
      expect((await buy(headers)).status).toBe(200)
      expect(payments()).toHaveLength(1)
      expect((await paid.almanac.ledger.balance(organizationId)).available).toBe(1_000_000)
    },
  )
})

test('messages that the processor did not sign are answered 400, and other methods 405', async () => {
  const send = (method: string) =>
    paid.send(`${method} /billing/notices/stripe`, method === 'POST' ? { body: {} } : {})
  expect((await send('POST')).status).toBe(400)
  expect((await send('GET')).status).toBe(405)
})
