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
const twins = [
  ['deleteCompanyExclusionList', 'companies'],
  ['deleteProspectExclusionList', 'prospects'],
] as const

describe.each(twins)('%s', (id, of) => {
  const action = `${of}/delete-list`
  const readIds = async (org: Parameters<typeof ask>[0]) =>
    (await ask(org, `${of}/get-lists`)).body.output.lists.map(({ listId }: { listId: string }) => listId)

  test('200 deletes lists by all their names at once, and again', async () => {
    verifies('op.delete-company-exclusion-list', 'op.delete-prospect-exclusion-list', 'exclusion.delete')
    const { org, listId } = await anOwner(of)
    const [second, remaining] = [await aList(org, of), await aList(org, of)]
    const body = { listIDs: [listId, second], listId }
    for (let time = 0; time < 2; time++) {
      const answer = await ask(org, action, body)
      expect(answer.status).toBe(200)
      expect(answer.body.output.listIds.toSorted()).toEqual([listId, second].toSorted())
      expect(answer.body.output.listIDs).toEqual(answer.body.output.listIds)
    }
    expect(await readIds(org)).toEqual([remaining])
    expect(
      await service.almanac.entitySets.applied(org.organizationId, [listId, second, remaining]),
    ).toMatchObject([{ id: remaining }])
  })

  test('200 two calls with the same lists in another order both end', async () => {
    const { org, listId } = await anOwner(of)
    const second = await aList(org, of)
    const answers = await Promise.all([
      ask(org, action, { listIds: [listId, second] }),
      ask(org, action, { listIds: [second, listId] }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(await readIds(org)).toEqual([])
  })

  test('404 says which is unknown, and deletes none', async () => {
    const { org, listId } = await anOwner(of)
    const other = await anOwner(of)
    const { status, body } = await ask(org, action, { listIds: [listId, other.listId] })
    expect([status, body.issues]).toMatchObject([404, [{ path: 'listIds[1]' }]])
    expect(await readIds(org)).toEqual([listId])
  })

  takesEverySpelling(id, action)
  refuses(id, action)
})
