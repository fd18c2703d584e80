import { describe, expect, test } from 'vitest'
import { milli } from '../../../../../src/lib/credits.ts'
import { verifies } from '../../../../conformance/verifies.ts'
import {
  anAudience,
  ask,
  atCompanies,
  built,
  refuses,
  service,
  shareService,
  someStaff,
} from '../../../../../src/capabilities/audiences/fixtures/building.ts'

shareService()

const enrichmentType = {}

describe('estimateEnrichmentCost 200', () => {
  test('breaks the most an enrichment can cost down, changes nothing and is free', async () => {
    verifies('op.estimate-enrichment-cost', 'audience.state.estimate', 'audience.enrichment-type')
    const org = await service.org()
    const staff = await someStaff(3)
    const id = await anAudience(org, { companySearchParams: atCompanies(staff), prospectSearchParams: {} })
    await built(org, id)
    const before = (await ask(org, `GET ${id}`)).body.output
    const estimate = async (body: object) => {
      const { status, body: answer, text } = await ask(org, `POST ${id}/enrichment/estimate`, body)
      expect(status, text).toBe(200)
      expect(answer.chargeInfo.method).toBe('free')
      return answer
    }
    const all = await estimate({ maxProspectsToEnrich: 100, enrichmentType })
    expect(all.output).toEqual({
      totalCredits: 15,
      breakdown: {
        salesNav: { credits: 0, isFree: true },
        // No live source is set up here: what cannot be had is not in the estimate.
        liveCompany: { credits: 0, discounted: true },
        liveProspect: { credits: 0, discounted: true },
        waterfall: {
          credits: 15,
          originalCredits: 21,
          discount: 6,
          operations: { workEmail: 6, personalEmail: 6, phone: 9 },
        },
        validation: { credits: 0, isFree: true },
      },
      timeEstimate: { totalSeconds: 1, formatted: 'less than a minute' },
      companies: 0,
      prospects: 3,
    })
    expect(all.advice).toEqual([expect.stringContaining('No live source')])
    const work = { getPersonalEmails: false, getPhoneNumbers: false }
    expect((await estimate({ maxProspectsToEnrich: 2, enrichmentType: work })).output).toMatchObject({
      totalCredits: 4,
      prospects: 2,
    })
    const nothing = await estimate({ maxProspectsToEnrich: 2, enrichmentType, runContactEnrichment: false })
    expect(nothing.output.totalCredits).toBe(0)
    expect((await ask(org, `GET ${id}`)).body.output).toEqual(before)
    expect(await service.available(org)).toBe(100_000_000 - 4_000)
  })

  test('at the prices of the organization', async () => {
    const org = await service.org()
    const id = await anAudience(org, {
      companySearchParams: atCompanies(await someStaff(2)),
      prospectSearchParams: {},
    })
    await built(org, id)
    await service.almanac.ledger.prices.setPrice(org.organizationId, 'workEmailReveal', milli(1_500))
    const work = { getPersonalEmails: false, getPhoneNumbers: false }
    const { body } = await ask(org, `POST ${id}/enrichment/estimate`, {
      maxProspectsToEnrich: 5,
      enrichmentType: work,
    })
    expect(body.output.totalCredits).toBe(3)
  })
})

describe('estimateEnrichmentCost 400', () => {
  test.each([
    [{ enrichmentType }, 'maxProspectsToEnrich'],
    [{ maxProspectsToEnrich: 0, enrichmentType }, 'maxProspectsToEnrich'],
    [{ maxProspectsToEnrich: 1 }, 'enrichmentType'],
    [{ maxProspectsToEnrich: 1, enrichmentType: { getWorkEmails: 'yes' } }, 'enrichmentType.getWorkEmails'],
  ])('%j', async (body, path) => {
    const org = await service.org()
    const answer = await ask(org, `POST ${await anAudience(org)}/enrichment/estimate`, body)
    expect([answer.status, answer.body.issues[0].path]).toEqual([400, path])
  })
})

test('estimateEnrichmentCost 409 before the first build, and while one is under way', async () => {
  verifies('audience.order')
  const org = await service.org()
  const id = await anAudience(org, { companySearchParams: atCompanies(await someStaff(0)) })
  const asked = () => ask(org, `POST ${id}/enrichment/estimate`, { maxProspectsToEnrich: 1, enrichmentType })
  expect((await asked()).body.message).toContain('has not been built')
  await ask(org, `POST ${id}/build`)
  const during = await asked()
  expect([during.status, during.body.message]).toEqual([409, expect.stringContaining('is being built')])
  await service.almanac.jobs.workNow()
  expect((await asked()).status).toBe(200)
})

refuses('estimateEnrichmentCost', (id) => `POST ${id}/enrichment/estimate`, {
  body: { maxProspectsToEnrich: 1, enrichmentType },
})
