import { expect, test } from 'vitest'
import { verifies } from '../../../../test/conformance/verifies.ts'
import { aList, ask, output, refuses, service, shareService } from '../fixtures/watching.ts'

shareService()
refuses('updateJobChangeList', 'update-list', { newName: 'Renamed' })

test('updateJobChangeList 200 renames, by either name, and activates', async () => {
  verifies('op.update-job-change-list')
  const org = await service.org()
  const jobChangeListId = await aList(org)
  expect((await output(org, 'update-list', { jobChangeListId, newName: 'One' })).name).toBe('One')
  expect((await output(org, 'update-list', { jobChangeListId, name: 'Two' })).name).toBe('Two')
  const active = await output(org, 'update-list', { jobChangeListId, isActive: true })
  expect(active).toMatchObject({ name: 'Two', isActive: true })
  expect(Date.parse(active.nextScanAt)).toBe(service.clock.now() + 1_000)
  const again = await output(org, 'update-list', { jobChangeListId, isActive: true })
  expect(again.nextScanAt).toBe(active.nextScanAt)
})

test('updateJobChangeList 400 for nothing to change, and two names', async () => {
  const org = await service.org()
  const jobChangeListId = await aList(org)
  for (const change of [{}, { newName: 'a', name: 'b' }, { isActive: 'yes' }, { newName: '' }])
    expect((await ask(org, 'update-list', { jobChangeListId, ...change })).status).toBe(400)
})
