import { describe, expect, test } from 'vitest'
import { verifies } from '../../../../conformance/verifies.ts'
import {
  anOwner,
  ask,
  refuses,
  shareService,
  takesEverySpelling,
  takesOneList,
} from '../../../../../src/capabilities/exclusions/fixtures/asking.ts'

shareService()
const action = 'prospects/read-from-list'

describe('getExcludedProspectsForExclusionList 200', () => {
  test('answers people by what they were added by, page by page', async () => {
    verifies('op.get-excluded-prospects-for-exclusion-list')
    const { org, listId } = await anOwner('prospects')
    const prospects = [{ pnetUrl: 'ada' }, { email: 'bob@home.example' }, { pnetUserId: '77' }]
    await ask(org, 'prospects/add-to-list', { listId, prospects })
    const first = await ask(org, action, { exclusionListId: listId, pageSize: 2 })
    expect(first.body.output).toMatchObject({
      prospects: [
        { pnetUrl: 'https://www.pnet.example/in/ada', pnetUserId: null, email: null },
        { pnetUrl: null, pnetUserId: null, email: 'bob@home.example' },
      ],
      hasMore: true,
    })
    const cursor = first.body.output.nextCursor
    const second = await ask(org, action, { exclusionListId: listId, pageSize: 2, cursor })
    expect(second.body.output).toMatchObject({
      prospects: [{ pnetUserId: '77' }],
      nextCursor: null,
      hasMore: false,
    })
  })
})

test('getExcludedProspectsForExclusionList 400 for a cursor that is none', async () => {
  const { org, listId } = await anOwner('prospects')
  const { status, body } = await ask(org, action, { listId, cursor: 'none' })
  expect([status, body.message]).toEqual([400, expect.stringContaining('cursor')])
})

takesEverySpelling('getExcludedProspectsForExclusionList', action)
takesOneList('getExcludedProspectsForExclusionList', action)
refuses('getExcludedProspectsForExclusionList', action)
