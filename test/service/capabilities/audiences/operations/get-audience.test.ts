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

describe('getAudience 200', () => {
  test('answers what the status does, what is searched for, and what the newest build changed', async () => {
    verifies('op.get-audience', 'audience.status-free')
    const org = await service.org()
    const [one, other] = (await someStaff(0, 0)) as [never, never]
    const companySearchParams = atCompanies([one])
    const id = await anAudience(org, { companySearchParams, maxCompanies: 7 })
    const status = await built(org, id)
    const get = async () => (await ask(org, `GET ${id}`)).body
    const none = { joined: 0, returned: 0, left: 0, stayed: 0 }
    const first = await get()
    expect(first.chargeInfo.method).toBe('free')
    expect(first.output).toEqual({
      ...status,
      companySearchParams,
      prospectSearchParams: null,
      maxCompanies: 7,
      maxProspects: 10_000,
      updatedAt: expect.any(String),
      enrichmentStartedAt: null,
      needsBuild: false,
      changes: { companies: { ...none, joined: 1 }, prospects: none },
    })
    await ask(org, `PATCH ${id}/search-params`, { companySearchParams: atCompanies([other]) })
    expect((await get()).output).toMatchObject({ needsBuild: true, status: 'NORMAL' })
    await built(org, id)
    expect((await get()).output.changes.companies).toEqual({ ...none, joined: 1, left: 1 })
  })
})

refuses('getAudience', (id) => `GET ${id}`)
