import { expect, test } from 'vitest'
import { completeHotel } from '../complete-hotel.ts'
import { locationOfParts, unplacedCity } from './parse-location.ts'

test('a point alone is a location, with the country it lies in', () => {
  expect(locationOfParts({ lat: 50.73, lon: 7.1 })).toMatchObject({
    country_code: 'DEU',
    coordinates: { lat: 50.73, lon: 7.1 },
  })
  // Far out at sea there is no country, and still a point.
  expect(locationOfParts({ lat: -40, lon: -120 })).toMatchObject({
    country_code: null,
    coordinates: { lat: -40, lon: -120 },
  })
  expect(locationOfParts({ lat: 150, lon: 7 })).toBeUndefined()
})

test('a city that is in doubt stays as it is written', () => {
  expect(locationOfParts({ city: 'Springfield' })).toMatchObject({ city: 'Springfield', coordinates: null })
  expect(unplacedCity('Tromsø')).toMatchObject({ city: 'Tromsø', country_code: null })
  expect(unplacedCity('somewhere nice')).toBeUndefined()
})

test('a hotel with a point alone is in its country and city', () => {
  const location = { coordinates: { lat: 50.73, lon: 7.1 } } as never
  const { location: place } = completeHotel({ property_id: 'a', name: 'Coord Inn', location })
  expect(place).toMatchObject({
    city: 'Bonn',
    country_code: 'DEU',
    country_name: 'Germany',
    timezone: 'Europe/Berlin',
  })
})
