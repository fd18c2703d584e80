import { expect, test } from 'vitest'
import { verifies } from '../../../../test/conformance/verifies.ts'
import { ask, describeReference } from '../../../../test/support/ask-reference.ts'
import { getNaicsCodes } from './get-naics-codes.ts'

describeReference(getNaicsCodes)

test('answers every code of the 2022 edition with its title', async () => {
  verifies('op.get-naics-codes', 'enum.naics-codes')
  const { body } = await ask<{ naicsCodes: { code: string; title: string }[] }>(getNaicsCodes)
  expect(body.output.naicsCodes).toHaveLength(2125)
  expect(new Set(body.output.naicsCodes.map(({ code }) => code.length))).toEqual(new Set([2, 3, 4, 5, 6]))
  expect(body.output.naicsCodes).toContainEqual({
    code: '541511',
    title: 'Custom Computer Programming Services',
  })
})
