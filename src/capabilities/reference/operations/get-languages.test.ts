import { expect, test } from 'vitest'
import { verifies } from '../../../../test/conformance/verifies.ts'
import { ask, describeReference } from '../../../../test/support/ask-reference.ts'
import { getLanguages } from './get-languages.ts'

describeReference(getLanguages)

test('answers the 205 languages and the usual language tags', async () => {
  verifies('op.get-languages', 'enum.languages')
  const { body } = await ask<{ languages: string[]; languageTags: { tag: string; name: string }[] }>(
    getLanguages,
  )
  expect(new Set(body.output.languages).size).toBe(205)
  expect(body.output.languages).toContain('Tagalog/Filipino')
  expect(body.output.languageTags).toContainEqual({ tag: 'de', name: 'German' })
})
