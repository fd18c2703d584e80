import { beforeAll, describe, expect, it } from 'vitest'
import { verifies } from '../../../test/conformance/verifies.ts'
import { atEnd } from '../../../test/support/at-end.ts'
import { callOf, countingJob, moneyOf } from '../../../test/support/jobs.ts'
import { anOrg, openTestPlatform, type TestPlatform } from '../../../test/support/platform.ts'
import { testDatabase } from '../../../test/support/postgres.ts'
import { companies } from '../../../test/support/spending.ts'
import { sql, UniqueViolation, type Postgres } from '../../store/postgres/index.ts'
import { InvalidRule } from './rule.ts'
import { startedBy, type RunOutcome, type ScheduleRun } from './schedule-kind.ts'
import type { ScheduleRule } from './rule.ts'
import { dayMs } from '../../lib/time.ts'

const job = countingJob(3)
const beganMs = Date.UTC(2026, 0, 15, 12)
let db: Postgres
let subjects = 0

beforeAll(async () => {
  db = await testDatabase()
})

/** A process on the database of the file, with a clock of its own. Its runs are what `work` says. */
function aProcess(work: (run: ScheduleRun, platform: TestPlatform) => Promise<RunOutcome>, kind: string) {
  const platform = openTestPlatform(db)
  const runs: { subjectId: string; slot: string }[] = []
  platform.jobs.register(job, { onWork: () => undefined })
  platform.schedules.register({
    kind,
    async run(run) {
      runs.push({ subjectId: run.subjectId, slot: new Date(run.slotMs).toISOString().slice(0, 16) })
      return work(run, platform)
    },
  })
  atEnd(() => platform.jobs.close())
  return { ...platform, runs }
}

/** A process with one schedule of a kind of its own. */
async function scheduled(
  rule: ScheduleRule,
  work: Parameters<typeof aProcess>[0] = async () => ({ outcome: 'done' }),
  credits = 10_000,
) {
  const kind = `kind ${(subjects += 1)}`
  const process = aProcess(work, kind)
  const org = await anOrg(process, { credits })
  const { organizationId } = org
  const subjectId = `subject ${subjects}`
  const made = await db.transact((tx) =>
    process.schedules.create(tx, { organizationId, kind, subjectId, rule }),
  )
  const { id } = made
  return {
    ...process,
    org,
    id,
    kind,
    made,
    change: (name: 'pause' | 'resume' | 'skipNext') => db.transact((tx) => process.schedules[name](tx, id)),
    now: () => process.schedules.find({ kind, subjectId }),
    slots: async () =>
      (await process.schedules.slots(id, 100)).map(({ slotAt, outcome, reason }) => ({
        slot: slotAt.toISOString().slice(0, 16),
        outcome,
        reason,
      })),
    /** Puts the clock where it is said, and looks. */
    async at(iso: string) {
      process.clock.set(Date.parse(iso))
      return process.schedules.runDue()
    },
  }
}

/** Begins a job of so many items, each a credit. */
const beginsJob =
  (items: readonly string[]) =>
  async ({ tx, organizationId }: ScheduleRun, { jobs }: TestPlatform): Promise<RunOutcome> =>
    startedBy(
      await jobs.begin(tx, job, {
        organizationId: organizationId ?? '',
        operationId: 'counting.run',
        params: { note: '' },
        items,
        lines: companies(items.length),
      }),
    )

describe('a schedule', () => {
  it('runs at its slot, once, and not before', async () => {
    verifies('promise.jobs.schedule-slots')
    const it = await scheduled({ cron: '0 9 * * 1' })
    expect(await it.at('2026-01-19T08:59:59.999Z')).toBe(0)
    expect(await it.at('2026-01-19T09:00Z')).toBe(1)
    expect(await it.at('2026-01-19T09:00Z')).toBe(0)
    expect(await it.at('2026-01-25T09:00Z')).toBe(0)
    expect(await it.at('2026-01-26T09:00:10Z')).toBe(1)
    expect(it.runs.map(({ slot }) => slot)).toEqual(['2026-01-19T09:00', '2026-01-26T09:00'])
    expect(await it.now()).toMatchObject({ lastOutcome: 'done', nextSlotAt: new Date('2026-02-02T09:00Z') })
  })

  it('makes up for one of the slots it missed, however many, and goes on', async () => {
    verifies('promise.jobs.schedule-slots')
    const it = await scheduled({ everyDays: 7 })
    expect(await it.at('2026-06-01T00:00Z')).toBe(1)
    expect(await it.at('2026-06-01T00:00Z')).toBe(0)
    expect(it.runs).toMatchObject([{ slot: '2026-01-22T12:00' }])
    expect(await it.now()).toMatchObject({ nextSlotAt: new Date('2026-06-04T12:00Z') })
  })

  it('runs no slot twice when the clock is set back', async () => {
    const it = await scheduled({ cron: '0 * * * *' })
    await it.at('2026-01-15T13:00Z')
    expect(await it.at('2026-01-15T12:59Z')).toBe(0)
    await it.change('pause')
    await it.change('resume')
    expect(await it.at('2026-01-15T13:00Z')).toBe(0)
    expect(await it.at('2026-01-15T14:00Z')).toBe(1)
    expect(it.runs.map(({ slot }) => slot)).toEqual(['2026-01-15T13:00', '2026-01-15T14:00'])
  })

  it('is run by one of several processes', async () => {
    verifies('promise.jobs.schedule-slots')
    const first = await scheduled({ everyDays: 1 })
    const { organizationId } = first.org
    for (let i = 0; i < 30; i++) {
      const subjectId = `raced ${i}`
      const { kind } = first
      await db.transact((tx) =>
        first.schedules.create(tx, { organizationId, kind, subjectId, rule: { everyDays: 1 } }),
      )
    }
    const others = Array.from({ length: 3 }, () => aProcess(async () => ({ outcome: 'done' }), first.kind))
    const all = [first, ...others]
    for (const { clock } of all) clock.set(beganMs + 30 * dayMs)
    const lookAll = () => Promise.all(all.map(({ schedules }) => schedules.runDue()))
    const counts = [...(await lookAll()), ...(await lookAll())]
    expect(counts.reduce((sum, count) => sum + count)).toBe(31)
    const ran = all.flatMap(({ runs }) => runs.map(({ subjectId }) => subjectId))
    expect(ran).toHaveLength(31)
    expect(new Set(ran).size).toBe(31)
  })

  it('makes up for nothing it was paused over', async () => {
    const it = await scheduled({ everyDays: 1 })
    expect(await it.change('pause')).toMatchObject({ paused: true })
    expect(await it.at('2026-01-20T13:00Z')).toBe(0)
    expect(await it.change('resume')).toMatchObject({
      paused: false,
      nextSlotAt: new Date('2026-01-21T12:00Z'),
    })
    expect(await it.at('2026-01-20T13:00Z')).toBe(0)
    expect(await it.at('2026-01-21T12:00Z')).toBe(1)
  })

  it('leaves out the next slot when asked', async () => {
    const it = await scheduled({ everyDays: 1 })
    await it.change('skipNext')
    expect(await it.at('2026-01-16T12:00Z')).toBe(0)
    expect(await it.at('2026-01-17T12:00Z')).toBe(1)
    expect(await it.slots()).toEqual([
      { slot: '2026-01-17T12:00', outcome: 'done', reason: null },
      { slot: '2026-01-16T12:00', outcome: 'skipped', reason: 'asked' },
    ])
  })

  it('goes by another rule from when that is said, an interval counted from the last slot', async () => {
    const it = await scheduled({ everyDays: 30 })
    await it.at('2026-02-14T12:00Z')
    const change = (rule: ScheduleRule) => db.transact((tx) => it.schedules.changeRule(tx, it.id, rule))
    expect(await change({ everyDays: 7 })).toMatchObject({ nextSlotAt: new Date('2026-02-21T12:00Z') })
    expect(await change({ cron: '0 0 1 * *' })).toMatchObject({
      rule: { cron: '0 0 1 * *' },
      nextSlotAt: new Date('2026-03-01T00:00Z'),
    })
    await expect(change({ cron: '0 0 30 2 *' })).rejects.toThrow(InvalidRule)
    expect(await db.transact((tx) => it.schedules.changeRule(tx, 'sched_none', { everyDays: 1 }))).toBe(
      undefined,
    )
  })

  it('is gone when deleted, and is the only one of its subject before', async () => {
    const it = await scheduled({ everyDays: 1 })
    const { kind, subjectId, organizationId } = it.made
    const again = { kind, subjectId, organizationId, rule: { everyDays: 2 } }
    await expect(db.transact((tx) => it.schedules.create(tx, again))).rejects.toThrow(UniqueViolation)
    const remove = () => db.transact((tx) => it.schedules.remove(tx, it.id))
    expect([await remove(), await remove()]).toEqual([true, false])
    expect(await it.at('2026-03-01T00:00Z')).toBe(0)
  })

  it('does not run for an archived organization, nor make up for that', async () => {
    const it = await scheduled({ everyDays: 1 })
    const archive = (archivedAt: Date | null) =>
      db.query(sql`UPDATE organizations SET archived_at = ${archivedAt} WHERE id = ${it.org.organizationId}`)
    await archive(new Date(beganMs))
    await it.at('2026-01-16T12:00Z')
    await archive(null)
    await it.at('2026-01-16T13:00Z')
    expect(it.runs).toEqual([])
    expect(await it.now()).toMatchObject({ lastOutcome: 'skipped', lastReason: 'archived' })
    expect(await it.at('2026-01-17T12:00Z')).toBe(1)
  })

  it('may be the installation’s own, begins where it is said, and is left alone by who does not know its kind', async () => {
    const it = await scheduled({ everyDays: 1 })
    const firstSlotMs = Date.parse('2026-01-15T12:30Z')
    const own = { organizationId: null, subjectId: 'own', rule: { everyDays: 1 }, firstSlotMs }
    await db.transact(async (tx) => {
      await it.schedules.create(tx, { ...own, kind: it.kind })
      await it.schedules.create(tx, { ...own, kind: 'unknown kind' })
    })
    expect(await it.at('2026-01-15T12:30Z')).toBe(1)
    expect(it.runs).toEqual([{ subjectId: 'own', slot: '2026-01-15T12:30' }])
  })
})

describe('a run', () => {
  it('begins a job that is held, charged and given back like any other', async () => {
    const it = await scheduled({ everyDays: 1 }, beginsJob(['a', 'nothing', 'b']))
    expect(await it.at('2026-01-16T12:00Z')).toBe(1)
    expect(await it.ledger.balance(it.org.organizationId)).toMatchObject({ available: 7_000 })
    const { lastTaskId: taskId } = (await it.now()) ?? {}
    expect(await it.jobs.workNow()).toBe(1)
    const view = await it.jobs.find(job, callOf(it.org, it.clock.now()), taskId ?? '')
    expect(view).toMatchObject({ state: 'completed', delivered: 2, charged: 2_000, requestId: taskId })
    expect(await moneyOf(it, it.org, taskId ?? '')).toEqual({ delivered: 2, charged: 2_000, captured: 2_000 })
    expect(await it.ledger.balance(it.org.organizationId)).toMatchObject({ available: 8_000 })
    expect(await it.ledger.reconcile(it.org.organizationId)).toEqual([])
  })

  it('that cannot be paid is noted with its reason, and the next slot is tried', async () => {
    const it = await scheduled({ everyDays: 1 }, beginsJob(['a', 'b', 'c']), 5_000)
    await it.at('2026-01-16T12:00Z')
    await it.jobs.workNow()
    expect(await it.at('2026-01-17T12:00Z')).toBe(1)
    expect(await it.jobs.workNow()).toBe(0)
    const { organizationId } = it.org
    expect(await it.ledger.balance(organizationId)).toMatchObject({ available: 2_000 })
    await db.query(sql`UPDATE subscriptions SET status = 'paused' WHERE organization_id = ${organizationId}`)
    await it.at('2026-01-18T12:00Z')
    expect(await it.slots()).toMatchObject([
      { outcome: 'unpaid', reason: 'restricted' },
      { outcome: 'unpaid', reason: 'insufficient-credits' },
      { outcome: 'started' },
    ])
    expect(await it.ledger.reconcile(organizationId)).toEqual([])
  })

  it('is left out while the job of the slot before still runs', async () => {
    const it = await scheduled({ everyDays: 1 }, beginsJob(['a']))
    await it.at('2026-01-16T12:00Z')
    await it.at('2026-01-17T12:00Z')
    await it.jobs.workNow()
    await it.at('2026-01-18T12:00Z')
    expect((await it.slots()).map(({ outcome, reason }) => reason ?? outcome)).toEqual([
      'started',
      'still-running',
      'started',
    ])
    await it.jobs.workNow()
  })

  it('that throws is undone and tried again, five times, and holds up nobody', async () => {
    const begin = beginsJob(['a'])
    const it = await scheduled({ everyDays: 1 }, async (run, platform) => {
      await begin(run, platform)
      throw new Error('no')
    })
    const fine = await scheduled({ everyDays: 1 })
    expect(await it.at('2026-01-16T12:00Z')).toBe(1)
    expect(await fine.at('2026-01-16T12:00Z')).toBe(1)
    expect(await it.at('2026-01-16T12:00:59Z')).toBe(0)
    for (const minutes of [1, 5, 21, 85]) {
      it.clock.set(beganMs + dayMs + minutes * 60_000)
      expect(await it.schedules.runDue()).toBe(1)
    }
    expect(await it.slots()).toEqual([{ slot: '2026-01-16T12:00', outcome: 'failed', reason: 'error' }])
    expect(await it.jobs.workNow()).toBe(0)
    expect(await it.ledger.balance(it.org.organizationId)).toMatchObject({ available: 10_000 })
    expect(await it.now()).toMatchObject({ attempts: 0, nextSlotAt: new Date('2026-01-17T12:00Z') })
  })
})

it('what became of slots is kept 90 days', async () => {
  const it = await scheduled({ everyDays: 1 })
  await it.at('2026-01-16T12:00Z')
  await it.schedules.purge(it.clock.now() + 90 * dayMs)
  expect(await it.slots()).toHaveLength(1)
  await it.schedules.purge(it.clock.now() + 90 * dayMs + 1)
  expect(await it.slots()).toEqual([])
})
