import { expect, test } from 'vitest'
import { verifies } from '../../../../test/conformance/verifies.ts'
import { ask, describeReference } from '../../../../test/support/ask-reference.ts'
import { getHotelPropertyTypes } from './get-hotel-property-types.ts'

describeReference(getHotelPropertyTypes)

test('answers the 13 specified types', async () => {
  verifies('op.get-hotel-property-types', 'enum.hotel-property-types')
  const { body } = await ask<{ propertyTypes: { id: number; name: string }[] }>(getHotelPropertyTypes)
  expect(body.output.propertyTypes.map(({ id, name }) => `${id} ${name}`).join(', ')).toBe(
    '12 Beach hotels, 13 Boutique hotels, 14 Hostels, 15 Inns, 16 Motels, 17 Resorts, 18 Spa hotels, ' +
      '19 Bed and breakfasts, 20 Other, 21 Apartment hotels, 22 Minshuku, 23 Japanese-style business hotels, 24 Ryokan',
  )
})
