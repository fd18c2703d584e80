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
refuses('addProfilesToList', 'add-profiles', { profiles: [{ pnetUrl: 'somebody' }] })

test('addProfilesToList 200 takes what can be read, once, and tells the rest', async () => {
  verifies('op.add-profiles-to-list', 'job-change.add')
  const org = await service.org()
  const listId = await aList(org)
  const slug = aSlug()
  const urls = [
    `https://www.pnet.example/in/${slug}/`,
    slug,
    'https://other.example/in/x',
    '',
    'x'.repeat(600),
  ]
  const added = await output(org, 'add-profiles', { listId, profiles: urls.map((pnetUrl) => ({ pnetUrl })) })
  expect(added).toEqual({
    message: '1 of 5 profiles were added.',
    addedCount: 1,
    duplicateCount: 1,
    invalidProfiles: urls.slice(2),
    results: urls.map((pnetUrl, index) => ({ pnetUrl, status: ['added', 'duplicate'][index] ?? 'invalid' })),
  })
  const again = await output(org, 'add-profiles', { listId, profiles: [{ pnetUrl: slug }] })
  expect(again).toMatchObject({ addedCount: 0, duplicateCount: 1 })
  expect(await readProfiles(org, listId)).toHaveLength(1)
  const events = await service.almanac.events.list(org.organizationId, { after: undefined, limit: 10 })
  expect(events.map(({ event }) => [event.type, JSON.parse(event.data)])).toEqual([
    [
      'job_changes.profiles_added',
      {
        list_id: listId,
        success: true,
        total_added: 1,
        invalid_count: 3,
        error: null,
        listId,
        totalAdded: 1,
        invalidCount: 3,
      },
    ],
  ])
})

test('addProfilesToList 400 for none, too many, and what is no profile', async () => {
  const org = await service.org()
  const listId = await aList(org)
  const many = Array.from({ length: 5_001 }, () => ({ pnetUrl: 'x' }))
  for (const profiles of [undefined, [], many, [{}], ['x'], [{ pnetUrl: 5 }]])
    expect((await ask(org, 'add-profiles', { listId, profiles })).status).toBe(400)
  expect(await readProfiles(org, listId)).toEqual([])
})
