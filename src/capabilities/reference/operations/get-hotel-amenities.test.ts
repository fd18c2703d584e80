import { expect, test } from 'vitest'
import { verifies } from '../../../../test/conformance/verifies.ts'
import { ask, describeReference } from '../../../../test/support/ask-reference.ts'
import { getHotelAmenities } from './get-hotel-amenities.ts'

describeReference(getHotelAmenities)

test('answers the 19 specified amenities', async () => {
  verifies('op.get-hotel-amenities', 'enum.hotel-amenities')
  const { body } = await ask<{ amenities: { id: number; name: string }[] }>(getHotelAmenities)
  expect(body.output.amenities.map(({ id, name }) => `${id} ${name}`).join(', ')).toBe(
    '1 Free parking, 3 Parking, 4 Indoor pool, 5 Outdoor pool, 6 Pool, 7 Fitness center, 8 Restaurant, ' +
      '9 Free breakfast, 10 Spa, 11 Beach access, 12 Child-friendly, 15 Bar, 19 Pet-friendly, 22 Room service, ' +
      '35 Free Wi-Fi, 40 Air-conditioned, 52 All-inclusive available, 53 Wheelchair accessible, 61 EV charger',
  )
})
