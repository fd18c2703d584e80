import { describe, expect, it } from 'vitest'
import { completePerson } from '../complete.ts'
import type { LocationRecord } from '../location.ts'
import { locationBeside } from './complete-location.ts'
import { parseLocation } from './parse-location.ts'

function completed(given: Partial<LocationRecord>): LocationRecord {
  const { inferred_location: made } = completePerson({ primary_slug: 'a', inferred_location: given })
  return made!
}

describe('completeLocation', () => {
  it('gives a city its country, state, point, zone and line', () => {
    const { coordinates, ...rest } = completed({ city: 'Bonn', country_code: 'DEU' })
    expect(rest).toMatchObject({
      country_name: 'Germany',
      state_name: 'North Rhine-Westphalia',
      state_code: 'NW',
      timezone: 'Europe/Berlin',
      formatted_address: 'Bonn, North Rhine-Westphalia, Germany',
    })
    expect(coordinates?.lat).toBeCloseTo(50.73, 1)
  })

  it('keeps what is given, and writes countries as alpha-3', () => {
    const given = {
      city: 'München',
      state_name: 'Bayern',
      country_name: 'Deutschland',
      country_code: 'de',
      timezone: 'Europe/Busingen',
      coordinates: { lat: 48.1, lon: 11.5 },
    }
    expect(completed(given)).toMatchObject({
      ...given,
      country_code: 'DEU',
      state_code: 'BY',
      formatted_address: 'München, Bayern, Deutschland',
    })
    expect(completed({ country_code: 'Narnia', city: 'Bonn' })).toMatchObject({
      country_code: 'Narnia',
      timezone: null,
    })
  })

  it('guesses none of several cities of a name, and takes that of the state or of the coordinates', () => {
    expect(completed({ city: 'Arlington', country_code: 'USA' })).toMatchObject({
      coordinates: null,
      timezone: null,
      state_code: null,
      country_name: 'United States',
    })
    expect(completed({ city: 'Arlington', country_code: 'USA', state_code: 'VA' }).timezone).toBe(
      'America/New_York',
    )
    const near = completed({ city: 'Arlington', country_code: 'USA', coordinates: { lat: 32.7, lon: -97.1 } })
    expect(near).toMatchObject({ state_code: 'TX', timezone: 'America/Chicago' })
    const far = completed({ city: 'Bonn', country_code: 'DEU', coordinates: { lat: 48, lon: 11 } })
    expect(far).toMatchObject({ state_code: null, timezone: null, coordinates: { lat: 48, lon: 11 } })
  })

  it('finds the country of a large city or of a city in a state, and of nothing else', () => {
    expect(completed({ city: 'Berlin' })).toMatchObject({ country_code: 'DEU', timezone: 'Europe/Berlin' })
    expect(completed({ city: 'Austin', state_code: 'TX' })).toMatchObject({
      country_code: 'USA',
      state_code: 'TX',
    })
    for (const given of [
      { city: 'Georgia' },
      { state_name: 'Georgia' },
      { state_name: 'New York' },
      { city: 'Lincoln' },
    ])
      expect(completed(given)).toMatchObject({ country_code: null, coordinates: null, city: null, ...given })
  })

  it('reads one that has a text alone', () => {
    const full_address = 'Oslo, Norway'
    expect(completed({ full_address })).toMatchObject({ city: 'Oslo', country_code: 'NOR', full_address })
    expect(completed({ full_address: 'Remote' })).toMatchObject({ city: null, country_code: null })
    const person = completePerson({ primary_slug: 'a', locality: 'Oslo, Norway' })
    expect(person.inferred_location).toMatchObject({ city: 'Oslo', timezone: 'Europe/Oslo' })
  })

  it('changes nothing when applied twice', () => {
    for (const given of [
      { city: 'Bonn', country_code: 'DEU' },
      { city: 'Berlin' },
      { full_address: 'Oslo, Norway' },
    ]) {
      const once = completed(given)
      expect(completed(once)).toEqual(once)
    }
  })
})

describe('a place read from one text beside another text', () => {
  const jena = parseLocation('Jena, Thuringia, Germany')!
  it.each([
    ['Jena, Thuringia', 'DEU', 'the same, said shorter'],
    ['Jena', 'DEU', 'the same, said shorter'],
    ['HQ: Jena, Thuringia, Germany (Europe)', 'DEU', 'the same, and words that are no place'],
    ['Lyon, France', 'FRA', 'another place'],
    ['Somewhere else', undefined, 'a place that cannot be read'],
  ])('%s: %s, %s', (text, country, _why) => {
    expect(locationBeside(structuredClone(jena), text)?.country_code).toBe(country)
  })

  it.each(['NY, USA', 'QC, Canada'])('keeps %s the state it is beside its own line', (text) => {
    const state = parseLocation(text)!
    expect(state.city).toBeNull()
    expect(locationBeside(structuredClone(state), state.formatted_address)).toEqual(state)
  })
})
