import { expect, test } from 'vitest'
import { verifies } from '../../../../conformance/verifies.ts'
import {
  aList,
  ask,
  aSlug,
  readProfiles,
  refuses,
  service,
  shareService,
  works,
} from '../../../../../src/capabilities/job-changes/fixtures/watching.ts'

shareService()
refuses('listAllProfilesFromJobChangeList', 'list-all-profiles')

test('listAllProfilesFromJobChangeList 200 answers everybody once, in the order they were added', async () => {
  verifies('op.list-all-profiles-from-job-change-list')
  const org = await service.org()
  const slugs = Array.from({ length: 5 }, aSlug)
  await works(slugs[3] as string, 'Engineer @ Acme #91001 2020-01')
  const profiles = await readProfiles(org, await aList(org, slugs), 2)
  expect(profiles.map(({ pnetUrl }) => pnetUrl.split('/').at(-1))).toEqual(slugs)
  expect(profiles.map(({ profile }) => profile?.companyName)).toEqual([
    undefined,
    undefined,
    undefined,
    'Acme',
    undefined,
  ])
})

test("listAllProfilesFromJobChangeList 400 for another list's cursor", async () => {
  const org = await service.org()
  const [one, other] = [await aList(org, [aSlug(), aSlug()]), await aList(org)]
  const { body } = await ask(org, 'list-all-profiles', { listId: one, pageSize: 1 })
  verifies('client.job-changes.totals')
  expect([body.output.profiles.length, body.output.totalCount]).toEqual([1, 2])
  const answer = await ask(org, 'list-all-profiles', { listId: other, cursor: body.output.nextCursor })
  expect([answer.status, answer.body.code]).toEqual([400, 'invalid_request'])
})
