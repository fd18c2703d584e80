import { beforeAll, describe, expect, test } from 'vitest'
import { verifies } from '../../../../conformance/verifies.ts'
import { openInsightTest, type InsightTest } from '../../../../worlds/insight.ts'

let insight: InsightTest
beforeAll(async () => {
  insight = await openInsightTest()
})

const ask = (rankings: object) => insight.ask('POST /v1/company-rankings', { rankings })
const all = { low: 1, high: 1000 }

describe('listCompanyRankings 200', () => {
  test('the companies of the newest year by rank', async () => {
    verifies('op.list-company-rankings')
    verifies('insight.rankings')
    const { body, charged } = await ask({ list: 'growth-1000', rankRange: all })
    expect(body.output).toMatchObject({ list: 'growth-1000', year: 2025 })
    expect(body.output.companies).toMatchObject([
      {
        name: 'Alpha Works',
        rank: 3,
        domain: 'alpha-works.example',
        headquarters: 'Berlin, Germany',
        countryCode: 'DEU',
        revenueUsd: 8_000_000,
        profitsUsd: 1_200_000,
        employeeCount: 51,
      },
      { name: 'Beta Works', rank: 900, revenueUsd: 5_000_000, profitsUsd: null },
    ])
    expect(charged).toBe(2)
  })

  test('of a year and a range; what holds no company is free', async () => {
    const of2024 = await ask({ list: 'growth-1000', rankRange: { low: 7, high: 7 }, year: 2024 })
    expect(of2024.body.output).toMatchObject({ year: 2024, companies: [{ name: 'Alpha Works', rank: 7 }] })
    for (const none of [
      { list: 'growth-1000', rankRange: { low: 4, high: 899 } },
      { list: 'growth-1000', rankRange: all, year: 2001 },
      { list: 'unheard-of', rankRange: all },
    ]) {
      const { body } = await ask(none)
      expect([body.output.companies, body.chargeInfo.method]).toEqual([[], 'free'])
    }
  })
})

describe('listCompanyRankings 400', () => {
  test.each([
    [{ list: 'growth-1000', rankRange: { low: 5, high: 4 } }, 'rankings.rankRange.high'],
    [{ list: 'growth-1000', rankRange: { low: 1, high: 1001 } }, 'rankings.rankRange.high'],
    [{ list: 'growth-1000' }, 'rankings.rankRange'],
  ])('%j', async (rankings, path) => {
    const { status, body } = await ask(rankings)
    expect([status, body.issues?.[0]?.path]).toEqual([400, path])
  })
})
