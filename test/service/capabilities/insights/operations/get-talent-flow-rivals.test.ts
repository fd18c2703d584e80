import { beforeAll, describe, expect, test } from 'vitest'
import { verifies } from '../../../../conformance/verifies.ts'
import { alphaWorks, openInsightTest, unknownCompany, type InsightTest } from '../../../../worlds/insight.ts'

let insight: InsightTest
beforeAll(async () => {
  insight = await openInsightTest()
})

const ask = (company: object, more: object = {}) =>
  insight.ask('POST /v1/talent-flow/rivals', { company, dateRange: { after: '2010-01-01' }, ...more })

interface Rival {
  companyName: string
  gainedCount: number
  lostCount: number
}
const counts = (rivals: Rival[]) =>
  Object.fromEntries(
    rivals.map(({ companyName, gainedCount, lostCount }) => [companyName, [gainedCount, lostCount]]),
  )

describe('getTalentFlowRivals 200', () => {
  test('gained, lost and net, those with the most moves first', async () => {
    // Who came back joined twice.
    verifies('op.get-talent-flow-rivals')
    verifies('insight.talent-flow-rivals')
    const { body, charged } = await ask(alphaWorks)
    expect(body.output).toMatchObject({ joinersCount: 9, leaversCount: 3, numCompaniesPerSide: 25 })
    expect(body.output.rivals[0]).toEqual({
      companyName: 'Beta Works',
      domain: 'beta-works.example',
      pnetUrl: expect.stringContaining('/company/beta-works'),
      pnetOrgId: '9102',
      stage: null,
      totalFundingUsd: null,
      gainedCount: 2,
      lostCount: 2,
      netCount: 0,
      totalMovesCount: 4,
    })
    expect(counts(body.output.rivals)).toEqual({
      'Beta Works': [2, 2],
      'Gamma Works': [1, 1],
      'Delta Works': [1, 0],
    })
    expect(charged).toBe(5)
  })

  test('what one gains from another the other loses to it', async () => {
    for (const [domain, expected] of [
      ['beta-works.example', [2, 2]],
      ['gamma-works.example', [1, 1]],
      ['delta-works.example', [0, 1]],
    ] as const) {
      const { body } = await ask({ identifier: 'domain', value: domain })
      expect([domain, counts(body.output.rivals)['Alpha Works']]).toEqual([domain, expected])
    }
  })

  test('a few of each side; nothing found is free', async () => {
    const { body } = await ask(alphaWorks, { numCompaniesPerSide: 1 })
    expect(counts(body.output.rivals)).toEqual({ 'Beta Works': [2, 2] })
    const nobody = await ask({ identifier: 'domain', value: 'twin-a.example' })
    expect(nobody.body.output).toMatchObject({ rivals: [], method: expect.stringContaining('knows nobody') })
    const none = await ask(unknownCompany)
    expect(none.body.output).toMatchObject({ company: null, rivals: [] })
    expect(none.body.chargeInfo.method).toBe('free')
  })
})

describe('getTalentFlowRivals 400', () => {
  test('a number of companies out of bounds', async () => {
    const { status, body } = await ask(alphaWorks, { numCompaniesPerSide: 0 })
    expect([status, body.issues[0].path]).toEqual([400, 'numCompaniesPerSide'])
  })
})
