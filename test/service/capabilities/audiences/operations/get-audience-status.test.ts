import { describe, expect, test } from 'vitest'
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

describe('getAudienceStatus 200', () => {
  test('tells how far the audience is, for nothing', async () => {
    verifies('op.get-audience-status', 'audience.status-free', 'audience.state.built')
    const org = await service.org()
    const id = await anAudience(org, { companySearchParams: atCompanies(await someStaff(0)) })
    const get = async () => (await ask(org, `GET ${id}/status`)).body
    const before = await get()
    expect(before.chargeInfo.method).toBe('free')
    expect(before.output).toEqual({
      audienceId: id,
      name: 'Audience',
      status: 'DRAFT',
      creationMethod: 'NORMAL',
      companiesCount: 0,
      prospectsCount: 0,
      createdAt: new Date(service.clock.now()).toISOString(),
      progressPercent: 0,
      buildingStartedAt: null,
      buildingFinishedAt: null,
      membersPaidBefore: null,
      buildError: null,
    })
    await ask(org, `POST ${id}/build`)
    const during = await get()
    expect(during.output).toMatchObject({ status: 'BUILDING', buildingFinishedAt: null, companiesCount: 0 })
    expect(during.advice).toEqual([expect.stringContaining('30 seconds')])
    await service.almanac.jobs.workNow()
    const now = new Date(service.clock.now()).toISOString()
    expect((await get()).output).toMatchObject({
      status: 'NORMAL',
      progressPercent: 100,
      companiesCount: 1,
      buildingStartedAt: now,
      buildingFinishedAt: now,
    })
  })

  test('starts over with the next build', async () => {
    const org = await service.org()
    const id = await anAudience(org, { companySearchParams: atCompanies(await someStaff(0)) })
    await built(org, id)
    await ask(org, `POST ${id}/build`)
    const { output } = (await ask(org, `GET ${id}/status`)).body
    expect(output).toMatchObject({ status: 'BUILDING', progressPercent: 0, companiesCount: 1 })
    await service.almanac.jobs.workNow()
  })
})

refuses('getAudienceStatus', (id) => `GET ${id}/status`)
