import { beforeAll, describe, expect, it } from 'vitest'
import {
  anOrg,
  openTestPlatform,
  type TestOrganization,
  type TestPlatform,
} from '../../../test/support/platform.ts'
import { testDatabase } from '../../../test/support/postgres.ts'
import { companies } from '../../../test/support/spending.ts'
import type { PriceLine } from '../../operation/index.ts'
import { milli } from '../../lib/credits.ts'
import { dayMs } from '../../lib/time.ts'
import { sql } from '../../store/postgres/index.ts'
import { openRecordReads, type ReadExtent, type RecordReads } from './open-record-reads.ts'

let platform: TestPlatform
let reads: RecordReads
beforeAll(async () => {
  const db = await testDatabase()
  platform = openTestPlatform(db)
  reads = openRecordReads({ db, windowDays: 30 })
})

let requests = 0
const priceKey = 'companySearchResult'

/** A request that is charged a credit for each record that it has to be charged for; answers those, and its id. */
async function read(
  { organizationId }: TestOrganization,
  entities: readonly string[],
  extent: ReadExtent,
  beside: readonly PriceLine[] = [],
) {
  const requestId = `read_${(requests += 1)}`
  const nowMs = platform.clock.now()
  const by = { organizationId, requestId, kind: 'companies', extent, priceKey, nowMs } as const
  const unpaid = await platform.db.transact(async (tx) => {
    const outcome = await platform.ledger.holdForJob(tx, {
      organizationId,
      requestId,
      operationId: 'op',
      expiresAtMs: nowMs + dayMs,
      lines: [...companies(entities.length), ...beside],
    })
    if (!outcome.ok) throw new Error(outcome.reason)
    const { hold } = outcome
    const claimed = await reads.claim(tx, entities, by)
    await platform.ledger.captureForJob(tx, { organizationId, hold }, [...companies(claimed.size), ...beside])
    await platform.ledger.closeJobHold(tx, hold)
    return claimed
  })
  return { requestId, unpaid: [...unpaid].toSorted() }
}

const unpaidOf = async (...of: Parameters<typeof read>) => (await read(...of)).unpaid

describe('what was paid for of a record', () => {
  it('a row is paid for by a row and by the whole record, the whole record by itself alone', async () => {
    const org = await anOrg(platform)
    expect(await unpaidOf(org, ['1', '2'], 'row')).toEqual(['1', '2'])
    expect(await unpaidOf(org, ['1', '2', '3'], 'row')).toEqual(['3'])
    expect(await unpaidOf(org, ['2', '4'], 'record')).toEqual(['2', '4'])
    expect(await unpaidOf(org, ['2', '4', '5'], 'row')).toEqual(['5'])
    expect(await unpaidOf(org, ['2', '3', '4'], 'record')).toEqual(['3'])
    const by = { organizationId: org.organizationId, kind: 'companies', nowMs: platform.clock.now() } as const
    expect(await reads.countPaid(['1', '2', '5', '6'], { ...by, extent: 'row' })).toBe(3)
    expect(await reads.countPaid(['1', '2', '5', '6'], by)).toBe(1)
  })

  it('at a price of 0 nothing is paid for, whatever else its request is charged', async () => {
    const org = await anOrg(platform)
    const { prices } = platform.ledger
    const beside = [{ key: 'peopleSearchResult', units: 1 }] as const
    await prices.setPrice(org.organizationId, priceKey, milli(0))
    const { requestId, unpaid } = await read(org, ['21', '22'], 'row', beside)
    expect(unpaid).toEqual(['21', '22'])
    const by = { organizationId: org.organizationId, kind: 'companies', nowMs: platform.clock.now() } as const
    expect(await reads.countPaid(['21', '22'], { ...by, extent: 'row' })).toBe(0)
    expect(await reads.countPaidWith(requestId, ['21', '22'], by)).toBe(2)
    await prices.setPrice(org.organizationId, priceKey, milli(1_000))
    expect(await unpaidOf(org, ['21'], 'row', beside)).toEqual(['21'])
    expect(await unpaidOf(org, ['21', '22'], 'row', beside)).toEqual(['22'])
    // Read before the release that notes the price: any charge of the request paid for it.
    await platform.db.query(sql`
      UPDATE record_reads SET price_key = NULL, request_id = ${requestId} WHERE organization_id = ${org.organizationId}`)
    expect(await unpaidOf(org, ['21', '22'], 'row')).toEqual([])
  })

  it('the charges of a request are asked once, however many records it paid for', async () => {
    const org = await anOrg(platform)
    const { organizationId } = org
    const wanted = Array.from({ length: 30 }, (_, index) => String(300 + index))
    await read(org, wanted.slice(0, 20), 'record')
    await read(org, wanted.slice(10), 'row')
    const by = { organizationId, kind: 'companies', extent: 'row', nowMs: platform.clock.now() } as const
    await platform.db.transact(async (tx) => {
      await tx.query(sql`SET LOCAL track_functions = 'all'`)
      const countAsked = async () => {
        const [row] = await tx.query<{ calls: number }>(sql`
          SELECT calls::int AS calls FROM pg_stat_xact_user_functions WHERE funcname = 'record_is_paid'`)
        return row?.calls ?? 0
      }
      const inside = openRecordReads({ db: { ...platform.db, query: tx.query.bind(tx) }, windowDays: 30 })
      expect(await inside.countPaid(wanted, by)).toBe(30)
      const counted = await countAsked()
      expect(counted).toBe(2)
      const unpaid = await inside.claim(tx, wanted, { ...by, requestId: 'asked_once', priceKey })
      expect([unpaid.size, (await countAsked()) - counted]).toEqual([0, 2])
    })
  })

  it('a charge that was given back paid for nothing', async () => {
    const org = await anOrg(platform)
    const { requestId } = await read(org, ['7'], 'record')
    await platform.ledger.refundRequest({
      organizationId: org.organizationId,
      amount: milli(1_000),
      requestId: 'refund',
      refunds: requestId,
      note: 'a test',
    })
    expect(await unpaidOf(org, ['7'], 'row')).toEqual(['7'])
  })

  it('after 30 days each is charged again', async () => {
    const org = await anOrg(platform)
    await read(org, ['8'], 'record')
    platform.clock.advance(30 * dayMs - 1)
    expect(await unpaidOf(org, ['8'], 'row')).toEqual([])
    platform.clock.advance(1)
    expect(await unpaidOf(org, ['8'], 'row')).toEqual(['8'])
  })

  it('of many requests at the same moment one is charged for each record', async () => {
    const org = await anOrg(platform)
    const wanted = Array.from({ length: 40 }, (_, index) => String(100 + index))
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, turn) => unpaidOf(org, turn % 2 ? wanted : wanted.toReversed(), 'row')),
    )
    expect(answers.flat().toSorted()).toEqual(wanted)
  })

  it('claims of many and of few at the same moment do not wait for each other in a circle', async () => {
    const org = await anOrg(platform)
    const { organizationId } = org
    const many = Array.from({ length: 6_000 }, (_, index) => String(100_000 + index))
    const low = many[0] ?? ''
    const high = many.at(-1) ?? ''
    await read(org, [low], 'row')
    const claimBy = (requestId: string) =>
      ({
        organizationId,
        requestId,
        kind: 'companies',
        extent: 'row',
        priceKey,
        nowMs: platform.clock.now(),
      }) as const
    const began = Promise.withResolvers<number>()
    const claimFew = () =>
      platform.db.transact(async (tx) => {
        const [session] = await tx.query<{ pid: number }>(sql`SELECT pg_backend_pid() AS pid`)
        began.resolve(session?.pid ?? 0)
        return reads.claim(tx, [low, high], claimBy('few'))
      })
    const few = await platform.db.transact(async (tx) => {
      // The first statement of many has the low id, and not yet the high one.
      await reads.claim(tx, many.slice(0, 5_000), claimBy('many'))
      const claimed = claimFew()
      const pid = await began.promise
      await expect
        .poll(async () => {
          const [session] = await platform.db.query<{ waits: boolean }>(sql`
            SELECT wait_event_type = 'Lock' AS waits FROM pg_stat_activity WHERE pid = ${pid}`)
          return session?.waits
        })
        .toBe(true)
      await reads.claim(tx, many.slice(5_000), claimBy('many'))
      return { claimed }
    })
    // Many were not charged for, so what few wait for is theirs to pay.
    expect(await few.claimed).toEqual(new Set([high]))
  })

  it('more records than one statement takes are claimed in one transaction', async () => {
    const org = await anOrg(platform, { credits: 50_000_000 })
    const wanted = Array.from({ length: 12_000 }, (_, index) => String(9_000 + index))
    expect((await read(org, wanted, 'row')).unpaid).toHaveLength(12_000)
    expect((await read(org, [...wanted, '5'], 'row')).unpaid).toEqual(['5'])
  })
})
