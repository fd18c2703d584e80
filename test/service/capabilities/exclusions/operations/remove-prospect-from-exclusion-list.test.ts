import { describe, expect, test } from 'vitest'
import { verifies } from '../../../../conformance/verifies.ts'
import {
  anOwner,
  ask,
  readEntries,
  refuses,
  service,
  shareService,
  takesEverySpelling,
  takesOneList,
} from '../../../../../src/capabilities/exclusions/fixtures/asking.ts'

shareService()
const action = 'prospects/remove-from-list'

describe('removeProspectFromExclusionList 200', () => {
  test('removes people and answers the ids of their entries', async () => {
    verifies('op.remove-prospect-from-exclusion-list', 'exclusion.remove')
    const { org, listId } = await anOwner('prospects')
    const prospects = [{ pnetUrl: 'ada' }, { email: 'bob@home.example' }, { pnetUrl: 'cleo' }]
    await ask(org, 'prospects/add-to-list', { listId, prospects })
    const [ada, bob, cleo] = await readEntries(org, 'prospects', listId)
    const excludedProspectDetails = {
      pnetUrls: ['https://pnet.example/in/ada', 'https://pnet.example/company/acme'],
      emails: ['BOB@home.example'],
    }
    const { body } = await ask(org, action, { listId, excludedProspectDetails })
    expect(body.output.deletedExcludedProspectIds.toSorted()).toEqual([ada!['id'], bob!['id']].toSorted())
    expect(body.output.invalidIdentifiers).toMatchObject([{ path: 'pnetUrls[1]' }])
    expect(await readEntries(org, 'prospects', listId)).toEqual([cleo])
    const tokens = await service.almanac.entitySets.read(org.organizationId, listId, { limit: 20 })
    expect(tokens).toEqual(['slug:cleo'])
  })

  test('who comes back has the same id', async () => {
    const { org, listId } = await anOwner('prospects')
    const add = () => ask(org, 'prospects/add-to-list', { listId, prospects: [{ pnetUrl: 'ada' }] })
    await add()
    const before = await readEntries(org, 'prospects', listId)
    await ask(org, action, { listId, excludedProspectDetails: { pnetUrls: ['ada'] } })
    await add()
    expect(await readEntries(org, 'prospects', listId)).toEqual(before)
  })
})

test('removeProspectFromExclusionList 400 for details that are none', async () => {
  const { org, listId } = await anOwner('prospects')
  const { status, body } = await ask(org, action, { listId, excludedProspectDetails: ['ada'] })
  expect([status, body.issues[0].path]).toEqual([400, 'excludedProspectDetails'])
})

takesEverySpelling('removeProspectFromExclusionList', action)
takesOneList('removeProspectFromExclusionList', action)
refuses('removeProspectFromExclusionList', action)
