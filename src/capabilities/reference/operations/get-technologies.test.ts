import { expect, test } from 'vitest'
import { verifies } from '../../../../test/conformance/verifies.ts'
import { ask, describeReference } from '../../../../test/support/ask-reference.ts'
import { getTechnologies } from './get-technologies.ts'

describeReference(getTechnologies)

test('answers the 141 predefined technologies', async () => {
  verifies('op.get-technologies', 'enum.technologies')
  const { technologies } = (await ask<{ technologies: string[] }>(getTechnologies)).body.output
  expect(new Set(technologies).size).toBe(141)
  expect(technologies).toEqual(expect.arrayContaining(['Python', 'ClickHouse', 'Weights & Biases']))
})
