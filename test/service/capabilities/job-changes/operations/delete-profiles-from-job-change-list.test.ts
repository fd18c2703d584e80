import { expect, test } from 'vitest'
import { verifies } from '../../../../conformance/verifies.ts'
import {
  aList,
  ask,
  aSlug,
  output,
  readProfiles,
  refuses,
  service,
  shareService,
} from '../../../../../src/capabilities/job-changes/fixtures/watching.ts'

shareService()
refuses('deleteProfilesFromJobChangeList', 'delete-profiles', { profileIds: ['jcp_none'] })

test('deleteProfilesFromJobChangeList 200 removes those of the list alone', async () => {
  verifies('op.delete-profiles-from-job-change-list', 'job-change.delete')
  const org = await service.org()
  const slug = aSlug()
  const [listId, other] = [await aList(org, [slug, aSlug()]), await aList(org, [slug])]
  const [[mine], [theirs]] = [await readProfiles(org, listId), await readProfiles(org, other)]
  const profileIds = [mine.id, mine.id, theirs.id]
  expect(await output(org, 'delete-profiles', { listId, profileIds })).toEqual({ numDeleted: 1 })
  expect(await output(org, 'delete-profiles', { listId, profileIds })).toEqual({ numDeleted: 0 })
  expect(
    [await readProfiles(org, listId), await readProfiles(org, other)].map(({ length }) => length),
  ).toEqual([1, 1])
  // It can be added again.
  expect(await output(org, 'add-profiles', { listId, profiles: [{ pnetUrl: slug }] })).toMatchObject({
    addedCount: 1,
  })
})

test('deleteProfilesFromJobChangeList 400 without ids', async () => {
  const org = await service.org()
  const listId = await aList(org)
  for (const profileIds of [undefined, [], [''], 'jcp_1'])
    expect((await ask(org, 'delete-profiles', { listId, profileIds })).status).toBe(400)
})
