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
const twins = [
  ['getCompanyExclusionLists', 'companies', 'prospects'],
  ['getProspectExclusionLists', 'prospects', 'companies'],
] as const

describe.each(twins)('%s', (id, of, other) => {
  const action = `${of}/get-lists`

  test('200 answers the lists of this kind of the organization, the newest first, under both spellings', async () => {
    verifies('op.get-company-exclusion-lists', 'op.get-prospect-exclusion-lists')
    const [org, stranger] = [await service.org(), await service.org()]
    expect((await ask(org, action)).body.output).toEqual({ lists: [] })
    const first = await aList(org, of)
    service.clock.advance(1_000)
    const second = await aList(org, of, { name: 'Partners' })
    await aList(org, other)
    await aList(stranger, of)
    const { body } = await ask(org, action)
    expect(
      body.output.lists.map(({ listId, listID, name }: Record<string, string>) => [listId, listID, name]),
    ).toEqual([
      [second, second, 'Partners'],
      [first, first, 'Customers'],
    ])
    expect(body.chargeInfo.method).toBe('free')
  })

  test('400 is no object', async () => {
    const { rawKey: key } = await service.org()
    expect((await service.send(`POST /v1/exclusions/${action}`, { key, body: '[]' })).status).toBe(400)
  })

  refuses(id, action)
})
