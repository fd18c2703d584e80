import { beforeAll, describe, expect, it } from 'vitest'
import { countMilli, milli, noCredits } from '../../lib/credits.ts'
import { verifies } from '../../../test/conformance/verifies.ts'
import { atEnd } from '../../../test/support/at-end.ts'
import { callOf, countingJob, type CountingJob, moneyOf, startCounting } from '../../../test/support/jobs.ts'
import { anOrg, openTestPlatform, type TestPlatform } from '../../../test/support/platform.ts'
import { testDatabase } from '../../../test/support/postgres.ts'
import { WorkOvertaken } from './index.ts'
import { sql, StoreUnavailable } from '../../store/postgres/index.ts'

const [byThree, planned, recorded] = [countingJob(3), countingJob(2, 'planned'), countingJob(1, 'recorded')]
const looking = countingJob(2, 'looking')
let onLook: (texts: string[]) => Promise<void> | void
let onRecord: NonNullable<CountingJob['record']>
const letters = (count: number) => Array.from({ length: count }, (_, index) => `item ${index}`)
let platform: TestPlatform
const logged: string[] = []
let onWork: (texts: string[]) => Promise<void> | void
let plan: () => string[]

beforeAll(async () => {
  platform = openTestPlatform(await testDatabase(), { log: (message) => void logged.push(message) })
  const deps = { onWork: (texts: string[]) => onWork(texts) }
  platform.jobs.register(byThree, deps)
  platform.jobs.register({ ...recorded, record: (...given) => onRecord(...given) }, deps)
  platform.jobs.register(
    {
      ...looking,
      async ahead(_context, items) {
        const texts = items.map(({ input }) => input)
        await onLook(texts)
        return texts
      },
      work(context, items, ahead: string[]) {
        expect(ahead).toEqual(items.map(({ input }) => input))
        return looking.work(context, items, undefined)
      },
    },
    deps,
  )
  platform.jobs.register({ ...planned, plan: async () => plan(), conclude: async () => ({ made: 1 }) }, deps)
  atEnd(() => platform.jobs.close())
})

const events = async (org: { organizationId: string }) => {
  const found = await platform.events.list(org.organizationId, { after: undefined, limit: 100 })
  return found.map(({ event }) => ({
    type: event.type,
    data: JSON.parse(event.data) as Record<string, unknown>,
  }))
}

/** Runs what is in line until nothing is, however often it fails. */
async function workUntilDone(): Promise<void> {
  for (let round = 0; round < 50; round++) {
    const left = await platform.jobs.workNow().catch(() => 'again')
    if (left !== 'again') return
  }
  throw new Error('jobs still fail')
}

async function anOrgWithCredits(credits = 20) {
  onWork = () => undefined
  const org = await anOrg(platform, { credits: credits * 1_000 })
  return { ...org, call: callOf(org, platform.clock.now()) }
}

describe('a job', () => {
  it('holds at the start, charges each delivered item once, gives the rest back, and tells', async () => {
    verifies('promise.jobs.charged-once')
    const org = await anOrgWithCredits()
    const taskId = await startCounting(platform, org, { job: byThree, items: ['a', 'nothing', 'b', 'c'] })
    expect(await platform.ledger.balance(org.organizationId)).toMatchObject({ available: 16_000 })
    const before = await platform.jobs.find(byThree, org.call, taskId)
    expect(before).toMatchObject({ state: 'queued', done: false, total: 4, remaining: 4, progressPercent: 0 })
    expect(await platform.jobs.workNow()).toBe(1)
    const job = await platform.jobs.find(byThree, org.call, taskId)
    expect(job).toMatchObject({
      state: 'completed',
      done: true,
      delivered: 3,
      empty: 1,
      failed: 0,
      remaining: 0,
      progressPercent: 100,
      charged: 3e3,
      held: 4e3,
      etaSeconds: null,
      params: { note: 'a note' },
    })
    expect(await moneyOf(platform, org, taskId)).toEqual({ delivered: 3, charged: 3_000, captured: 3_000 })
    expect(await platform.ledger.balance(org.organizationId)).toMatchObject({ available: 17_000 })
    expect(await platform.ledger.reconcile(org.organizationId)).toEqual([])
    await expect
      .poll(() => events(org))
      .toEqual([
        {
          type: 'counting.completed',
          data: { task_id: taskId, taskId, success: true, delivered: 3, total: 4, error: null },
        },
      ])
    expect(await platform.jobs.workNow()).toBe(0)
  })

  it('pages through its items in order, and resumes from the cursor while it runs', async () => {
    const org = await anOrgWithCredits()
    const pages: (string | null)[][] = []
    let cursor: string | undefined
    const taskId = await startCounting(platform, org, { job: byThree, items: letters(8) })
    const next = async () => {
      const job = await platform.jobs.find(byThree, org.call, taskId)
      const page = await platform.jobs.items(job, { cursor, take: 2 })
      pages.push(page.items.map(({ output }) => output))
      cursor = page.nextCursor
    }
    onWork = async ([first]) => {
      if (first !== 'item 0') await next()
    }
    await platform.jobs.workNow()
    while (cursor !== undefined) await next()
    expect(pages.flat().map((text) => (JSON.parse(text ?? '') as { text: string }).text)).toEqual(
      letters(8).map((text) => text.toUpperCase()),
    )
    expect(pages.length).toBeGreaterThan(3)
    const job = await platform.jobs.find(byThree, org.call, taskId)
    await expect(platform.jobs.items(job, { cursor: 'made up', take: 2 })).rejects.toMatchObject({
      code: 'invalid-cursor',
    })
  })

  it('tells progress and the time left while it runs', async () => {
    const org = await anOrgWithCredits()
    const seen: unknown[] = []
    const taskId = await startCounting(platform, org, { job: byThree, items: letters(9) })
    onWork = async () => {
      platform.clock.advance(6_000)
      const { state, completed, progressPercent, etaSeconds } = await platform.jobs.find(
        byThree,
        org.call,
        taskId,
      )
      seen.push({ state, completed, progressPercent, etaSeconds })
    }
    await platform.jobs.workNow()
    expect(seen).toEqual([
      { state: 'running', completed: 0, progressPercent: 0, etaSeconds: null },
      { state: 'running', completed: 3, progressPercent: 33, etaSeconds: 24 },
      { state: 'running', completed: 6, progressPercent: 66, etaSeconds: 9 },
    ])
  })

  it('is there for its own organization and kind only', async () => {
    verifies('promise.api.foreign-id-unknown')
    const [org, other] = [await anOrgWithCredits(), await anOrgWithCredits()]
    const taskId = await startCounting(platform, org, { job: byThree, items: letters(1) })
    for (const ask of [
      () => platform.jobs.find(byThree, other.call, taskId),
      () => platform.jobs.find(planned, org.call, taskId),
      () => platform.jobs.find(byThree, org.call, 'task_unknown'),
      () => platform.jobs.cancel(byThree, other.call, taskId),
      () => platform.jobs.cancel(planned, org.call, taskId),
    ])
      await expect(ask()).rejects.toMatchObject({ code: 'not-found' })
    await platform.jobs.workNow()
    expect(await platform.jobs.find(byThree, org.call, taskId)).toMatchObject({ state: 'completed' })
  })

  it('may find out its items by itself and make a result of the whole', async () => {
    const org = await anOrgWithCredits()
    plan = () => letters(5)
    const taskId = await startCounting(platform, org, { job: planned, items: [], holdUnits: 7 })
    await platform.db.query(sql`UPDATE jobs SET total = NULL WHERE id = ${taskId}`)
    await platform.jobs.workNow()
    expect(await platform.jobs.find(planned, org.call, taskId)).toMatchObject({
      total: 5,
      delivered: 5,
      charged: 5e3,
      result: { made: 1 },
    })
    expect(await platform.ledger.balance(org.organizationId)).toMatchObject({ available: 15_000 })
  })
})

describe('a job that looks ahead', () => {
  it('does so while the items before are stored, and each outcome is stored and charged once', async () => {
    const org = await anOrgWithCredits()
    const stored: number[] = []
    const taskId = await startCounting(platform, org, { job: looking, items: letters(7) })
    onLook = async () => {
      const { delivered } = await platform.jobs.find(looking, org.call, taskId)
      stored.push(delivered)
    }
    await platform.jobs.workNow()
    expect(stored).toHaveLength(4)
    expect(await moneyOf(platform, org, taskId)).toEqual({ delivered: 7, charged: 7_000, captured: 7_000 })
  })

  it('is canceled like any other: what was looked at costs nothing', async () => {
    const org = await anOrgWithCredits()
    const taskId = await startCounting(platform, org, { job: looking, items: letters(6) })
    onLook = async (texts) => {
      if (texts.includes('item 2')) await platform.jobs.cancel(looking, org.call, taskId)
    }
    await platform.jobs.workNow()
    const { delivered, charged } = await platform.jobs.find(looking, org.call, taskId)
    expect(charged).toBe(delivered * 1_000)
    expect(delivered).toBeLessThan(4)
    expect(await platform.ledger.balance(org.organizationId)).toMatchObject({
      available: 20_000 - countMilli(charged),
    })
  })

  it('parks the item whose look fails five times and goes on with the others', async () => {
    const org = await anOrgWithCredits()
    const taskId = await startCounting(platform, org, { job: looking, items: letters(7) })
    onLook = (texts) => {
      if (texts.includes('item 4')) throw new Error('poison')
    }
    await platform.jobs.workNow()
    expect(await platform.jobs.find(looking, org.call, taskId)).toMatchObject({
      state: 'completed',
      delivered: 6,
      failed: 1,
      charged: 6e3,
    })
  })

  it('for want of a store goes on where it was', async () => {
    const org = await anOrgWithCredits()
    const taskId = await startCounting(platform, org, { job: looking, items: letters(6) })
    let outages = 0
    onLook = (texts) => {
      if (texts.includes('item 3') && (outages += 1) <= 4) throw new StoreUnavailable('away')
    }
    await workUntilDone()
    expect(outages).toBe(5)
    expect(await platform.jobs.find(looking, org.call, taskId)).toMatchObject({ delivered: 6, failed: 0 })
  })
})

describe('a cancel', () => {
  it('gives back what is not delivered, and nothing is charged after its answer', async () => {
    verifies('promise.jobs.cancel-stops')
    const org = await anOrgWithCredits()
    const taskId = await startCounting(platform, org, { job: byThree, items: letters(12) })
    let batches = 0
    let refunded = noCredits
    onWork = async () => {
      batches += 1
      // In the middle of the second batch, whose work has been done when the cancel is answered.
      if (batches === 2) ({ refunded } = await platform.jobs.cancel(byThree, org.call, taskId))
    }
    await platform.jobs.workNow()
    expect(refunded).toBe(9_000)
    expect(batches).toBe(2)
    expect(await moneyOf(platform, org, taskId)).toEqual({ delivered: 3, charged: 3_000, captured: 3_000 })
    expect(await platform.ledger.balance(org.organizationId)).toMatchObject({ available: 17_000 })
    expect(await platform.jobs.find(byThree, org.call, taskId)).toMatchObject({
      state: 'canceled',
      done: true,
      remaining: 9,
    })
    const again = await platform.jobs.cancel(byThree, org.call, taskId)
    expect(again).toMatchObject({ refunded: 0, job: { state: 'canceled' } })
    await expect
      .poll(() => events(org))
      .toMatchObject([{ data: { success: false, delivered: 3, total: 12 } }])
    const job = await platform.jobs.find(byThree, org.call, taskId)
    const page = await platform.jobs.items(job, { take: 100 })
    expect(page).toMatchObject({ nextCursor: undefined, items: [{}, {}, {}] })
  })

  it('before the job began gives everything back', async () => {
    const org = await anOrgWithCredits()
    const taskId = await startCounting(platform, org, { job: byThree, items: letters(4) })
    expect(await platform.jobs.cancel(byThree, org.call, taskId)).toMatchObject({ refunded: 4_000 })
    onWork = () => expect.unreachable()
    await platform.jobs.workNow()
    expect(await platform.ledger.balance(org.organizationId)).toMatchObject({ available: 20_000 })
    expect(await platform.ledger.reconcile(org.organizationId)).toEqual([])
  })
})

describe('work that fails', () => {
  it('parks the item that fails five times and goes on with the others', async () => {
    verifies('promise.jobs.poison-parks')
    const org = await anOrgWithCredits()
    const taskId = await startCounting(platform, org, { job: byThree, items: letters(7) })
    let alone = 0
    onWork = (texts) => {
      if (!texts.includes('item 4')) return
      if (texts.length === 1) alone += 1
      throw new Error('poison')
    }
    await platform.jobs.workNow()
    expect(alone).toBe(5)
    expect(await platform.jobs.find(byThree, org.call, taskId)).toMatchObject({
      state: 'completed',
      delivered: 6,
      failed: 1,
      charged: 6e3,
    })
    expect(await platform.ledger.balance(org.organizationId)).toMatchObject({ available: 14_000 })
  })

  it('of what somebody ended meanwhile is no line of the log, and stores and charges nothing; any other is one', async () => {
    const org = await anOrgWithCredits()
    const failing = [new WorkOvertaken('deleted'), new Error('broken')]
    onRecord = async () => {
      const cause = failing.shift()
      if (cause !== undefined) throw cause
    }
    for (const lines of [[], ['job failed']]) {
      const taskId = await startCounting(platform, org, { job: recorded, items: ['a'] })
      logged.length = 0
      await expect(platform.jobs.run(taskId)).rejects.toThrow()
      expect(logged).toEqual(lines)
      const job = await platform.jobs.find(recorded, org.call, taskId)
      expect(job).toMatchObject({ done: false, delivered: 0 })
    }
    await workUntilDone()
    expect(await platform.ledger.balance(org.organizationId)).toMatchObject({ available: 18_000 })
  })

  it('outside the items is given up after five runs, and everything is given back', async () => {
    const org = await anOrgWithCredits()
    let runs = 0
    plan = () => {
      runs += 1
      throw new Error('cannot plan')
    }
    const taskId = await startCounting(platform, org, { job: planned, items: [], holdUnits: 7 })
    await platform.db.query(sql`UPDATE jobs SET total = NULL WHERE id = ${taskId}`)
    await workUntilDone()
    expect(runs).toBe(5)
    expect(await platform.jobs.find(planned, org.call, taskId)).toMatchObject({ state: 'failed', charged: 0 })
    expect(await platform.ledger.balance(org.organizationId)).toMatchObject({ available: 20_000 })
    await expect.poll(() => events(org)).toMatchObject([{ data: { success: false } }])
  })

  it('for want of a store counts for nothing', async () => {
    const org = await anOrgWithCredits()
    const taskId = await startCounting(platform, org, { job: byThree, items: letters(4) })
    let outages = 0
    onWork = (texts) => {
      if (!texts.includes('item 3') || (outages += 1) > 9) return
      throw new StoreUnavailable('away')
    }
    await workUntilDone()
    expect(outages).toBe(10)
    expect(await platform.jobs.find(byThree, org.call, taskId)).toMatchObject({ delivered: 4, failed: 0 })
  })
})

describe('a start', () => {
  it('that does not commit leaves neither job nor hold', async () => {
    const org = await anOrgWithCredits()
    const replay = {
      slot: { organizationId: org.organizationId, key: 'nobody claimed it', requestId: 'req' },
      answer: () => ({ status: 200, body: '{}', creditsCharged: noCredits }),
    }
    await expect(
      startCounting(platform, org, { job: byThree, items: letters(3), replay }),
    ).rejects.toMatchObject({ name: 'SlotLost' })
    onWork = () => expect.unreachable()
    expect(await platform.jobs.workNow()).toBe(0)
    await platform.ledger.expireHolds(platform.clock.now() + 3_600_000)
    expect(await platform.ledger.balance(org.organizationId)).toMatchObject({ available: 20_000 })
  })

  it('keeps its hold over a restart and its expiry, which end those of requests', async () => {
    const org = await anOrgWithCredits()
    const taskId = await startCounting(platform, org, { job: byThree, items: letters(3) })
    const next = openTestPlatform(platform.db, { clock: platform.clock, bootId: 'boot-2' })
    await next.ledger.abandonHolds()
    await next.ledger.expireHolds(platform.clock.now() + 86_400_000)
    await platform.jobs.workNow()
    expect(await moneyOf(platform, org, taskId)).toMatchObject({ captured: 3_000 })
    expect(await platform.ledger.reconcile(org.organizationId)).toEqual([])
  })

  it('that no subscription can pay alone is paid by several, each in turn, and the rest goes back to them', async () => {
    const org = await anOrgWithCredits(2)
    const { organizationId } = org
    const subscriptionId = `sub_more_${organizationId}`
    await platform.db.query(sql`
      INSERT INTO subscriptions (id, organization_id, allocation, period_allocation, period_started_at,
        period_resets_at, period_anchor, created_at)
      SELECT ${subscriptionId}, organization_id, 0, 0, period_started_at, period_resets_at + interval '1 day',
        period_anchor, created_at
      FROM subscriptions WHERE organization_id = ${organizationId}`)
    await platform.ledger.openAccount(platform.db, organizationId, subscriptionId)
    await platform.ledger.grant({ organizationId, subscriptionId, amount: milli(5_000), requestId: 'more' })
    const items = ['a', 'b', 'c', 'nothing', 'd', 'nothing']
    const taskId = await startCounting(platform, org, { job: byThree, items })
    await platform.jobs.workNow()
    expect(await moneyOf(platform, org, taskId)).toEqual({ delivered: 4, charged: 4_000, captured: 4_000 })
    expect(await platform.ledger.balance(organizationId)).toMatchObject({ available: 3_000 })
    expect(await platform.ledger.reconcile(organizationId)).toEqual([])
  })

  it('whose hold was taken back ends unpaid', async () => {
    const org = await anOrgWithCredits()
    const taskId = await startCounting(platform, org, { job: byThree, items: letters(3) })
    await platform.db.query(sql`
      SELECT ledger_take_back(hold_id, now()) FROM jobs WHERE id = ${taskId}`)
    await platform.jobs.workNow()
    expect(await moneyOf(platform, org, taskId)).toEqual({ delivered: 0, charged: 0, captured: 0 })
    expect(await platform.jobs.find(byThree, org.call, taskId)).toMatchObject({ state: 'failed', charged: 0 })
  })
})

describe('maintenance', () => {
  it('removes results after 30 days, and puts in line again what the queue lost', async () => {
    const org = await anOrgWithCredits()
    const [done, lost] = [
      await startCounting(platform, org, { job: byThree, items: letters(2) }),
      await startCounting(platform, org, { job: byThree, items: letters(2) }),
    ]
    await platform.db.query(sql`DELETE FROM job_queue.job WHERE data->>'id' = ${lost}`)
    await platform.jobs.workNow()
    expect(await platform.jobs.find(byThree, org.call, lost)).toMatchObject({ state: 'queued' })
    await platform.jobs.revive(platform.clock.now() + 600_001)
    await platform.jobs.revive(platform.clock.now() + 600_001)
    expect(await platform.jobs.workNow()).toBe(1)
    expect(await platform.jobs.find(byThree, org.call, lost)).toMatchObject({ state: 'completed' })
    const day = 86_400_000
    await platform.jobs.purge(platform.clock.now() + 30 * day - 1)
    expect(await platform.jobs.find(byThree, org.call, done)).toMatchObject({ delivered: 2 })
    await platform.jobs.purge(platform.clock.now() + 30 * day)
    await expect(platform.jobs.find(byThree, org.call, done)).rejects.toMatchObject({ code: 'not-found' })
  })
})
