import { describe, expect, test } from 'vitest'
import { verifies } from '../../../../conformance/verifies.ts'
import {
  allMembers,
  anAudience,
  ask,
  atCompanies,
  built,
  giveContacts,
  refuses,
  service,
  shareService,
  someStaff,
  thesePeople,
} from '../../../../../src/capabilities/audiences/fixtures/building.ts'

shareService()

describe('cloneAudience 200', () => {
  test('copies members, search and limits for nothing, and each goes its own way from then on', async () => {
    verifies('op.clone-audience')
    const org = await service.org()
    const staff = await someStaff(2, 1)
    const search = { companySearchParams: atCompanies(staff), prospectSearchParams: {}, maxCompanies: 7 }
    const id = await anAudience(org, search, { name: 'First' })
    await built(org, id)
    const before = await service.available(org)
    const { status, body } = await ask(org, `POST ${id}/clone`)
    expect(status).toBe(200)
    expect(body.output).toMatchObject({ name: 'First', creationMethod: 'CLONED', status: 'BUILDING' })
    expect(body.chargeInfo.method).toBe('free')
    const clone: string = body.output.audienceId
    await service.almanac.jobs.workNow()
    const shown = (await ask(org, `GET ${clone}`)).body.output
    expect(shown).toMatchObject({
      status: 'NORMAL',
      companiesCount: 2,
      prospectsCount: 3,
      maxCompanies: 7,
      needsBuild: false,
      companySearchParams: search.companySearchParams,
    })
    expect(await service.available(org)).toBe(before)
    const ids = async (of: string, side: 'companies' | 'prospects') =>
      (await allMembers(org, of, side)).map(({ companyId, prospectId }) => companyId ?? prospectId)
    for (const side of ['companies', 'prospects'] as const)
      expect(await ids(clone, side)).toEqual(await ids(id, side))
    // Built again it finds whom it searches for; the first is as it was.
    await ask(org, `PATCH ${clone}/search-params`, { companySearchParams: atCompanies(staff.slice(0, 1)) })
    expect(await built(org, clone)).toMatchObject({ companiesCount: 1, prospectsCount: 2 })
    expect(await ids(id, 'companies')).toHaveLength(2)
  })

  test('is estimated without what was paid for with the first, which enriching it does not charge either', async () => {
    const org = await service.org()
    const staff = await someStaff(2)
    await giveContacts(service, staff[0]!.people)
    const search = { companySearchParams: atCompanies(staff), prospectSearchParams: {} }
    const id = await anAudience(org, search)
    await built(org, id)
    const work = {
      maxProspectsToEnrich: 10,
      enrichmentType: { getWorkEmails: true, getPersonalEmails: false, getPhoneNumbers: false },
    }
    const estimateOf = async (audience: string) => {
      const { body } = await ask(org, `POST ${audience}/enrichment/estimate`, work)
      return [body.output.totalCredits, body.output.breakdown.waterfall.operations.workEmail]
    }
    expect(await estimateOf(id)).toEqual([4, 4])
    await ask(org, `POST ${id}/enrich`, work)
    await service.almanac.jobs.workNow()
    const clone: string = (await ask(org, `POST ${id}/clone`)).body.output.audienceId
    await service.almanac.jobs.workNow()
    expect(await estimateOf(clone)).toEqual([0, 0])
    const before = await service.available(org)
    expect((await ask(org, `POST ${clone}/enrich`, work)).body.output.estimatedCredits).toBe(0)
    await service.almanac.jobs.workNow()
    expect(await service.available(org)).toBe(before)
    // Another organization has paid for nobody.
    const other = await service.org()
    const theirs = await anAudience(other, search)
    await built(other, theirs)
    const { body } = await ask(other, `POST ${theirs}/enrichment/estimate`, work)
    expect(body.output.totalCredits).toBe(4)
  })

  test('begins with prospects where the first does, however often it is cloned', async () => {
    const org = await service.org()
    const staff = await someStaff(2, 1, 1)
    const search = { companySearchParams: {}, prospectSearchParams: thesePeople([staff[1]!.people[0]!]) }
    const first = await anAudience(org, search, { creationMethod: 'START_FROM_PROSPECTS' })
    await built(org, first)
    const clone = (await ask(org, `POST ${first}/clone`)).body.output.audienceId
    await service.almanac.jobs.workNow()
    const again = (await ask(org, `POST ${clone}/clone`)).body.output.audienceId
    await service.almanac.jobs.workNow()
    for (const id of [first, clone, again]) {
      const set = await ask(org, `PATCH ${id}/search-params`, {
        prospectSearchParams: thesePeople([staff[0]!.people[0]!, staff[2]!.people[0]!]),
      })
      expect(set.body.output.estimate).toEqual({ companies: 2, prospects: 2 })
      expect(await built(org, id)).toMatchObject({ companiesCount: 2, prospectsCount: 2 })
      const domains = (await allMembers(org, id, 'companies')).map(({ domain }) => domain)
      expect(domains).toEqual([staff[0]!.domain, staff[2]!.domain])
    }
  })

  test('of an audience whose search was changed since its build has to be built as well', async () => {
    const org = await service.org()
    const staff = await someStaff(1, 1)
    const id = await anAudience(org, { companySearchParams: atCompanies(staff) })
    await built(org, id)
    await ask(org, `PATCH ${id}/search-params`, { companySearchParams: atCompanies(staff.slice(1)) })
    const clone = (await ask(org, `POST ${id}/clone`)).body.output.audienceId
    await service.almanac.jobs.workNow()
    const shown = async (of: string) => (await ask(org, `GET ${of}`)).body.output
    expect([(await shown(id)).needsBuild, (await shown(clone)).needsBuild]).toEqual([true, true])
    expect(await built(org, clone)).toMatchObject({ companiesCount: 1 })
    expect((await shown(clone)).needsBuild).toBe(false)
  })

  test('of an audience that was never built is a draft with its search, under a name of its own', async () => {
    const org = await service.org()
    const id = await anAudience(org, { companySearchParams: { domains: ['nobody.example'] } })
    const { body } = await ask(org, `POST ${id}/clone`, { name: 'Second' })
    expect(body.output).toMatchObject({ name: 'Second', status: 'DRAFT' })
    const shown = (await ask(org, `GET ${body.output.audienceId}`)).body.output
    expect(shown.companySearchParams).toEqual({ domains: ['nobody.example'] })
  })

  test('that is deleted while it is filled stays deleted', async () => {
    const org = await service.org()
    const id = await anAudience(org, { companySearchParams: atCompanies(await someStaff(1)) })
    await built(org, id)
    const clone = (await ask(org, `POST ${id}/clone`)).body.output.audienceId
    expect((await ask(org, `DELETE ${clone}`)).status).toBe(200)
    await service.almanac.jobs.workNow()
    expect((await ask(org, `GET ${clone}`)).status).toBe(404)
  })
})

test('cloneAudience 409 while the audience is being built', async () => {
  const org = await service.org()
  const id = await anAudience(org, { companySearchParams: atCompanies(await someStaff(1)) })
  await built(org, id)
  await ask(org, `POST ${id}/build`)
  expect((await ask(org, `POST ${id}/clone`)).status).toBe(409)
  await service.almanac.jobs.workNow()
})

test('cloneAudience 409 while it is being built for the first time: a clone would be empty for ever', async () => {
  const org = await service.org()
  const id = await anAudience(org, { companySearchParams: atCompanies(await someStaff(1)) })
  await ask(org, `POST ${id}/build`)
  const refused = await ask(org, `POST ${id}/clone`)
  expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('being built')])
  expect((await ask(org, 'GET')).body.output.audiences).toHaveLength(1)
  await service.almanac.jobs.workNow()
  expect((await ask(org, `POST ${id}/clone`)).status).toBe(200)
  await service.almanac.jobs.workNow()
})

refuses('cloneAudience', (id) => `POST ${id}/clone`)
