import { describe, expect, test } from 'vitest'
import { verifies } from '../../../../conformance/verifies.ts'
import {
  anOwner,
  aRun,
  aSaved,
  ask,
  readAllRecords,
  ofCompanies,
  refuses,
  service,
  shareService,
  someCompanies,
} from '../../../../../src/capabilities/saved-searches/fixtures/searching.ts'

shareService()

describe('getCurrentCompaniesInSavedSearch 200', () => {
  test('answers who is in it since the last completed run, or what they did in it', async () => {
    verifies('op.get-current-companies-in-saved-search', 'saved-search.current')
    const org = await service.org()
    const [a, b, c] = (await someCompanies(3)) as [string, string, string]
    const id = await aSaved(org, ofCompanies([a, b]))
    const empty = (await ask(org, 'current/companies', { savedSearchId: id })).body.output
    expect(empty).toEqual({ companies: [], lastRunCompletedAt: null, nextCursor: null, hasMore: false })
    await aRun(org, id)
    await ask(org, 'update', { id, companyParams: { domains: [b, c] } })
    await aRun(org, id)
    const read = async (body: object, size: number) =>
      (await readAllRecords(org, 'current/companies', { savedSearchId: id, ...body }, size)).map(
        (record) => (record as { domains: string[] }).domains[0],
      )
    for (const size of [1, 2, 100]) expect(await read({}, size)).toEqual([b, c])
    expect(await read({ statuses: ['departed'] }, 1)).toEqual([a])
    expect(await read({ statuses: ['joined', 'departed'] }, 1)).toEqual([a, c])
    const { lastRunCompletedAt } = (await ask(org, 'current/companies', { savedSearchId: id })).body.output
    expect(lastRunCompletedAt).toBe(new Date(service.clock.now()).toISOString())
  })

  test('pages go on as they began when another run ends meanwhile', async () => {
    const org = await service.org()
    const [a, b, c] = (await someCompanies(3)) as [string, string, string]
    const id = await aSaved(org, ofCompanies([a, b]))
    await aRun(org, id)
    const first = (await ask(org, 'current/companies', { savedSearchId: id, pageSize: 1 })).body.output
    await ask(org, 'update', { id, companyParams: { domains: [b, c] } })
    await aRun(org, id)
    const cursor = first.nextCursor
    const second = (await ask(org, 'current/companies', { savedSearchId: id, pageSize: 1, cursor })).body
      .output
    expect([first, second].map(({ companies }) => companies[0].domains[0])).toEqual([a, b])
    expect(second.nextCursor).toBeNull()
  })
})

describe('getCurrentCompaniesInSavedSearch 400', () => {
  test.each([
    ['pageSize', { pageSize: 101 }],
    ['statuses', { statuses: [] }],
    ['statuses[0]', { statuses: ['left'] }],
  ])('%s of %j', async (path, more) => {
    const { org, savedSearchId } = await anOwner()
    const answer = await ask(org, 'current/companies', { savedSearchId, ...more })
    expect([answer.status, answer.body.issues[0].path]).toEqual([400, path])
  })
})

refuses('getCurrentCompaniesInSavedSearch', 'current/companies', ({ savedSearchId }) => ({ savedSearchId }), {
  names: 'savedSearchId',
})
