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
const action = 'prospects/get-lists'

describe('getProspectExclusionLists 200', () => {
  test('answers the lists of prospects of the organization, the newest first, under both spellings', async () => {
    verifies('op.get-prospect-exclusion-lists')
    const [org, other] = [await service.org(), await service.org()]
    expect((await ask(org, action)).body.output).toEqual({ lists: [] })
    const first = await aList(org, 'prospects')
    service.clock.advance(1_000)
    const second = await aList(org, 'prospects', { name: 'Partners' })
    await aList(org, 'companies')
    await aList(other, 'prospects')
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

test('getProspectExclusionLists 400 is no object', async () => {
  const { rawKey: key } = await service.org()
  expect((await service.send(`POST /v1/exclusions/${action}`, { key, body: '[]' })).status).toBe(400)
})

refuses('getProspectExclusionLists', action)
