import { describe, expect, test } from 'vitest'
import { verifies } from '../../../../conformance/verifies.ts'
import {
  aList,
  anOwner,
  ask,
  refuses,
  service,
  shareService,
  takesEverySpelling,
} from '../../../../../src/capabilities/exclusions/fixtures/asking.ts'

shareService()
const action = 'companies/delete-list'

const listsOf = async (org: Parameters<typeof ask>[0]) =>
  (await ask(org, 'companies/get-lists')).body.output.lists.map(({ listId }: { listId: string }) => listId)

describe('deleteCompanyExclusionList 200', () => {
  test('deletes lists by all their names at once, and again', async () => {
    verifies('op.delete-company-exclusion-list', 'exclusion.delete')
    const { org, listId } = await anOwner('companies')
    const [second, kept] = [await aList(org, 'companies'), await aList(org, 'companies')]
    const body = { listIDs: [listId, second], listId }
    for (let time = 0; time < 2; time++) {
      const answer = await ask(org, action, body)
      expect(answer.status).toBe(200)
      expect(answer.body.output.listIds.toSorted()).toEqual([listId, second].toSorted())
      expect(answer.body.output.listIDs).toEqual(answer.body.output.listIds)
    }
    expect(await listsOf(org)).toEqual([kept])
    expect(
      await service.almanac.entitySets.applied(org.organizationId, [listId, second, kept]),
    ).toMatchObject([{ id: kept }])
  })

  test('two calls with the same lists in another order both end', async () => {
    const { org, listId } = await anOwner('companies')
    const second = await aList(org, 'companies')
    const answers = await Promise.all([
      ask(org, action, { listIds: [listId, second] }),
      ask(org, action, { listIds: [second, listId] }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(await listsOf(org)).toEqual([])
  })
})

test('deleteCompanyExclusionList 404 says which is unknown, and deletes none', async () => {
  const { org, listId } = await anOwner('companies')
  const other = await anOwner('companies')
  const { status, body } = await ask(org, action, { listIds: [listId, other.listId] })
  expect([status, body.issues]).toMatchObject([404, [{ path: 'listIds[1]' }]])
  expect(await listsOf(org)).toEqual([listId])
})

takesEverySpelling('deleteCompanyExclusionList', action)
refuses('deleteCompanyExclusionList', action)
