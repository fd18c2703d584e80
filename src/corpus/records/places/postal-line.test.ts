import { expect, it } from 'vitest'
import { parseLocation } from './parse-location.ts'

it.each([
  ['Friedrichstraße 123, 10117 Berlin, Germany', ['Friedrichstraße 123', '10117', 'Berlin', 'DEU']],
  ['10115 Berlin, Germany', [null, '10115', 'Berlin', 'DEU']],
  ['12 Rue de Rivoli, 75004 Paris, France', ['12 Rue de Rivoli', '75004', 'Paris', 'FRA']],
  ['Tour First, 92400 Courbevoie Cedex, France', ['Tour First', '92400', 'Courbevoie', 'FRA']],
  ['Calle de Alcalá 1, 28014 Madrid, España', ['Calle de Alcalá 1', '28014', 'Madrid', 'ESP']],
  ['Bahnhofstrasse 1, 8001 Zürich, Switzerland', ['Bahnhofstrasse 1', '8001', 'Zürich', 'CHE']],
  ['Via Roma 1, 20121 Milano, MI, Italy', ['Via Roma 1', '20121', 'Milano', 'ITA']],
  ['221B Baker Street, London NW1 6XE, UK', ['221B Baker Street', 'NW1 6XE', 'London', 'GBR']],
  ['Level 3, 100 George St, Sydney NSW 2000, Australia', ['Level 3, 100 George St', '2000', 'Sydney', 'AUS']],
  ['1 Yonge Street, Toronto ON M5E 1W7, Canada', ['1 Yonge Street', 'M5E 1W7', 'Toronto', 'CAN']],
  ['500 Main St, Springfield IL 62701, USA', ['500 Main St', '62701', 'Springfield', 'USA']],
  ['Damrak 1, 1012 LG Amsterdam, Netherlands', ['Damrak 1', '1012 LG', 'Amsterdam', 'NLD']],
])('%s', (text, [street, code, city, country]) => {
  const place = parseLocation(text)
  expect([place?.street_address, place?.postal_code, place?.city, place?.country_code]).toEqual([
    street,
    code,
    city,
    country,
  ])
  expect(place?.coordinates, text).not.toBeNull()
})

it('a state stays the state, and the whole line is kept', () => {
  expect(parseLocation('Level 3, 100 George St, Sydney NSW 2000, Australia')).toMatchObject({
    state_code: 'NSW',
    full_address: 'Level 3, 100 George St, Sydney NSW 2000, Australia',
  })
  expect(parseLocation('1600 Amphitheatre Parkway, Mountain View, CA 94043, USA')).toMatchObject({
    city: 'Mountain View',
    state_code: 'CA',
    postal_code: '94043',
    street_address: '1600 Amphitheatre Parkway',
  })
})
