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

/** The same acts with companies and with people. */
const twins = [
  {
    id: 'getCurrentCompaniesInSavedSearch',
    path: 'current/companies',
    make: someCompanies,
    search: ofCompanies,
    change: (domains: string[]) => ({ companyParams: { domains } }),
    members: 'companies',
    read: (record: object) => (record as { domains: string[] }).domains[0],
  },
  {
    id: 'getCurrentProfilesInSavedSearch',
    path: 'current/profiles',
    make: somePeople,
    search: ofPeople,
    change: (slugs: string[]) => ({ profileParams: peopleParams(slugs) }),
    members: 'profiles',
    read: (record: object) => (record as { primary_slug: string }).primary_slug,
  },
] as const

describe.each(twins)('$id', (twin) => {
  test('answers who is in it since the last completed run, or what they did in it', async () => {
    verifies(
      'op.get-current-companies-in-saved-search',
      'op.get-current-profiles-in-saved-search',
      'saved-search.current',
    )
    const org = await service.org()
    const [a, b, c] = (await twin.make(3)) as [string, string, string]
    const id = await aSaved(org, twin.search([a, b]))
    const empty = (await ask(org, twin.path, { savedSearchId: id })).body.output
    expect(empty).toEqual({ [twin.members]: [], lastRunCompletedAt: null, nextCursor: null, hasMore: false })
    await aRun(org, id)
    await ask(org, 'update', { id, ...twin.change([b, c]) })
    await aRun(org, id)
    const read = async (body: object, size: number) =>
      (await readAllRecords(org, twin.path, { savedSearchId: id, ...body }, size)).map(twin.read)
    for (const size of [1, 2, 100]) expect(await read({}, size)).toEqual([b, c])
    expect(await read({ statuses: ['departed'] }, 1)).toEqual([a])
    expect(await read({ statuses: ['joined', 'departed'] }, 1)).toEqual([a, c])
    const { lastRunCompletedAt } = (await ask(org, twin.path, { savedSearchId: id })).body.output
    expect(lastRunCompletedAt).toBe(new Date(service.clock.now()).toISOString())
  })

  test('pages go on as they began when another run ends meanwhile', async () => {
    const org = await service.org()
    const [a, b, c] = (await twin.make(3)) as [string, string, string]
    const id = await aSaved(org, twin.search([a, b]))
    await aRun(org, id)
    const first = (await ask(org, twin.path, { savedSearchId: id, pageSize: 1 })).body.output
    await ask(org, 'update', { id, ...twin.change([b, c]) })
    await aRun(org, id)
    const cursor = first.nextCursor
    const second = (await ask(org, twin.path, { savedSearchId: id, pageSize: 1, cursor })).body.output
    expect([first, second].map(({ [twin.members]: [member] }) => twin.read(member))).toEqual([a, b])
    expect(second.nextCursor).toBeNull()
  })

  test.each([
    ['pageSize', { pageSize: 101 }],
    ['statuses', { statuses: [] }],
    ['statuses[0]', { statuses: ['left'] }],
  ])('400 for %s of %j', async (path, more) => {
    const { org, savedSearchId } = await anOwner()
    const answer = await ask(org, twin.path, { savedSearchId, ...more })
    expect([answer.status, answer.body.issues[0].path]).toEqual([400, path])
  })

  refuses(twin.id, twin.path, ({ savedSearchId }) => ({ savedSearchId }), {
    names: 'savedSearchId',
  })
})
