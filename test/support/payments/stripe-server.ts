import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { atEnd } from '../at-end.ts'

/** A payment intent in the documented shape, as far as it is read. */
export interface FakeIntent {
  id: string
  object: 'payment_intent'
  amount: number
  currency: string
  customer: string
  status: string
  created: number
  metadata: Record<string, string>
  last_payment_error: {
    code: string
    decline_code: string | null
    type: 'card_error'
    message: string
  } | null
}

/**
 * What the next charges do. `lost` makes the payment and drops the connection; `never` drops it before. `stumble` answers
 * one with 500 and pays then; `broken` answers 500, and as Stripe does again whenever the same idempotency key comes.
 */
export type Behaviour = 'pay' | 'decline' | 'lost' | 'never' | 'process' | 'stumble' | 'broken'

export interface FakeStripe {
  url: string
  /** For the charges to come. */
  behave(behaviour: Behaviour): void
  /** Called before a charge is answered. */
  beforeAnswer: ((intent: FakeIntent) => Promise<void>) | undefined
  intents: FakeIntent[]
  requests: { method: string; path: string; form: URLSearchParams; idempotencyKey: string | undefined }[]
}

/** A local server that answers in Stripe's documented shape: customers, methods, setup and payment intents. */
export async function fakeStripe(): Promise<FakeStripe> {
  let behaviour: Behaviour = 'pay'
  const byKey = new Map<string, FakeIntent>()
  const brokenKeys = new Set<string>()
  const fake: FakeStripe = {
    url: '',
    behave: (next) => {
      behaviour = next
    },
    beforeAnswer: undefined,
    intents: [],
    requests: [],
  }

  async function charge(form: URLSearchParams, key: string, response: ServerResponse): Promise<void> {
    if (behaviour === 'never') return void response.destroy()
    if (behaviour === 'broken') brokenKeys.add(key)
    if (behaviour === 'stumble' || brokenKeys.has(key)) {
      if (behaviour === 'stumble') behaviour = 'pay'
      return json(response, 500, { error: { type: 'api_error', message: 'oops' } })
    }
    const earlier = byKey.get(key)
    const intent = earlier ?? intentOf(form, fake.intents.length, behaviour)
    if (earlier === undefined) {
      byKey.set(key, intent)
      fake.intents.push(intent)
    }
    await fake.beforeAnswer?.(intent)
    if (behaviour === 'lost') return void response.destroy()
    if (intent.last_payment_error === null) return json(response, 200, intent)
    return json(response, 402, { error: { ...intent.last_payment_error, payment_intent: intent } })
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://local')
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const form = new URLSearchParams(Buffer.concat(chunks).toString())
    const idempotencyKey = request.headers['idempotency-key'] as string | undefined
    const method = request.method ?? ''
    fake.requests.push({ method, path: pathname, form, idempotencyKey })
    if (pathname === '/v1/customers') return json(response, 200, { id: 'cus_1', object: 'customer' })
    if (pathname === '/v1/setup_intents')
      return json(response, 200, { id: 'seti_1', object: 'setup_intent', client_secret: 'seti_1_secret_x' })
    const attached = /^\/v1\/payment_methods\/(\w+)\/attach$/.exec(pathname)?.[1]
    if (attached === 'pm_bad') {
      const error = { type: 'card_error', code: 'card_declined', message: 'Your card was declined.' }
      return json(response, 402, { error })
    }
    if (attached !== undefined) {
      const card = { brand: 'visa', last4: '4242' }
      return json(response, 200, { id: attached, object: 'payment_method', card })
    }
    if (pathname === '/v1/payment_intents' && method === 'POST')
      return charge(form, idempotencyKey ?? '', response)
    if (pathname === '/v1/payment_intents') {
      const data = fake.intents.filter((one) => one.customer === searchParams.get('customer'))
      return json(response, 200, { object: 'list', url: '/v1/payment_intents', has_more: false, data })
    }
    const intent = fake.intents.find((one) => pathname === `/v1/payment_intents/${one.id}`)
    const missing = {
      error: { type: 'invalid_request_error', code: 'resource_missing', message: 'No such object' },
    }
    return intent === undefined ? json(response, 404, missing) : json(response, 200, intent)
  }

  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  fake.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  atEnd(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return fake
}

function intentOf(form: URLSearchParams, serial: number, behaviour: Behaviour): FakeIntent {
  const refused = behaviour === 'decline'
  const error = {
    code: 'card_declined',
    decline_code: 'insufficient_funds',
    type: 'card_error' as const,
    message: 'Your card has insufficient funds.',
  }
  return {
    id: `pi_${serial + 1}`,
    object: 'payment_intent',
    amount: Number(form.get('amount')),
    currency: form.get('currency') ?? '',
    customer: form.get('customer') ?? '',
    status: refused ? 'requires_payment_method' : behaviour === 'process' ? 'processing' : 'succeeded',
    created: 0x6968d6c0,
    metadata: {
      purchaseId: form.get('metadata[purchaseId]') ?? '',
      organizationId: form.get('metadata[organizationId]') ?? '',
    },
    last_payment_error: refused ? error : null,
  }
}

function json(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json', 'request-id': 'req_fake' })
  response.end(JSON.stringify(body))
}
