import { fork, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { milli } from '../../src/lib/credits.ts'
import { systemClock } from '../../src/lib/clock.ts'
import { stripe } from '../../src/platform/payments/index.ts'
import { fakeStripe, type FakeStripe } from '../support/payments/stripe-server.ts'
import { anOrg, openTestPlatform, type TestOrganization, type TestPlatform } from '../support/platform.ts'
import { testDatabase } from '../support/postgres.ts'
import type { PurchaseOrder } from './purchasing-process.ts'

const program = join(import.meta.dirname, 'purchasing-process.ts')
const credits = 5_000_000
const by = { actor: 'key:k' }
let server: FakeStripe
let platform: TestPlatform

beforeAll(async () => {
  server = await fakeStripe()
  platform = openTestPlatform(await testDatabase(), {
    bootId: 'restarted',
    processor: stripe({ secretKey: 'sk_test_key', webhookSecret: 'whsec_test', url: server.url }),
  })
})
beforeEach(() => {
  // The killed process goes by the real time.
  platform.clock.set(systemClock.now())
  server.beforeAnswer = undefined
})

/** A process buys and is killed when its payment is made but not answered. */
async function killedWhileBuying({ organizationId, caller }: TestOrganization): Promise<void> {
  const order: PurchaseOrder = {
    url: platform.db.url,
    processorUrl: server.url,
    organizationId,
    keyId: caller.keyId,
    idempotencyKey: 'k',
    credits,
  }
  const child: ChildProcess = fork(program, [JSON.stringify(order)], {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  let complaint = ''
  child.stderr?.on('data', (text: Buffer) => (complaint += text.toString()))
  child.on('message', () => (complaint += 'it has bought and was not killed'))
  const ended = new Promise<NodeJS.Signals | null>((resolve) => {
    child.once('close', (_code, signal) => resolve(signal))
  })
  server.beforeAnswer = async () => {
    child.kill('SIGKILL')
    await ended
  }
  expect(await ended, complaint).toBe('SIGKILL')
  server.beforeAnswer = undefined
}

describe('a process killed while it buys', () => {
  const prepared = async () => {
    const org = await anOrg(platform, { credits: 1_000 })
    await platform.payments.attachCard(org.organizationId, 'pm_card', by)
    await killedWhileBuying(org)
    const [purchase] = await platform.payments.listPurchases(org.organizationId, 10)
    expect(purchase).toMatchObject({ state: 'pending', idempotencyKey: 'k' })
    expect(await platform.ledger.balance(org.organizationId)).toMatchObject({ available: 1_000 })
    return org
  }

  const expectOneGrant = async ({ organizationId }: TestOrganization) => {
    const purchases = await platform.payments.listPurchases(organizationId, 10)
    expect(purchases.map(({ state }) => state)).toEqual(['succeeded'])
    const paid = server.intents.filter(({ metadata }) => metadata['organizationId'] === organizationId)
    expect(paid).toHaveLength(1)
    const entries = await platform.ledger.pageOfTransfers(organizationId, { kinds: ['purchase'] }, 10)
    expect(entries).toMatchObject([{ amount: credits, requestId: purchases[0]?.id }])
    expect(await platform.ledger.balance(organizationId)).toMatchObject({ available: credits + 1_000 })
    expect(await platform.ledger.reconcile(organizationId)).toEqual([])
  }

  it('has bought once when the reconciler of the next start has looked, however often', async () => {
    const org = await prepared()
    platform.clock.set(systemClock.now() + 31_000)
    const nowMs = platform.clock.now()
    await Promise.all([platform.payments.reconcile(nowMs), platform.payments.reconcile(nowMs)])
    await platform.payments.reconcile(nowMs)
    await expectOneGrant(org)
  })

  it('has bought once when the customer retries before and while the reconciler looks', async () => {
    const org = await prepared()
    platform.clock.set(systemClock.now() + 31_000)
    const retry = (serial: number) =>
      platform.payments.buy({
        organizationId: org.organizationId,
        keyId: org.caller.keyId,
        credits: milli(credits),
        by,
        idempotencyKey: 'k',
        requestId: `retry ${serial}`,
      })
    const [first] = await Promise.all([retry(1), retry(2), platform.payments.reconcile(platform.clock.now())])
    expect(first).toMatchObject({ repeated: 'key', purchase: { state: 'succeeded' } })
    await expectOneGrant(org)
  })
})
