import { describe, expect, test } from 'vitest'
import { verifies } from '../../../../conformance/verifies.ts'
import {
  anOwner,
  aRun,
  aSaved,
  ask,
  ofCompanies,
  refuses,
  service,
  shareService,
  someCompanies,
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
      expect.objectContaining({ id: made[0], name: 'Three' }),
      expect.objectContaining({ id: made[1], name: 'Two' }),
    ])
    const second = (await ask(org, 'list', { pageSize: 2, cursor: first.nextCursor })).body.output
    expect(second).toEqual({
      savedSearches: [expect.objectContaining({ id: made[2], name: 'One' })],
      nextCursor: null,
      hasMore: false,
    })
  })
})

describe('listSavedSearch 200, each', () => {
  test('tells whom the last run found, and when the next one is', async () => {
    const org = await service.org()
    const domains = await someCompanies(2)
    const savedSearchId = await aSaved(org, ofCompanies(domains), { name: 'Weekly' })
    const read = async () => (await ask(org, 'list')).body.output.savedSearches[0]
    const detail = (await ask(org, 'get', { savedSearchId })).body.output
    const { estimatedDateOfNextSpawn, spawnFrequencyDays } = detail
    const state = { isActive: true, skipsNextRun: false, type: 'company_only' }
    const common = { id: savedSearchId, estimatedDateOfNextSpawn, spawnFrequencyDays, ...state }
    expect(await read()).toMatchObject({ ...common, companyCount: 0, profileCount: 0, lastRun: null })
    const runId = await aRun(org, savedSearchId)
    expect(await read()).toMatchObject({ ...common, companyCount: 2, profileCount: 0 })
    const { status, executionMode, companiesStats, creditsCharged, id } = (await read()).lastRun
    expect({ id, status, executionMode, creditsCharged }).toEqual({
      id: runId,
      status: 'COMPLETED',
      executionMode: 'manually_triggered',
      creditsCharged: 4,
    })
    expect(companiesStats).toMatchObject({ numCompaniesJoined: 2, numCompaniesStayed: 0 })
    const next = await aRun(org, savedSearchId)
    expect((await read()).lastRun).toMatchObject({ id: next, creditsCharged: 0 })
    await ask(org, 'skip-next-run', { savedSearchId })
    expect(await read()).toMatchObject({ skipsNextRun: true })
    await ask(org, 'update', { id: savedSearchId, isActive: false })
    expect(await read()).toMatchObject({ isActive: false, estimatedDateOfNextSpawn: null })
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
