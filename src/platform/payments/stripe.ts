import { createRequire } from 'node:module'
import type { Stripe } from 'stripe'
import {
  BadSignature,
  CardRefused,
  PaymentUnknown,
  type Attached,
  type AttachOrder,
  type PaymentNotice,
  type PaymentOrder,
  type PaymentOutcome,
  type PaymentGateway,
} from './payment-gateway.ts'

const load = createRequire(import.meta.url)
/** Loaded where a key is set: its 218 modules are a tenth of those of a start, which most installations do not need. */
const library = () => load('stripe') as typeof Stripe

/** Longest wait for one answer. A request waits with it, so it must stay well below 30 s. */
const timeoutMs = 15_000
/**
 * A payment is asked for this often, always by the name of the purchase, so that it is made once: all attempts and the
 * pauses between them take 23 s at most, and the request that buys waits for them.
 */
const paymentRetries = 2
const paymentTimeoutMs = 7_000
/** How old a signed message may be, in seconds; the processor's own recommendation. */
const toleranceS = 300
/** How far the clocks of the two sides may be apart, in seconds. */
const skewS = 300

export interface StripeSettings {
  secretKey: string
  /** Signs the messages; undefined refuses them all. */
  webhookSecret: string | undefined
  /** `https://api.stripe.com` unless a test or a proxy stands in. */
  url: string
}

/** Payments at Stripe: a customer an organization, off-session payment intents named by the purchase. */
export function stripe({ secretKey, webhookSecret, url }: StripeSettings): PaymentGateway {
  const { hostname, port, protocol } = new URL(url)
  const client = new (library())(secretKey, {
    host: hostname,
    ...(port !== '' && { port }),
    protocol: protocol === 'http:' ? 'http' : 'https',
    timeout: timeoutMs,
    maxNetworkRetries: 0,
    telemetry: false,
  })
  return {
    id: 'stripe',
    notice: 'Paid with the card on file, through Stripe.',
    charge: (order) => charge(client, order),
    lookUp: (order) => callStripe(() => lookUp(client, order)),
    attach: (order) => attach(client, order),
    readNotice(body, signature, nowMs) {
      if (webhookSecret === undefined || signature === undefined)
        throw new BadSignature('the message is not signed')
      let event: Stripe.Event
      try {
        const text = Buffer.from(body)
        event = client.webhooks.constructEvent(text, signature, webhookSecret, toleranceS, undefined, nowMs)
      } catch (cause) {
        throw new BadSignature('the signature of the message does not match', { cause })
      }
      return readNotice(event)
    },
  }
}

async function charge(client: Stripe, order: PaymentOrder): Promise<PaymentOutcome> {
  const { purchaseId, organizationId, card } = order
  if (card === undefined || card.paymentMethodId === null) {
    return { state: 'failed', reference: null, reason: 'no_card' }
  }
  try {
    const intent = await client.paymentIntents.create(
      {
        amount: order.priceMinor,
        currency: order.currency,
        description: order.description,
        customer: card.customerId,
        payment_method: card.paymentMethodId,
        off_session: true,
        confirm: true,
        metadata: {
          purchaseId,
          organizationId,
        },
      },
      { idempotencyKey: purchaseId, maxNetworkRetries: paymentRetries, timeout: paymentTimeoutMs },
    )
    return readOutcome(intent)
  } catch (error) {
    const { errors } = library()
    if (error instanceof errors.StripeCardError) {
      const reference = error.payment_intent?.id ?? null
      return { state: 'failed', reference, reason: error.decline_code ?? error.code ?? 'card_declined' }
    }
    if (error instanceof errors.StripeInvalidRequestError && error.statusCode === 400) {
      return { state: 'failed', reference: null, reason: error.code ?? 'invalid_request' }
    }
    throw new PaymentUnknown('the payment was not answered', { cause: error, isOver: isAnswer(error) })
  }
}

/** An error that the processor itself answered: it is not working on the payment any more, except where it says so. */
function isAnswer(error: unknown): boolean {
  return (
    error instanceof library().errors.StripeError &&
    error.statusCode !== undefined &&
    error.statusCode !== 409
  )
}

async function lookUp(client: Stripe, order: PaymentOrder): Promise<PaymentOutcome | undefined> {
  if (order.reference !== null) return readOutcome(await client.paymentIntents.retrieve(order.reference))
  if (order.card === undefined) return undefined
  const since = Math.floor(order.createdAtMs / 1000) - skewS
  const made = client.paymentIntents.list({
    customer: order.card.customerId,
    created: { gte: since },
    limit: 100,
  })
  for await (const intent of made) {
    if (intent.metadata['purchaseId'] === order.purchaseId) return readOutcome(intent)
  }
  return undefined
}

async function attach(client: Stripe, order: AttachOrder): Promise<Attached> {
  const { organizationId, card, paymentMethodId } = order
  return callStripe(async () => {
    const customerId =
      card?.customerId ??
      (
        await client.customers.create(
          { metadata: { organizationId } },
          { idempotencyKey: `customer ${organizationId}` },
        )
      ).id
    if (paymentMethodId === undefined) {
      const intent = await client.setupIntents.create({ customer: customerId, usage: 'off_session' })
      const saved = card ?? { customerId, paymentMethodId: null, brand: null, last4: null }
      return { card: saved, setup: { clientSecret: intent.client_secret ?? '', id: intent.id } }
    }
    const method = await client.paymentMethods.attach(paymentMethodId, { customer: customerId })
    const { brand = null, last4 = null } = method.card ?? {}
    return { card: { customerId, paymentMethodId: method.id, brand, last4 }, setup: null }
  })
}

/** Refusals become CardRefused, everything that is no answer PaymentUnknown. */
async function callStripe<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const { errors } = library()
    if (
      error instanceof errors.StripeCardError ||
      (error instanceof errors.StripeInvalidRequestError && (error.statusCode ?? 500) < 500)
    ) {
      throw new CardRefused(error.code ?? 'invalid_request', { cause: error })
    }
    throw new PaymentUnknown('the processor did not answer', { cause: error })
  }
}

function readOutcome(intent: Stripe.PaymentIntent): PaymentOutcome {
  const { id: reference, status } = intent
  if (status === 'succeeded') return { state: 'succeeded', reference }
  // Off session nobody is there to confirm anything: what asks for it was refused.
  if (status === 'canceled' || status === 'requires_payment_method' || status === 'requires_action') {
    const { decline_code: decline, code } = intent.last_payment_error ?? {}
    return { state: 'failed', reference, reason: decline ?? code ?? status }
  }
  return { state: 'pending', reference }
}

function readNotice(event: Stripe.Event): PaymentNotice | undefined {
  switch (event.type) {
    case 'payment_intent.succeeded':
    case 'payment_intent.payment_failed':
    case 'payment_intent.canceled':
    case 'payment_intent.processing': {
      const purchaseId = event.data.object.metadata['purchaseId']
      return purchaseId === undefined ? undefined : { purchaseId, outcome: readOutcome(event.data.object) }
    }
    default:
      return undefined
  }
}
