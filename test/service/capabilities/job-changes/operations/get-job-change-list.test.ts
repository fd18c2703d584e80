import { expect, test } from 'vitest'
import { verifies } from '../../../../conformance/verifies.ts'
import {
  aList,
  aSlug,
  output,
  refuses,
  service,
  shareService,
} from '../../../../../src/capabilities/job-changes/fixtures/watching.ts'

shareService()
refuses('getJobChangeList', 'get-list')

test('getJobChangeList 200 says how many are watched', async () => {
  verifies('op.get-job-change-list')
  const org = await service.org()
  const jobChangeListId = await aList(org, [aSlug(), aSlug()])
  expect(await output(org, 'get-list', { jobChangeListId })).toMatchObject({
    id: jobChangeListId,
    status: 'NORMAL',
    profileCount: 2,
  })
})
