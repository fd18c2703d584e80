import { expect, test } from 'vitest'
import { verifies } from '../../../../conformance/verifies.ts'
import {
  aList,
  ask,
  output,
  refuses,
  service,
  shareService,
} from '../../../../../src/capabilities/job-changes/fixtures/watching.ts'

shareService()
refuses('listAllJobChangeLists', 'list-all', {}, { names: false })

test('listAllJobChangeLists 200 answers every list once, the newest first, without deleted ones', async () => {
  verifies('op.list-all-job-change-lists', 'client.job-changes.totals')
  const org = await service.org()
  const ids: string[] = []
  for (let made = 0; made < 3; made++) {
    service.clock.advance(1_000)
    ids.push(await aList(org))
  }
  await output(org, 'delete-list', { listId: ids[1] })
  const first = await output(org, 'list-all', { pageSize: 1 })
  const second = await output(org, 'list-all', { pageSize: 1, cursor: first.nextCursor })
  expect([...first.lists, ...second.lists].map(({ id }) => id)).toEqual([ids[2], ids[0]])
  for (const page of [first, second]) expect([page.jobChangesLists, page.totalCount]).toEqual([page.lists, 2])
  expect(second.nextCursor).toBeNull()
})

test('listAllJobChangeLists 400 for a cursor that is none', async () => {
  const { status, body } = await ask(await service.org(), 'list-all', { cursor: 'none' })
  expect([status, body.code]).toEqual([400, 'invalid_request'])
})
