import { describe, expect, test } from 'vitest'
import { verifies } from '../../../../conformance/verifies.ts'
import {
  aList,
  ask,
  refuses,
  service,
  shareService,
} from '../../../../../src/capabilities/exclusions/fixtures/asking.ts'

shareService()
const action = 'companies/get-lists'

describe('getCompanyExclusionLists 200', () => {
  test('answers the lists of companies of the organization, the newest first, under both spellings', async () => {
    verifies('op.get-company-exclusion-lists')
    const [org, other] = [await service.org(), await service.org()]
    expect((await ask(org, action)).body.output).toEqual({ lists: [] })
    const first = await aList(org, 'companies')
    service.clock.advance(1_000)
    const second = await aList(org, 'companies', { name: 'Partners' })
    await aList(org, 'prospects')
    await aList(other, 'companies')
    const { body } = await ask(org, action)
    expect(
      body.output.lists.map(({ listId, listID, name }: Record<string, string>) => [listId, listID, name]),
    ).toEqual([
      [second, second, 'Partners'],
      [first, first, 'Customers'],
    ])
    expect(body.chargeInfo.method).toBe('free')
  })
})

test('getCompanyExclusionLists 400 is no object', async () => {
  const { rawKey: key } = await service.org()
  expect((await service.send(`POST /v1/exclusions/${action}`, { key, body: '[]' })).status).toBe(400)
})

refuses('getCompanyExclusionLists', action)
