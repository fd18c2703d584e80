import { expect, test } from 'vitest'
import { verifies } from '../../../../test/conformance/verifies.ts'
import { ask, describeReference } from '../../../../test/support/ask-reference.ts'
import { getIndustries } from './get-industries.ts'

describeReference(getIndustries)

test('answers the 49 standard and the network industries', async () => {
  verifies('op.get-industries', 'enum.industries')
  const { body } = await ask<{ standardIndustries: string[]; pnetIndustries: string[] }>(getIndustries)
  expect(body.output.standardIndustries).toHaveLength(49)
  expect(body.output.standardIndustries).toContain('Artificial Intelligence')
  expect(body.output.pnetIndustries).toContain('Software Development')
  expect(body.output.pnetIndustries.length).toBeGreaterThan(400)
})
