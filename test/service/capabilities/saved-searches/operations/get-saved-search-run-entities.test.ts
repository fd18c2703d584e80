import { describe, expect, test } from 'vitest'
import { verifies } from '../../../../conformance/verifies.ts'
import {
  anOwner,
  aRun,
  aSaved,
  ask,
  readAllRecords,
  ofCompanies,
  ofPeople,
  peopleParams,
  refuses,
  service,
  shareService,
  someCompanies,
  somePeople,
} from '../../../../../src/capabilities/saved-searches/fixtures/searching.ts'

shareService()

type Row = Record<string, unknown>

/** The same acts with companies and with people. */
const twins = [
  {
    id: 'getSavedSearchRunCompanies',
    path: 'run/companies',
    make: someCompanies,
    search: ofCompanies,
    change: (domains: string[]) => ({ companyParams: { domains } }),
    members: 'companies',
    read: ({ company }: Row) => (company as { domains: string[] }).domains[0],
  },
  {
    id: 'getSavedSearchRunProfiles',
    path: 'run/profiles',
    make: somePeople,
    search: ofPeople,
    change: (slugs: string[]) => ({ profileParams: peopleParams(slugs) }),
    members: 'profiles',
    read: ({ profile }: Row) => (profile as { primary_slug: string }).primary_slug,
  },
] as const

describe.each(twins)('$id', (twin) => {
  test('marks what each did, page by page, of those that are asked for', async () => {
    verifies(
      'op.get-saved-search-run-companies',
      'op.get-saved-search-run-profiles',
      'saved-search.run.movement',
    )
    const org = await service.org()
    const [a, b, c] = (await twin.make(3)) as [string, string, string]
    const id = await aSaved(org, twin.search([a, b]))
    await aRun(org, id)
    await ask(org, 'update', { id, ...twin.change([b, c]) })
    const savedSearchRunId = await aRun(org, id)
    const read = async (body: object, size: number) =>
      (await readAllRecords(org, twin.path, { savedSearchRunId, ...body }, size)).map((row) => [
        twin.read(row),
        row.movementType,
      ])
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
    expect((await ask(org, twin.path, { savedSearchRunId })).body.output).toEqual({
      [twin.members]: [],
      nextCursor: null,
      hasMore: false,
    })
  })

  test.each([
    ['pageSize', { pageSize: 101 }],
    ['pageSize', { pageSize: 0 }],
    ['statuses', { statuses: [] }],
    ['statuses[0]', { statuses: ['left'] }],
  ])('400 for %s of %j', async (path, more) => {
    const { org, savedSearchId } = await anOwner()
    const savedSearchRunId = await aRun(org, savedSearchId)
    const answer = await ask(org, twin.path, { savedSearchRunId, ...more })
    expect([answer.status, answer.body.issues[0].path]).toEqual([400, path])
  })

  refuses(twin.id, twin.path, ({ savedSearchRunId }) => ({ savedSearchRunId }), {
    names: 'savedSearchRunId',
  })
})
