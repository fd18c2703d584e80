import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { locationRecord } from '../location.ts'
import { locationOfParts, parseLocation } from './parse-location.ts'

/** City, state code, country code, and whether it has coordinates. */
function brief(text: string, country?: string): unknown {
  const place = parseLocation(text, country)
  return place && [place.city, place.state_code, place.country_code, place.coordinates !== null]
}

describe('parseLocation', () => {
  it.each([
    ['Redwood City, CA, USA', ['Redwood City', 'CA', 'USA', true]],
    ['London, England, United Kingdom', ['London', 'ENG', 'GBR', true]],
    ['London, UK', ['London', 'ENG', 'GBR', true]],
    ['Paris, France', ['Paris', 'IDF', 'FRA', true]],
    ['São Paulo, State of São Paulo, Brazil', ['São Paulo', 'SP', 'BRA', true]],
    ['Mexico City, CDMX, Mexico', ['Mexico City', 'CMX', 'MEX', true]],
    ['Monterrey, N.L., Mexico', ['Monterrey', 'NLE', 'MEX', true]],
    ['Lagos, LA, Nigeria', ['Lagos', 'LA', 'NGA', true]],
    ['Lagos, Nigeria', ['Lagos', 'LA', 'NGA', true]],
    ['LA, Nigeria', [null, 'LA', 'NGA', false]],
    ['MH, India', [null, 'MH', 'IND', false]],
    ['CA, USA', [null, 'CA', 'USA', false]],
    ['California, USA', [null, 'CA', 'USA', false]],
    ['New York, USA', ['New York', 'NY', 'USA', true]],
    ['Washington, USA', [null, 'WA', 'USA', false]],
    ['Arizona, USA', [null, 'AZ', 'USA', false]],
    ['Washington, DC, USA', ['Washington', 'DC', 'USA', true]],
    ['Buenos Aires, Argentina', ['Buenos Aires', 'C', 'ARG', true]],
    ['Singapore', ['Singapore', null, 'SGP', true]],
    ['Singapore, Singapore', ['Singapore', null, 'SGP', true]],
    ['Singapore 628555', ['Singapore', null, 'SGP', true]],
    ['Taipei City, Taiwan', ['Taipei', 'TPE', 'TWN', true]],
    ['20 Pioneer Cres, Singapore 628555', ['Singapore', null, 'SGP', true]],
    ['Dubai - United Arab Emirates', ['Dubai', 'DU', 'ARE', true]],
    ['Germany', [null, null, 'DEU', false]],
    ['Berlin', ['Berlin', 'BE', 'DEU', true]],
    ['San Francisco, CA', ['San Francisco', 'CA', 'USA', true]],
    ['Atlanta, Georgia', ['Atlanta', 'GA', 'USA', true]],
    ['Tbilisi, Georgia', ['Tbilisi', 'TB', 'GEO', true]],
    ['Hoxton, London, UK', ['London', 'ENG', 'GBR', true]],
    ['Kathmandu 44600, Nepal', ['Kathmandu', 'P3', 'NPL', true]],
    ['Nowheretown, CA, USA', ['Nowheretown', 'CA', 'USA', false]],
    ['Remote', undefined],
    ['Springfield', undefined],
    ['', undefined],
    [', 12, -', undefined],
  ])('%s', (text, expected) => {
    expect(brief(text)).toEqual(expected)
  })

  it("gives all 13 members, the city's time zone and one line", () => {
    const place = parseLocation('Redwood City, CA, USA')
    expect(locationRecord.strict().parse(place)).toEqual(place)
    expect(place).toMatchObject({
      state_name: 'California',
      country_name: 'United States',
      timezone: 'America/Los_Angeles',
      full_address: 'Redwood City, CA, USA',
      formatted_address: 'Redwood City, California, United States',
    })
    expect(place?.coordinates?.lat).toBeCloseTo(37.485, 2)
  })

  it('keeps a city apart from its namesakes in other states', () => {
    expect(parseLocation('Portland, ME, USA')?.coordinates?.lon).toBeGreaterThan(-75)
    expect(parseLocation('Portland, OR, USA')?.coordinates?.lon).toBeLessThan(-120)
  })

  it('tells street and quarter from the city', () => {
    expect(parseLocation('350 5th Ave, New York, NY, USA')).toMatchObject({
      street_address: '350 5th Ave',
      city: 'New York',
      state_code: 'NY',
    })
    expect(parseLocation('Hoxton, London, UK')).toMatchObject({ neighborhood: 'Hoxton', city: 'London' })
  })

  it('uses the country of the file where the text has none', () => {
    expect(brief('Lyon', 'FRA')).toEqual(['Lyon', 'ARA', 'FRA', true])
  })

  it('reads its own line back to the same place', () => {
    for (const text of [
      'Redwood City, CA, USA',
      'Bengaluru, KA, India',
      'London, UK',
      'Tallinn, Harju County, Estonia',
      'CA, USA',
      'Denmark',
      'Singapore',
    ]) {
      const once = parseLocation(text)!
      const again = parseLocation(once.formatted_address!)!
      expect({ ...again, full_address: null }).toEqual({ ...once, full_address: null })
    }
  })

  it('hands out its own copy every time', () => {
    parseLocation('Oslo, Norway')!.coordinates!.lat = 0
    expect(parseLocation('Oslo, Norway')!.coordinates!.lat).toBeGreaterThan(59)
  })

  it('never throws, whatever the text', () => {
    const part = fc.oneof(fc.string(), fc.constantFrom('CA', 'USA', 'Paris', '12', ',', ' - ', 'Georgia'))
    fc.assert(
      fc.property(fc.array(part, { maxLength: 5 }), (parts) => {
        const place = parseLocation(parts.join(', '))
        if (place) expect(place.country_code).toMatch(/^[A-Z]{3}$/)
      }),
    )
  })
})

describe('locationOfParts', () => {
  it('prefers the coordinates of the source and falls back to the full address', () => {
    expect(locationOfParts({ city: 'Bonn', country: 'Germany', lat: 1, lon: 2 })).toMatchObject({
      country_code: 'DEU',
      coordinates: { lat: 1, lon: 2 },
    })
    expect(locationOfParts({ full_address: 'Bonn, Germany' })).toMatchObject({
      city: 'Bonn',
      country_code: 'DEU',
    })
    expect(locationOfParts({ city: 'Austin', state: 'TX' })).toMatchObject({
      country_code: 'USA',
      state_code: 'TX',
    })
    expect(locationOfParts({ postal_code: '1' })).toBeUndefined()
  })
})
