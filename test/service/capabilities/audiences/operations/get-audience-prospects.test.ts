import { describe, expect, test } from 'vitest'
import { verifies } from '../../../../conformance/verifies.ts'
import {
  allMembers,
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

describe('getAudienceProspects 200', () => {
  test('answers the people in the order of the audience, with what is known of them', async () => {
    verifies('op.get-audience-prospects')
    const org = await service.org()
    const staff = await someStaff(3)
    const id = await anAudience(org, { companySearchParams: atCompanies(staff), prospectSearchParams: {} })
    await built(org, id)
    const { body } = await ask(org, `GET ${id}/prospects?pageSize=2`)
    expect(body.chargeInfo.method).toBe('free')
    expect(body.output).toMatchObject({ audienceId: id, totalCount: 3, noLongerKnown: 0, hasMore: true })
    expect(body.output.prospects[0]).toEqual({
      prospectId: expect.stringMatching(/^\d+$/),
      firstName: 'Ada',
      lastName: expect.any(String),
      pnetUrl: expect.stringContaining(`/in/${staff[0]!.people[0]}`),
      jobTitle: 'Engineer',
      companyName: staff[0]!.domain.replace('.example', ''),
      location: null,
      movement: 'joined',
    })
    expect(await allMembers(org, id, 'prospects', 'pageSize=1')).toHaveLength(3)
  })
})

refuses('getAudienceProspects', (id) => `GET ${id}/prospects`)
