import { describe, expect, test } from 'vitest'
import { verifies } from '../../../../conformance/verifies.ts'
import {
  anOwner,
  aSaved,
  ask,
  ofCompanies,
  refuses,
  service,
  shareService,
} from '../../../../../src/capabilities/saved-searches/fixtures/searching.ts'

shareService()

describe('listSavedSearch 200', () => {
  test('answers the saved searches of the organization page by page, the newest first', async () => {
    verifies('op.list-saved-search')
    const org = await service.org()
    await anOwner()
    const made: string[] = []
    for (const name of ['One', 'Two', 'Three']) {
      service.clock.advance(1_000)
      made.unshift(await aSaved(org, ofCompanies(['a.example']), { name }))
    }
    const first = (await ask(org, 'list', { pageSize: 2 })).body.output
    expect(first.savedSearches).toEqual([
      { id: made[0], name: 'Three' },
      { id: made[1], name: 'Two' },
    ])
    const second = (await ask(org, 'list', { pageSize: 2, cursor: first.nextCursor })).body.output
    expect(second).toEqual({
      savedSearches: [{ id: made[2], name: 'One' }],
      nextCursor: null,
      hasMore: false,
    })
  })
})

describe('listSavedSearch 400', () => {
  test.each([
    ['pageSize', { pageSize: 0 }],
    ['pageSize', { pageSize: 101 }],
  ])('%s of %j', async (path, body) => {
    const answer = await ask(await service.org(), 'list', body)
    expect([answer.status, answer.body.issues[0].path]).toEqual([400, path])
  })

  test("another organization's cursor", async () => {
    const { org } = await anOwner()
    await aSaved(org, ofCompanies(['a.example']))
    const { nextCursor: cursor } = (await ask(org, 'list', { pageSize: 1 })).body.output
    expect((await ask(await service.org(), 'list', { cursor })).status).toBe(400)
  })
})

refuses('listSavedSearch', 'list', () => ({}))
