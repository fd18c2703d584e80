import { expect, test } from 'vitest'
import { verifies } from '../../../../conformance/verifies.ts'
import {
  aList,
  aSlug,
  ask,
  output,
  refuses,
  service,
  shareService,
} from '../../../../../src/capabilities/job-changes/fixtures/watching.ts'

shareService()
refuses('deleteJobChangeList', 'delete-list')

test('deleteJobChangeList 200 ends the list, and its profiles are gone', async () => {
  verifies('op.delete-job-change-list', 'job-change.delete')
  const org = await service.org()
  const jobChangeListId = await aList(org, [aSlug()])
  expect(await output(org, 'delete-list', { jobChangeListId })).toEqual({
    id: jobChangeListId,
    deleted: true,
  })
  expect((await ask(org, 'list-all-profiles', { jobChangeListId })).status).toBe(404)
  expect((await output(org, 'list-all')).lists).toEqual([])
})
