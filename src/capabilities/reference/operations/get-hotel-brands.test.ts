import { expect, test } from 'vitest'
import { verifies } from '../../../../test/conformance/verifies.ts'
import { ask, describeReference } from '../../../../test/support/ask-reference.ts'
import { getHotelBrands } from './get-hotel-brands.ts'

describeReference(getHotelBrands)

test('answers the 18 specified groups with their brands', async () => {
  verifies('op.get-hotel-brands', 'enum.hotel-brand-groups')
  type Group = { id: number; name: string; children: { id: number; name: string }[] }
  const { body } = await ask<{ brands: Group[] }>(getHotelBrands)
  expect(body.output.brands.map((group) => group.id)).toEqual([
    33, 18, 20, 289, 28, 37, 202, 17, 46, 174, 169, 311, 353, 163, 424, 493, 312, 53,
  ])
  for (const group of body.output.brands) expect(group.children.length, group.name).toBeGreaterThan(0)
})
