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

describe('getSavedSearchRunCompanies 200', () => {
  test('marks what each did, page by page, of those that are asked for', async () => {
    verifies('op.get-saved-search-run-companies', 'saved-search.run.movement')
    const org = await service.org()
    const [a, b, c] = (await someCompanies(3)) as [string, string, string]
    const id = await aSaved(org, ofCompanies([a, b]))
    await aRun(org, id)
    await ask(org, 'update', { id, companyParams: { domains: [b, c] } })
    const savedSearchRunId = await aRun(org, id)
    const read = async (body: object, size: number) =>
      (await readAllRecords(org, 'run/companies', { savedSearchRunId, ...body }, size)).map(
        ({ company, movementType }) => [(company as { domains: string[] }).domains[0], movementType],
      )
    const all = [
      [a, 'departed'],
      [b, 'stayed'],
      [c, 'joined'],
    ]
    for (const size of [1, 2, 100]) expect(await read({}, size)).toEqual(all)
    expect(await read({ statuses: ['joined'] }, 1)).toEqual([[c, 'joined']])
    expect(await read({ statuses: ['stayed', 'departed'] }, 1)).toEqual(all.slice(0, 2))
    expect(await read({ statuses: ['returned'] }, 1)).toEqual([])
  })

  test('is empty before the run has ended', async () => {
    const { org, savedSearchId } = await anOwner()
    const { id: savedSearchRunId } = (await ask(org, 'spawn', { savedSearchId })).body.output
    expect((await ask(org, 'run/companies', { savedSearchRunId })).body.output).toEqual({
      companies: [],
      nextCursor: null,
      hasMore: false,
    })
  })
})

describe('getSavedSearchRunCompanies 400', () => {
  test.each([
    ['pageSize', { pageSize: 101 }],
    ['pageSize', { pageSize: 0 }],
    ['statuses', { statuses: [] }],
    ['statuses[0]', { statuses: ['left'] }],
  ])('%s of %j', async (path, more) => {
    const { org, savedSearchId } = await anOwner()
    const savedSearchRunId = await aRun(org, savedSearchId)
    const answer = await ask(org, 'run/companies', { savedSearchRunId, ...more })
    expect([answer.status, answer.body.issues[0].path]).toEqual([400, path])
  })
})

refuses('getSavedSearchRunCompanies', 'run/companies', ({ savedSearchRunId }) => ({ savedSearchRunId }), {
  names: 'savedSearchRunId',
})
