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
const action = 'prospects/add-to-list'

describe('addProspectsToExclusionList 200', () => {
  test('takes any identifier in any spelling, and tells what it could not read at its place', async () => {
    verifies('op.add-prospects-to-exclusion-list')
    const { org, listId } = await anOwner('prospects')
    const prospects = [
      { pnetUrl: 'http://www.pnet.example/in/Ada-Lovelace?x=1' },
      { pnetUrl: 'ada-lovelace' },
      { pnetUserId: '424242' },
      { email: ' Bob@Home.example ' },
      { pnetUrl: 'https://pnet.example/company/acme' },
      {},
      { email: 'nobody' },
      { pnetSlug: 'cleo' },
    ]
    const { status, body } = await ask(org, action, { listId, prospects })
    expect(status).toBe(200)
    expect(body.output).toMatchObject({ listId, prospectsAdded: 4, duplicates: 1 })
    expect(
      body.output.invalidProspects.map((one: { index: number; member: string }) => [one.index, one.member]),
    ).toEqual([
      [4, 'pnetUrl'],
      [5, 'pnetUrl'],
      [6, 'email'],
    ])
    const entries = await readEntries(org, 'prospects', listId)
    expect(entries.map(({ pnetUrl, pnetUserId, email }) => [pnetUrl, pnetUserId, email])).toEqual([
      ['https://www.pnet.example/in/ada-lovelace', null, null],
      [null, '424242', null],
      [null, null, 'bob@home.example'],
      ['https://www.pnet.example/in/cleo', null, null],
    ])
    const tokens = await service.almanac.entitySets.read(org.organizationId, listId, { limit: 20 })
    expect(tokens).toEqual([expect.stringMatching(/^em:/), 'slug:ada-lovelace', 'slug:cleo', 'uid:424242'])
    expect(JSON.stringify(tokens)).not.toContain('bob')
  })
})

test('addProspectsToExclusionList 400 more than 5,000', async () => {
  const { org, listId } = await anOwner('prospects')
  const prospects = Array.from({ length: 5_001 }, () => ({ pnetUrl: 'ada' }))
  const { status, body } = await ask(org, action, { listId, prospects })
  expect([status, body.issues[0].path]).toEqual([400, 'prospects'])
})

takesEverySpelling('addProspectsToExclusionList', action, { prospects: [{ pnetUrl: 'ada' }] })
takesOneList('addProspectsToExclusionList', action)
refuses('addProspectsToExclusionList', action)
