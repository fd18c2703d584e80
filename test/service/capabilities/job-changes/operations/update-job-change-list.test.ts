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

test('updateJobChangeList 200 has a list that is activated again scanned at once, and weekly from then on', async () => {
  const org = await service.org()
  const jobChangeListId = await aList(org)
  const dayMs = 86_400_000
  const change = (isActive: boolean) => output(org, 'update-list', { jobChangeListId, isActive })
  await change(true)
  service.clock.advance(2_000)
  while ((await service.almanac.schedules.runDue()) > 0);
  service.clock.advance(2 * dayMs)
  await change(false)
  service.clock.advance(dayMs)
  const again = service.clock.now()
  expect(Date.parse((await change(true)).nextScanAt)).toBe(again + 1_000)
  service.clock.advance(2_000)
  while ((await service.almanac.schedules.runDue()) > 0);
  const { nextScanAt } = await output(org, 'get-list', { listId: jobChangeListId })
  expect(Date.parse(nextScanAt)).toBe(again + 1_000 + 7 * dayMs)
})

test('updateJobChangeList 400 for nothing to change, and two names', async () => {
  const org = await service.org()
  const jobChangeListId = await aList(org)
  for (const change of [{}, { newName: 'a', name: 'b' }, { isActive: 'yes' }, { newName: '' }])
    expect((await ask(org, 'update-list', { jobChangeListId, ...change })).status).toBe(400)
})
