import { expect, test } from 'vitest'
import { verifies } from '../../../../conformance/verifies.ts'
import {
  ask,
  output,
  refuses,
  service,
  shareService,
} from '../../../../../src/capabilities/job-changes/fixtures/watching.ts'

shareService()
refuses('createJobChangeList', 'create-list', { name: 'Watched' }, { names: false })

test('createJobChangeList 200 answers an empty list that is not scanned', async () => {
  verifies('op.create-job-change-list', 'job-change.record')
  const list = await output(await service.org(0), 'create-list', { name: ' Champions ' })
  expect(list).toMatchObject({
    name: 'Champions',
    status: 'DRAFT',
    isActive: false,
    profileCount: 0,
    lastScan: null,
    nextScanAt: null,
  })
})

test('createJobChangeList 400 without a name, or with one that is none', async () => {
  const org = await service.org()
  for (const body of [{}, { name: '' }, { name: '  ' }, { name: 5 }, { name: 'x'.repeat(201) }]) {
    const { status, body: answer } = await ask(org, 'create-list', body)
    expect([status, answer.issues[0].path]).toEqual([400, 'name'])
  }
})
