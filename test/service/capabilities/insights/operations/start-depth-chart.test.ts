import { beforeAll, describe, expect, test } from 'vitest'
import { verifies } from '../../../../conformance/verifies.ts'
import { alphaWorks, openInsightTest, unknownCompany, type InsightTest } from '../../../../worlds/insight.ts'

let insight: InsightTest
beforeAll(async () => {
  insight = await openInsightTest()
})

const start = 'POST /v1/depth-chart/start'
const poll = 'POST /v1/depth-chart/poll'

async function chart(body: object) {
  const { service } = insight
  const org = await service.org(50)
  const send = (route: string, sent: object) => service.send(route, { key: org.rawKey, body: sent })
  const started = await send(start, body)
  expect(started.status, started.text).toBe(200)
  const before = (await send(poll, started.body.output)).body
  await service.almanac.jobs.workNow()
  const after = (await send(poll, started.body.output)).body
  return { started: started.body, before, after, org }
}

describe('startDepthChart and pollDepthChart 200', () => {
  test('the staff by function and seniority, with how long they have been there; the event tells the end', async () => {
    verifies('op.start-depth-chart')
    verifies('op.poll-depth-chart')
    verifies('insight.depth-chart')
    const { started, before, after, org } = await chart({
      company: { identifier: 'domain', value: 'beta-works.example' },
    })
    expect(started.chargeInfo.method).toBe('charging-later')
    expect(before.output).toEqual({ status: 'pending' })
    const { report } = after.output
    // The chief executive, the accountant who advises elsewhere, and the engineer.
    expect(report).toMatchObject({
      reportId: started.output.reportId,
      companyInfo: { name: 'Beta Works' },
      totalEmployees: 3,
      averageTenureMonths: 135.1,
    })
    const sum = (parts: { totalEmployees: number }[]) =>
      parts.reduce((all, { totalEmployees }) => all + totalEmployees, 0)
    for (const parts of [report.buckets, report.seniorityStats, report.functionStats])
      expect(sum(parts)).toBe(3)
    expect(report.seniorityStats[0]).toMatchObject({
      seniority: 'Executive',
      totalEmployees: 1,
      percent: 33.33,
    })
    expect(report.functionStats).toContainEqual(
      expect.objectContaining({ function: 'Engineering', totalEmployees: 1 }),
    )
    expect(after.chargeInfo).toMatchObject({ method: 'charged-for-async-process', creditsCharged: 10 })
    expect(await insight.service.available(org)).toBe(40_000)
    await expect
      .poll(
        async () => (await insight.service.send('GET /v1/events', { key: org.rawKey })).body.output.events,
      )
      .toMatchObject([
        {
          type: 'depth_chart.completed',
          data: {
            task_id: report.reportId,
            success: true,
            company_name: 'Beta Works',
            employee_count: 3,
            error: null,
          },
        },
      ])
  })

  test('only some functions; a company without known staff is not charged', async () => {
    const some = await chart({ company: alphaWorks, functions: ['Sales'] })
    expect(some.after.output.report.functionStats).toMatchObject([{ function: 'Sales', totalEmployees: 1 }])
    const none = await chart({ company: { identifier: 'domain', value: 'twin-a.example' } })
    expect(none.after.output).toMatchObject({
      status: 'completed',
      report: { totalEmployees: 0, buckets: [], method: expect.stringContaining('knows nobody') },
    })
    expect(await insight.service.available(none.org)).toBe(50_000)
  })
})

describe('startDepthChart 400, 404', () => {
  test('an unknown company is refused and costs nothing', async () => {
    const { service } = insight
    const org = await service.org(50)
    const { status, body } = await service.send(start, { key: org.rawKey, body: { company: unknownCompany } })
    expect([status, body.code]).toEqual([404, 'not_found'])
    expect(await service.available(org)).toBe(50_000)
  })

  test('an unknown function, and an empty list of them', async () => {
    for (const functions of [['Piracy'], []]) {
      const { status, body } = await insight.ask(start, { company: alphaWorks, functions })
      expect([status, body.issues?.[0]?.path]).toEqual([400, expect.stringContaining('functions')])
    }
  })
})
