import { describe, expect, test } from 'vitest'
import { verifies } from '../../../../conformance/verifies.ts'
import {
  anAudience,
  ask,
  atCompanies,
  refuses,
  service,
  shareService,
  someStaff,
} from '../../../../../src/capabilities/audiences/fixtures/building.ts'

shareService()

describe('updateAudienceSearchParams 200', () => {
  test('sets what is given, keeps the rest, takes null as none, and says what a build would take', async () => {
    verifies('op.update-audience-search-params', 'audience.state.set-params')
    const org = await service.org()
    const staff = await someStaff(2, 1)
    const id = await anAudience(org)
    const set = async (body: object) => {
      const { status, body: answer, text } = await ask(org, `PATCH ${id}/search-params`, body)
      expect(status, text).toBe(200)
      expect(answer.chargeInfo.method).toBe('free')
      return answer
    }
    const companySearchParams = atCompanies(staff)
    expect((await set({ companySearchParams, maxCompanies: 5 })).output).toEqual({
      audienceId: id,
      companySearchParams,
      prospectSearchParams: null,
      maxCompanies: 5,
      maxProspects: 10_000,
      estimate: { companies: 2, prospects: 0 },
    })
    const both = await set({ prospectSearchParams: {}, maxProspects: 2 })
    expect(both.output).toMatchObject({
      companySearchParams,
      prospectSearchParams: {},
      maxCompanies: 5,
      estimate: { companies: 2, prospects: 2 },
    })
    expect(both.advice).toEqual([expect.stringContaining('3 people')])
    const { output } = await set({ companySearchParams: null, prospectSearchParams: null })
    expect(output).toMatchObject({ companySearchParams: null, estimate: { companies: 0, prospects: 0 } })
    expect(await service.captured(org)).toBe(0)
    expect((await ask(org, `GET ${id}`)).body.output).toMatchObject({ maxProspects: 2, status: 'DRAFT' })
  })

  test('an empty filter is no filter, with advice that names it once', async () => {
    verifies('client.search.no-filter')
    const org = await service.org()
    const id = await anAudience(org)
    const { status, body } = await ask(org, `PATCH ${id}/search-params`, {
      companySearchParams: { headquartersCountryCode: {}, industriesV2: { anyOf: null } },
      prospectSearchParams: { tags: {} },
    })
    expect(status).toBe(200)
    const empty = (paths: string) =>
      `Not a filter, because it is empty: ${paths}. Leave it out, or give it a value.`
    expect(body.advice).toEqual(
      expect.arrayContaining([
        empty('companySearchParams.headquartersCountryCode, companySearchParams.industriesV2'),
        empty('prospectSearchParams.tags'),
      ]),
    )
    expect(new Set(body.advice).size).toBe(body.advice.length)
  })

  test('takes the filters of companies and of people', async () => {
    verifies('audience.company-filters', 'audience.prospect-filters')
    const org = await service.org()
    const companySearchParams = {
      industriesV2: { anyOf: ['Software'] },
      headquartersCountryCode: { anyOf: ['X-NORDICS'] },
      employeeCountV2: { lowerBoundExclusive: 10 },
      totalFundingUSD: { lowerBound: 1_000_000 },
      keywords: { containsAny: ['robots'] },
    }
    const prospectSearchParams = {
      jobTitleV3: { anyOf: [{ type: 'plain', term: 'sales' }] },
      seniority: { anyOf: ['Director'] },
      jobFunction: { anyOf: ['Sales'] },
    }
    const params = { companySearchParams, prospectSearchParams }
    const { status, body, text } = await ask(org, `PATCH ${await anAudience(org)}/search-params`, params)
    expect(status, text).toBe(200)
    expect(body.warnings).toBeUndefined()
    expect(body.output.companySearchParams).toMatchObject({ industriesV2: { anyOf: ['Software'] } })
  })
})

describe('updateAudienceSearchParams 400', () => {
  test.each([
    [{ companySearchParams: { domains: 5 } }, 'companySearchParams.domains'],
    [{ prospectSearchParams: { seniority: { anyOf: ['Boss'] } } }, 'prospectSearchParams.seniority.anyOf[0]'],
    [{ companySearchParams: { domains: ['not a domain'] } }, 'companySearchParams.domains[0]'],
    [{ maxCompanies: 0 }, 'maxCompanies'],
    [{ maxProspects: 1_000_001 }, 'maxProspects'],
  ])('%j changes nothing', async (body, path) => {
    const org = await service.org()
    const id = await anAudience(org, { companySearchParams: { domains: ['acme.example'] } })
    const before = (await ask(org, `GET ${id}`)).body.output
    const answer = await ask(org, `PATCH ${id}/search-params`, body)
    expect([answer.status, answer.body.issues?.[0].path]).toEqual([400, path])
    expect((await ask(org, `GET ${id}`)).body.output).toEqual(before)
  })
})

test('updateAudienceSearchParams 409 while the audience is being built', async () => {
  verifies('audience.order')
  const org = await service.org()
  const id = await anAudience(org, { companySearchParams: atCompanies(await someStaff(0)) })
  await ask(org, `POST ${id}/build`)
  const answer = await ask(org, `PATCH ${id}/search-params`, { maxCompanies: 5 })
  expect([answer.status, answer.body.message]).toEqual([409, expect.stringContaining('is being built')])
  await service.almanac.jobs.workNow()
  expect((await ask(org, `PATCH ${id}/search-params`, { maxCompanies: 5 })).status).toBe(200)
})

refuses('updateAudienceSearchParams', (id) => `PATCH ${id}/search-params`, { body: {} })
