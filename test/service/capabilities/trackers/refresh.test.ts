import { describe, expect, test } from 'vitest'
import { milli } from '../../../../src/lib/credits.ts'
import { sql } from '../../../../src/store/postgres/index.ts'
import { verifies } from '../../../conformance/verifies.ts'
import {
  aList,
  ask,
  aSlug,
  readEvents,
  readOutput,
  refresh,
  service,
  shareService,
  readSignals,
  staff,
  threshold,
  writeCompanies,
} from '../../../../src/capabilities/trackers/fixtures/tracking.ts'

shareService()

describe('a refresh', () => {
  test('is first a free baseline that tells nothing, then fires on the transition alone and charges who is checked', async () => {
    verifies(
      'tracker.baseline-free',
      'tracker.transition-only',
      'tracker.refresh-may-charge',
      'price.tracker-check',
      'tracker.rule.lookback-omitted',
      'event.tracker-signal',
      'tracker.signal.record',
    )
    const org = await service.org(1_000)
    const [a, b] = [aSlug(), aSlug()]
    await writeCompanies({ [a]: staff(90), [b]: staff(300) })
    const id = await aList(org, { slugs: [a, b] })
    const first = await refresh(org, id)
    expect(first.body.output).toMatchObject({ entityCount: 2, estimatedCredits: 0 })
    expect(first.body.chargeInfo.method).toBe('free')
    expect([await readSignals(org, id), await service.captured(org)]).toEqual([[], 0])
    await writeCompanies({ [a]: staff(120) })
    const second = await refresh(org, id)
    expect(second.body.output.estimatedCredits).toBe(4)
    expect(second.body.chargeInfo.method).toBe('charging-later')
    expect(await service.captured(org)).toBe(4_000)
    const signals = await readSignals(org, id)
    expect(signals).toMatchObject([
      {
        type: 'headcount_crossed_threshold',
        entityType: 'company',
        pnetSlug: a,
        summary: `Company ${a} reached 100 employees.`,
        changeData: [{ kind: 'numeric', previous: 90, current: 120 }],
        isDummy: false,
        centiCreditsCharged: 0,
      },
    ])
    await writeCompanies({ [a]: staff(130) })
    await refresh(org, id)
    expect(await readSignals(org, id)).toHaveLength(1)
    expect(await service.captured(org)).toBe(8_000)
    const [told] = await readEvents(org, 'tracker.signal_detected')
    expect(told).toMatchObject({
      success: true,
      eventId: signals[0]!.id,
      entity: {
        type: 'company',
        orderingKey: expect.stringMatching(/^company:\d+$/),
        identifiers: { pnetSlug: a },
      },
      subscription: { listId: id, listName: 'Customers', type: 'headcount_crossed_threshold' },
      billing: { creditsCharged: 0, billingMethod: 'per_check' },
    })
    expect(await readEvents(org, 'tracker.list_run_completed')).toMatchObject([
      { success: true, listId: id, entityCount: 2 },
      { success: true },
      { success: true },
    ])
    expect(await service.available(org)).toBe(1_000_000 - 8_000)
    expect(await service.almanac.ledger.reconcile(org.organizationId)).toEqual([])
    // A signal is stored as a signal and as an event, and not with the job that found it once more.
    const outputs = await service.db.query<{ output: object }>(sql`
      SELECT output FROM job_items JOIN tracker_runs ON task_id = job_id WHERE list_id = ${id} ORDER BY tracker_runs.id`)
    expect(outputs.map(({ output }) => output)).toEqual(
      [0, 2, 2].map((checked) => ({ checked, signals: [] })),
    )
  })

  test('that is given up ends its run with it: whoever is told of the failure can refresh again', async () => {
    const org = await service.org()
    const slug = aSlug()
    await writeCompanies({ [slug]: staff(90) })
    const id = await aList(org, { slugs: [slug] })
    await readOutput(ask(org, `POST company-lists/${id}/refresh`, {}))
    const [job] = await service.db.query<{ id: string }>(sql`
      UPDATE jobs SET params = (params::jsonb || '{"listId": "nothing"}')::json WHERE id IN (
        SELECT task_id FROM tracker_runs WHERE list_id = ${id}) RETURNING id`)
    for (let run = 0; run < 5; run += 1) await service.almanac.jobs.run(job!.id).catch(() => undefined)
    expect(await readEvents(org, 'tracker.list_run_completed')).toMatchObject([{ success: false }])
    const again = await refresh(org, id)
    expect([again.status, (await readEvents(org, 'tracker.list_run_completed')).at(-1)]).toMatchObject([
      200,
      { success: true, listId: id },
    ])
  })

  test('of the same state checks and charges nothing, and 20 at once are one', async () => {
    const org = await service.org()
    const slug = aSlug()
    await writeCompanies({ [slug]: staff(90) })
    const id = await aList(org, { slugs: [slug] })
    await refresh(org, id)
    await writeCompanies({ [slug]: staff(150) })
    service.clock.advance(60_000)
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => ask(org, `POST company-lists/${id}/refresh`, {})),
    )
    const codes = answers.map(({ status }) => status).toSorted()
    expect(codes).toEqual([200, ...Array.from({ length: 9 }, () => 409)])
    await Promise.all([service.almanac.jobs.workNow(), service.almanac.jobs.workNow()])
    expect(await service.captured(org)).toBe(2_000)
    service.clock.advance(60_000)
    const again = await refresh(org, id)
    expect(again.body.output.message).toContain('Nothing was written')
    expect(await service.captured(org)).toBe(2_000)
    expect(await readSignals(org, id)).toHaveLength(1)
  })

  test('tells a value that flutters around its threshold once, and again when it had gone back far enough', async () => {
    const org = await service.org()
    const slug = aSlug()
    await writeCompanies({ [slug]: staff(99) })
    const id = await aList(org, { slugs: [slug] })
    await refresh(org, id)
    const counts: number[] = []
    for (const count of [101, 99, 102, 96, 103, 94, 104]) {
      await writeCompanies({ [slug]: staff(count) })
      await refresh(org, id)
      counts.push((await readSignals(org, id)).length)
    }
    expect(counts).toEqual([1, 1, 1, 1, 1, 1, 2])
  })

  test('tells nothing more within a cool-down', async () => {
    const org = await service.org()
    const slug = aSlug()
    await writeCompanies({ [slug]: { preferred_name: 'One' } })
    const rule = { type: 'company_name_changed', entityType: 'company', cooldownDays: 3 }
    const id = await aList(org, { slugs: [slug], rules: [rule] })
    await refresh(org, id)
    const told = async (name: string) => {
      await writeCompanies({ [slug]: { preferred_name: name } })
      await refresh(org, id)
      return (await readSignals(org, id)).length
    }
    expect([await told('Two'), await told('Three')]).toEqual([1, 1])
    service.clock.advance(3 * 86_400_000)
    expect(await told('Four')).toBe(2)
  })

  test('with lookbackDays compares with the snapshot about so many days old, and tells a growth once', async () => {
    verifies('tracker.rule.lookback-days')
    const org = await service.org()
    const slug = aSlug()
    const rule = {
      type: 'headcount_growth_percent',
      entityType: 'company',
      direction: 'grew',
      minPercentChange: 20,
      lookbackDays: 8,
    }
    await writeCompanies({ [slug]: staff(100) })
    const id = await aList(org, { slugs: [slug], rules: [rule, { ...rule, lookbackDays: null }] })
    await refresh(org, id)
    // Eight days back it is 100, then still 100, then 119.
    const steps = [
      [6, 110],
      [1, 119],
      [4, 121],
      [0.5, 122],
      [8, 123],
    ] as const
    for (const [days, count] of steps) {
      service.clock.advance(days * 86_400_000)
      await writeCompanies({ [slug]: staff(count) })
      await refresh(org, id)
    }
    const signals = await readSignals(org, id)
    expect(signals.map(({ changeData }) => [changeData[0]!['previous'], changeData[0]!['current']])).toEqual([
      [100, 121],
    ])
  })

  test('passes over test rules', async () => {
    verifies('tracker.rule.is-dummy')
    const org = await service.org()
    const slug = aSlug()
    await writeCompanies({ [slug]: staff(90) })
    const id = await aList(org, { slugs: [slug], rules: [threshold({ isDummy: true })] })
    await refresh(org, id)
    await writeCompanies({ [slug]: staff(120) })
    await refresh(org, id)
    expect(await readSignals(org, id)).toEqual([])
  })

  test('compares who is new from the next one on, for nothing', async () => {
    const org = await service.org()
    const [a, b] = [aSlug(), aSlug()]
    await writeCompanies({ [a]: staff(90), [b]: staff(90) })
    const id = await aList(org, { slugs: [a] })
    await refresh(org, id)
    await writeCompanies({ [a]: staff(120), [b]: staff(120) })
    await readOutput(
      ask(org, `PUT company-lists/${id}/companies`, { companies: [{ domain: `${b}.example` }] }),
    )
    await refresh(org, id)
    expect((await readSignals(org, id)).map(({ pnetSlug }) => pnetSlug)).toEqual([a])
    expect(await service.captured(org)).toBe(2_000)
  })

  test('charged per notification costs each signal and no check, and tells none that cannot be paid', async () => {
    const org = await service.org(3)
    const [a, b] = [aSlug(), aSlug()]
    await writeCompanies({ [a]: staff(90), [b]: staff(90) })
    const id = await aList(org, { slugs: [a, b], billingMethod: 'per_notification' })
    await refresh(org, id)
    await writeCompanies({ [a]: staff(120) })
    await refresh(org, id)
    expect(await service.captured(org)).toBe(2_000)
    expect(await readSignals(org, id)).toMatchObject([{ centiCreditsCharged: 200 }])
    await writeCompanies({ [b]: staff(120) })
    await refresh(org, id)
    expect([await service.captured(org), (await readSignals(org, id)).length]).toEqual([2_000, 1])
    expect(await readEvents(org, 'tracker.list_run_completed')).toMatchObject([
      { success: true, error: null },
      { success: true },
      { success: false, error: expect.stringContaining('credits') },
    ])
    const { organizationId, subscriptionId } = org
    await service.almanac.ledger.grant({
      organizationId,
      subscriptionId,
      amount: milli(10_000),
      requestId: 'top up',
    })
    await refresh(org, id)
    expect([await service.captured(org), (await readSignals(org, id)).length]).toEqual([4_000, 2])
  })

  test('charged per notification by hand costs at most its X-Max-Credits, and the next one tells the rest', async () => {
    const org = await service.org(100)
    const [a, b] = [aSlug(), aSlug()]
    await writeCompanies({ [a]: staff(90), [b]: staff(90) })
    const id = await aList(org, { slugs: [a, b], billingMethod: 'per_notification' })
    await refresh(org, id)
    await writeCompanies({ [a]: staff(120), [b]: staff(120) })
    await refresh(org, id, 'company', { 'x-max-credits': '3.999' })
    expect([await service.captured(org), await readSignals(org, id)]).toEqual([0, []])
    expect((await readEvents(org, 'tracker.list_run_completed')).at(-1)).toMatchObject({
      success: false,
      error: expect.stringContaining('X-Max-Credits'),
    })
    await refresh(org, id, 'company', { 'x-max-credits': '4' })
    expect([await service.captured(org), (await readSignals(org, id)).length]).toEqual([4_000, 2])
    expect(await service.almanac.ledger.reconcile(org.organizationId)).toEqual([])
  })

  test('of a list that is archived meanwhile ends, and charges nothing', async () => {
    const org = await service.org()
    const slug = aSlug()
    await writeCompanies({ [slug]: staff(90) })
    const id = await aList(org, { slugs: [slug] })
    await refresh(org, id)
    await writeCompanies({ [slug]: staff(120) })
    await readOutput(ask(org, `POST company-lists/${id}/refresh`, {}))
    await readOutput(ask(org, `DELETE company-lists/${id}`))
    await service.almanac.jobs.workNow()
    expect([await readSignals(org, id), await service.captured(org)]).toEqual([[], 0])
    expect((await readEvents(org, 'tracker.list_run_completed')).at(-1)).toMatchObject({
      success: false,
      error: 'The list was archived during the refresh.',
    })
    expect(await service.almanac.ledger.reconcile(org.organizationId)).toEqual([])
  })

  test('goes on with the rules it began with', async () => {
    const org = await service.org()
    const slug = aSlug()
    await writeCompanies({ [slug]: staff(90) })
    const id = await aList(org, { slugs: [slug] })
    await refresh(org, id)
    await writeCompanies({ [slug]: staff(120) })
    service.clock.advance(10_000)
    await readOutput(ask(org, `POST company-lists/${id}/refresh`, {}))
    await readOutput(ask(org, `PATCH company-lists/${id}`, { trackingRules: [] }))
    await service.almanac.jobs.workNow()
    expect(await readSignals(org, id)).toHaveLength(1)
  })

  test('that ends before it is stored is worked on again and tells and charges once', async () => {
    const org = await service.org()
    const slug = aSlug()
    await writeCompanies({ [slug]: staff(90) })
    const id = await aList(org, { slugs: [slug] })
    await refresh(org, id)
    await writeCompanies({ [slug]: staff(120) })
    service.clock.advance(10_000)
    await readOutput(ask(org, `POST company-lists/${id}/refresh`, {}))
    const { sql } = await import('../../../../src/store/postgres/index.ts')
    const [run] = await service.db.query<{ taskId: string }>(sql`
      SELECT task_id AS "taskId" FROM tracker_runs WHERE list_id = ${id} AND status = 'NOT_STARTED'`)
    await Promise.all([service.almanac.jobs.run(run!.taskId), service.almanac.jobs.run(run!.taskId)])
    await service.almanac.jobs.workNow()
    expect([await service.captured(org), (await readSignals(org, id)).length]).toEqual([2_000, 1])
  })
})

describe('the schedule', () => {
  const dayMs = 86_400_000
  const runAllDue = async () => {
    while ((await service.almanac.schedules.runDue()) > 0);
    await service.almanac.jobs.workNow()
  }

  test('refreshes every so many days, tells a day before, makes up once for a long absence, and stays still when the clock goes back', async () => {
    const org = await service.org()
    const slug = aSlug()
    await writeCompanies({ [slug]: staff(90) })
    const id = await aList(org, { slugs: [slug] })
    const beganMs = service.clock.now()
    const runs = async () => (await readEvents(org, 'tracker.list_run_completed')).length
    const upcoming = async () => (await readEvents(org, 'tracker.list_run_upcoming')).length
    service.clock.set(beganMs + 6.5 * dayMs)
    await runAllDue()
    expect([await upcoming(), await runs()]).toEqual([1, 0])
    service.clock.set(beganMs + 7.5 * dayMs)
    await runAllDue()
    expect(await runs()).toBe(1)
    await writeCompanies({ [slug]: staff(120) })
    service.clock.set(beganMs + 20 * dayMs)
    await runAllDue()
    expect([await runs(), (await readSignals(org, id)).length]).toEqual([2, 1])
    service.clock.set(beganMs + 8 * dayMs)
    await runAllDue()
    expect([await runs(), await service.captured(org)]).toEqual([2, 2_000])
    service.clock.set(beganMs + 21 * dayMs)
  })
})
