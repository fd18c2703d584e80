import { beforeAll, describe, expect, test } from 'vitest'
import { verifies } from '../../../../conformance/verifies.ts'
import { openInsightTest, type InsightTest } from '../../../../worlds/insight.ts'

let insight: InsightTest
beforeAll(async () => {
  insight = await openInsightTest()
})

const ask = (companyMetadata: object) => insight.ask('POST /v1/company-revenue', { companyMetadata })

describe('getCompanyRevenue 200', () => {
  test('the bounds of a source, with year and who says so', async () => {
    verifies('op.get-company-revenue')
    verifies('insight.revenue')
    const { body, charged } = await ask({ domain: 'www.alpha-works.example' })
    expect(body.output.company).toEqual({
      name: 'Alpha Works',
      domain: 'alpha-works.example',
      pnetUrl: expect.stringContaining('/company/alpha-works'),
      pnetOrgId: '9101',
    })
    expect(body.output.revenueInfo).toMatchObject({
      lowerBound: 8_000_000,
      upperBound: 12_000_000,
      currency: 'USD',
      fiscalYear: 2024,
      basis: 'estimated',
      citations: [
        expect.stringMatching(/: revenue_estimate 8,000,000 USD to 12,000,000 USD, observed 2026-01-10$/),
        'named as source of the estimate: Registry',
      ],
    })
    expect(charged).toBe(2)
  })

  test('a figure of a source is both bounds; a company is found by its id, page or name', async () => {
    for (const metadata of [
      { pnetOrgId: '9102' },
      { pnetUrl: 'pnet.example/company/beta-works' },
      { name: 'BETA WORKS Inc.' },
      { name: 'Something else', domain: 'beta-works.example' },
    ]) {
      const { body } = await ask(metadata)
      expect(body.output.revenueInfo).toMatchObject({
        lowerBound: 5_000_000,
        upperBound: 5_000_000,
        fiscalYear: null,
        basis: 'reported',
      })
    }
  })

  test('null, and free, where nothing tells, and for an unknown company', async () => {
    const nothing = await ask({ domain: 'gamma-works.example' })
    expect(nothing.body.output).toMatchObject({ company: { name: 'Gamma Works' }, revenueInfo: null })
    const unknown = await ask({ name: 'Nobody Knows It' })
    expect(unknown.body.output).toMatchObject({ company: null, revenueInfo: null })
    expect([nothing, unknown].map(({ body }) => body.chargeInfo.method)).toEqual(['free', 'free'])
  })
})

describe('getCompanyRevenue 400', () => {
  test.each([
    [{}, 'companyMetadata'],
    [{ domain: 'no domain' }, 'companyMetadata.domain'],
    [{ pnetOrgId: 'abc' }, 'companyMetadata.pnetOrgId'],
  ])('%j', async (metadata, path) => {
    const { status, body } = await ask(metadata)
    expect([status, body.issues?.[0]?.path]).toEqual([400, path])
  })
})
