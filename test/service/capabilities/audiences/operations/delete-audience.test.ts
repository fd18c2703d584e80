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

const operations = [
  'GET {}',
  'GET {}/status',
  'GET {}/companies',
  'GET {}/prospects',
  'POST {}/build',
  'PATCH {}/search-params',
]

describe('deleteAudience 200', () => {
  test('archives: to every other operation the audience is unknown, and deleting it again changes nothing', async () => {
    verifies('op.delete-audience', 'audience.state.archived')
    const org = await service.org()
    const id = await anAudience(org, { companySearchParams: atCompanies(await someStaff(0)) })
    await built(org, id)
    for (const time of ['first', 'second']) {
      const { status, body } = await ask(org, `DELETE ${id}`)
      expect([status, body.output], time).toEqual([200, { audienceId: id, archived: true }])
      expect(body.chargeInfo.method).toBe('free')
    }
    for (const operation of operations) {
      const answer = await ask(org, operation.replace('{}', id))
      expect([operation, answer.status, answer.body.code]).toEqual([operation, 404, 'not_found'])
    }
    expect((await ask(org, 'GET')).body.output).toEqual({ audiences: [], totalCount: 0 })
  })

  test('ends a build that has not been worked on, and gives back what was set aside', async () => {
    const org = await service.org(10)
    const id = await anAudience(org, { companySearchParams: atCompanies(await someStaff(0, 0)) })
    await ask(org, `POST ${id}/build`)
    expect(await service.available(org)).toBe(8_000)
    const { body, headers } = await ask(org, `DELETE ${id}`)
    expect(body.chargeInfo).toMatchObject({ method: 'credits-refunded', creditsRefunded: 2 })
    expect(headers.get('x-credits-charged')).toBe('0')
    await service.almanac.jobs.workNow()
    expect(await service.available(org)).toBe(10_000)
    expect(await service.captured(org)).toBe(0)
    expect(await service.almanac.ledger.reconcile(org.organizationId)).toEqual([])
  })
})

refuses('deleteAudience', (id) => `DELETE ${id}`)
