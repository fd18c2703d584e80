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

describe('listAudiences 200', () => {
  test('lists the audiences of the organization, the newest first, without deleted ones', async () => {
    verifies('op.list-audiences')
    const org = await service.org()
    await anAudience(await service.org())
    const older = await anAudience(org, { companySearchParams: atCompanies(await someStaff(0)) })
    await built(org, older)
    service.clock.advance(1_000)
    const gone = await anAudience(org)
    service.clock.advance(1_000)
    const newer = await anAudience(org)
    await ask(org, `DELETE ${gone}`)
    const { body } = await ask(org, 'GET')
    expect(body.chargeInfo.method).toBe('free')
    expect(body.output.totalCount).toBe(2)
    expect(body.output.audiences).toMatchObject([
      { audienceId: newer, status: 'DRAFT', companiesCount: 0, creationMethod: 'NORMAL' },
      { audienceId: older, status: 'NORMAL', companiesCount: 1, prospectsCount: 0 },
    ])
  })
})

refuses('listAudiences', () => 'GET', { names: false })
