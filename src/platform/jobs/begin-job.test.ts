import { beforeAll, describe, expect, it } from 'vitest'
import { milli, noCredits } from '../../lib/credits.ts'
import { atEnd } from '../../../test/support/at-end.ts'
import { callOf, countingJob } from '../../../test/support/jobs.ts'
import { anOrg, openTestPlatform, type TestPlatform } from '../../../test/support/platform.ts'
import { testDatabase } from '../../../test/support/postgres.ts'
import { companies } from '../../../test/support/spending.ts'
import { sql, type Queryable } from '../../store/postgres/index.ts'
import type { BeginRequest } from './begin-job.ts'

const job = countingJob(3)
let platform: TestPlatform

beforeAll(async () => {
  platform = openTestPlatform(await testDatabase())
  platform.jobs.register(job, { onWork: () => undefined })
  atEnd(() => platform.jobs.close())
  await platform.jobs.ready()
})

/** An organization of two subscriptions, the first of which resets first. */
async function twoSubscriptions(first: number, second: number) {
  const org = await anOrg(platform, { credits: first })
  platform.clock.advance(86_400_000)
  const later = await platform.organizations.addSubscription(org.organizationId, milli(second))
  const left = async () =>
    Object.fromEntries(
      (await platform.ledger.subscriptionBalances(org.organizationId)).map((one) => [
        one.subscriptionId === later ? 'later' : 'sooner',
        one.available,
      ]),
    )
  return { ...org, later, left }
}

type More = Partial<BeginRequest<{ note: string }, string>>

const begin = ({ organizationId }: { organizationId: string }, more: More, tx?: Queryable) => {
  const request = { organizationId, operationId: 'counting.run', params: { note: '' }, items: ['a'], ...more }
  if (tx !== undefined) return platform.jobs.begin(tx, job, request)
  return platform.db.transact((own) => platform.jobs.begin(own, job, request))
}

describe('a job that no request starts', () => {
  it('holds on all subscriptions as requests do, and gives back what it did not deliver', async () => {
    const org = await twoSubscriptions(3_000, 10_000)
    const items = ['a', 'b', 'c', 'nothing', 'd']
    const begun = await begin(org, { items, lines: companies(5) })
    expect(begun).toMatchObject({ begun: true, held: 5_000 })
    expect(await org.left()).toEqual({ sooner: 0, later: 8_000 })
    // No process gives it back, whatever becomes of the one that began it.
    expect(await platform.ledger.expireHolds(platform.clock.now() + 31 * 86_400_000)).toBe(0)
    await platform.jobs.workNow()
    expect(await org.left()).toEqual({ sooner: 0, later: 9_000 })
    expect(await platform.ledger.reconcile(org.organizationId)).toEqual([])
  })

  it('is paid by the subscription it names alone', async () => {
    const org = await twoSubscriptions(3_000, 10_000)
    const one = { subscriptionId: org.later }
    expect(await begin(org, { ...one, lines: companies(4) })).toMatchObject({ begun: true })
    expect(await org.left()).toEqual({ sooner: 3_000, later: 6_000 })
    expect(await begin(org, { ...one, lines: companies(7) })).toEqual({
      begun: false,
      reason: 'insufficient-credits',
      needed: 7_000,
      available: 6_000,
    })
    expect(await org.left()).toEqual({ sooner: 3_000, later: 6_000 })
    const others = await anOrg(platform)
    const foreign = { subscriptionId: others.subscriptionId, lines: companies(1) }
    expect(await begin(org, foreign)).toMatchObject({ begun: false, reason: 'restricted', available: 0 })
    await platform.jobs.workNow()
  })

  it('is refused as a value, leaves nothing, and the transaction goes on', async () => {
    const org = await anOrg(platform, { credits: 1_000 })
    await platform.db.transact(async (tx) => {
      expect(await begin(org, { lines: companies(2) }, tx)).toEqual({
        begun: false,
        reason: 'insufficient-credits',
        needed: 2_000,
        available: 1_000,
      })
      expect(await begin(org, { lines: companies(1) }, tx)).toMatchObject({ begun: true, held: 1_000 })
    })
    expect(await platform.jobs.workNow()).toBe(1)
  })

  it('costs nothing without lines, or where its price is nothing', async () => {
    const org = await anOrg(platform, { credits: 0 })
    await platform.ledger.prices.setPrice(org.organizationId, 'companySearchResult', noCredits)
    for (const more of [{}, { lines: companies(3) }]) {
      const begun = await begin(org, more)
      expect(begun).toMatchObject({ begun: true, held: 0 })
      await platform.jobs.workNow()
      const call = callOf(org, platform.clock.now())
      const taskId = begun.begun ? begun.taskId : ''
      expect(await platform.jobs.find(job, call, taskId)).toMatchObject({ delivered: 1, charged: 0 })
    }
  })

  it('holds at the prices of now, those with no line included', async () => {
    const org = await anOrg(platform, { credits: 10_000 })
    // Read in the transaction: the other process has the price of a second ago.
    await platform.ledger.unitPrices(org.organizationId, ['companySearchResult'])
    const elsewhere = openTestPlatform(platform.db)
    await elsewhere.ledger.prices.setPrice(org.organizationId, 'companySearchResult', milli(3_000))
    expect(await begin(org, { lines: companies(2), keys: ['personResolve'] })).toMatchObject({ held: 6_000 })
    const [row] = await platform.db.query(sql`
      SELECT unit_prices AS prices FROM jobs WHERE organization_id = ${org.organizationId}`)
    expect(row).toMatchObject({ prices: { companySearchResult: 3_000, personResolve: expect.any(Number) } })
    await platform.jobs.workNow()
  })

  it('is not there when its transaction is rolled back: no job, no hold, no place in line', async () => {
    const org = await anOrg(platform, { credits: 5_000 })
    const rolledBack = platform.db.transact(async (tx) => {
      await begin(org, { lines: companies(2) }, tx)
      throw new Error('after all not')
    })
    await expect(rolledBack).rejects.toThrow('after all not')
    expect(await platform.jobs.workNow()).toBe(0)
    expect(await platform.ledger.balance(org.organizationId)).toMatchObject({ available: 5_000 })
    const rows = await platform.db.query(
      sql`SELECT 1 FROM jobs WHERE organization_id = ${org.organizationId}`,
    )
    expect(rows).toEqual([])
  })
})
