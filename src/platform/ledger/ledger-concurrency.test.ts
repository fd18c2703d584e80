import { beforeAll, describe, expect, it } from 'vitest'
import { milli } from '../../lib/credits.ts'
import { sql } from '../../store/postgres/index.ts'
import { testDatabase } from '../../../test/support/postgres.ts'
import {
  anOrg,
  inOneMinute,
  openTestPlatform,
  type TestOrganization,
  type TestPlatform,
} from '../../../test/support/platform.ts'
import { verifies } from '../../../test/conformance/verifies.ts'

let platform: TestPlatform

beforeAll(async () => {
  platform = openTestPlatform(await testDatabase({ poolSize: 16 }))
})

/** The whole charge path: hold, then settle in full; false when refused. */
async function charge(org: TestOrganization, units: number, requestId: string): Promise<boolean> {
  const request = {
    caller: org.caller,
    requestId,
    operationId: 'companySearch',
    lines: [{ key: 'companySearchResult' as const, units }],
    partial: false,
    expiresAtMs: inOneMinute(platform.clock),
  }
  const outcome = await platform.ledger.hold(request)
  if (!outcome.ok) return false
  await platform.ledger.settle({ ...request, hold: outcome.hold })
  return true
}

/** Runs `count` jobs, `width` of them at a time. */
async function inParallel<T>(count: number, width: number, job: (index: number) => Promise<T>): Promise<T[]> {
  const results: T[] = []
  let next = 0
  const lane = async () => {
    while (next < count) {
      const index = next++
      results[index] = await job(index)
    }
  }
  await Promise.all(Array.from({ length: width }, lane))
  return results
}

describe('spenders at the same time', () => {
  // credits, cost, how many at a time, requests
  const table = [
    [100, 1, 50, 200],
    [100, 1, 100, 300],
    [500, 10, 20, 100],
    [1, 1, 1_000, 1_000],
    [7, 2, 40, 400],
  ] as const

  it.each(table)(
    '%i credits at %i each, %i at a time, %i requests: exactly what the credits pay',
    async (credits, cost, width, count) => {
      const org = await anOrg(platform, { credits: credits * 1_000 })
      const results = await inParallel(count, width, (index) => charge(org, cost, `req_${index}`))
      const served = Math.min(count, Math.floor(credits / cost))
      expect(results.filter(Boolean)).toHaveLength(served)
      expect(await platform.ledger.balance(org.organizationId)).toMatchObject({
        available: (credits - served * cost) * 1_000,
      })
      const captures = await platform.db.query(sql`
      SELECT FROM ledger_transfers WHERE organization_id = ${org.organizationId} AND kind = 'capture'`)
      expect(captures).toHaveLength(served)
      expect(await platform.ledger.reconcile(org.organizationId)).toEqual([])
    },
  )

  it('see books that balance in every snapshot while others spend, release and refund', async () => {
    verifies('promise.ledger.double-entry')
    const org = await anOrg(platform, { credits: 40_000 })
    await platform.organizations.addSubscription(org.organizationId, milli(40_000))
    let writing = true
    const readers = [1, 2].map(async () => {
      let reads = 0
      while (writing) {
        const books = await platform.ledger.reconcile(org.organizationId)
        if (books.length > 0) throw new Error(JSON.stringify(books))
        reads += 1
      }
      return reads
    })
    await inParallel(240, 12, async (index) => {
      const requestId = `req_${index}`
      if (!(await charge(org, 1 + (index % 3), requestId))) return
      if (index % 4 !== 0) return
      const subscriptionId = await platform.ledger.chargedSubscription(org.organizationId, requestId)
      if (subscriptionId === undefined) throw new Error(`${requestId} left no trace`)
      await platform.ledger.refund({
        organizationId: org.organizationId,
        subscriptionId,
        amount: milli(1_000),
        requestId: `act_${index}`,
        refunds: requestId,
      })
    }).finally(() => {
      writing = false
    })
    for (const reads of await Promise.all(readers)) expect(reads).toBeGreaterThan(5)
  })

  it('get back each charge once when everything is refunded twice at the same time', async () => {
    const org = await anOrg(platform, { credits: 50_000 })
    await inParallel(50, 10, (index) => charge(org, 1, `req_${index}`))
    const refunds = await inParallel(100, 20, (index) =>
      platform.ledger
        .refund({ ...org, amount: milli(1_000), requestId: 'act', refunds: `req_${index % 50}` })
        .then(
          () => true,
          () => false,
        ),
    )
    expect(refunds.filter(Boolean)).toHaveLength(50)
    expect(await platform.ledger.balance(org.organizationId)).toEqual({
      available: 50_000,
      allocation: 50_000,
    })
    expect(await platform.ledger.reconcile(org.organizationId)).toEqual([])
  })
})
