import { expect, test } from 'vitest'
import { verifies } from '../../../../test/conformance/verifies.ts'
import { ask, describeReference } from '../../../../test/support/ask-reference.ts'
import { getTags } from './get-tags.ts'

describeReference(getTags)

test('answers 15 profile tags and 4 company tags, each described', async () => {
  verifies('op.get-tags', 'enum.tags')
  type Tag = { slug: string; name: string; description: string; emoji: string }
  const { body } = await ask<{ profileTags: Tag[]; companyTags: Tag[] }>(getTags)
  const { profileTags, companyTags } = body.output
  expect([profileTags.length, companyTags.length]).toEqual([15, 4])
  expect(profileTags.map((entry) => entry.slug)).toEqual(
    expect.arrayContaining(['student', 'attended-top-us-university']),
  )
  for (const { name, description, emoji } of [...profileTags, ...companyTags]) {
    expect(name && description && emoji).toBeTruthy()
  }
})
