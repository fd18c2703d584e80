import { globSync } from 'node:fs'
import { expect, test } from 'vitest'
import { capabilities, capabilityIds } from './capabilities.ts'

const files = globSync('capability/*.ts', { cwd: import.meta.dirname })
const constants = await Promise.all(
  files.map(async (file) => Object.entries((await import(`./${file}`)) as Record<string, object>)),
)
const declared = constants.flat().filter(([name]) => name.endsWith('Capabilities'))

test('every capability of a file can be asked for, and none is declared twice', () => {
  const ids = declared.flatMap(([, each]) => Object.keys(each))
  expect(ids.toSorted()).toEqual(capabilityIds)
})

test.each(capabilityIds)('the sample of %s is a question', (id) => {
  const { question, sample } = capabilities[id]
  expect(question.safeParse(sample).error).toBeUndefined()
})
