import { describe, expect, it } from 'vitest'
import { parseLocation } from './parse-location.ts'

/** City, state code and country code; whether it has coordinates says if the city was found. */
function brief(text: string): unknown {
  const place = parseLocation(text)
  return place && [place.city, place.state_code, place.country_code, place.coordinates !== null]
}

describe('a line whose place is not written as in the gazetteer', () => {
  it.each([
    ['San Francisco Bay Area', ['San Francisco', 'CA', 'USA', true]],
    ['New York City Metropolitan Area', ['New York', 'NY', 'USA', true]],
    ['Greater Boston', ['Boston', 'MA', 'USA', true]],
    ['Greater Munich Metropolitan Area', ['Munich', 'BY', 'DEU', true]],
    ['Paris et périphérie', ['Paris', 'IDF', 'FRA', true]],
    ['Paris Area, France', ['Paris', 'IDF', 'FRA', true]],
    ['Zürich und Umgebung, Schweiz', ['Zürich', 'ZH', 'CHE', true]],
    ['Großraum Köln', ['Köln', 'NW', 'DEU', true]],
    ['Dallas-Fort Worth Metroplex', ['Dallas', 'TX', 'USA', true]],
    ['Greater Toronto Area, Canada', ['Toronto', 'ON', 'CAN', true]],
    ['Portland, Oregon Metropolitan Area', ['Portland', 'OR', 'USA', true]],
    ['Pune/Pimpri-Chinchwad Area', ['Pune', 'MH', 'IND', true]],
  ])('%s is its city', (text, expected) => {
    expect(brief(text)).toEqual(expected)
    expect(parseLocation(text)?.full_address).toBe(text)
  })

  it.each([
    ['Nuremberg, Germany', ['Nuremberg', 'BY', 'DEU', true]],
    ['Antwerp, Belgium', ['Antwerp', 'VLG', 'BEL', true]],
    ['Lucerne, Switzerland', ['Lucerne', 'LU', 'CHE', true]],
    ['Venezia, Italia', ['Venezia', '34', 'ITA', true]],
    ['Monaco di Baviera, Germania', ['Monaco di Baviera', 'BY', 'DEU', true]],
    ['Palma de Mallorca, España', ['Palma de Mallorca', 'IB', 'ESP', true]],
  ])('%s is found by the name that others have for it', (text, expected) => {
    expect(brief(text)).toEqual(expected)
  })

  it.each([
    ['Bayern', [null, 'BY', 'DEU', false]],
    ['Freistaat Bayern', [null, 'BY', 'DEU', false]],
    ['California', [null, 'CA', 'USA', false]],
    ['Île-de-France', [null, 'IDF', 'FRA', false]],
    ['Gurgaon, Haryana', ['Gurgaon', 'HR', 'IND', true]],
    ['Bonn', ['Bonn', 'NW', 'DEU', true]],
    ['Mumbai, MH', ['Mumbai', 'MH', 'IND', true]],
    ['Belfast, NI', ['Belfast', 'NIR', 'GBR', true]],
    ['10115 Berlin', ['Berlin', 'BE', 'DEU', true]],
    ['Torino (TO), Italia', ['Torino', '21', 'ITA', true]],
    ['Halle (Saale), Germany', ['Halle (Saale)', 'ST', 'DEU', true]],
    ['Remote, US', [null, null, 'USA', false]],
    ['Remote (Germany)', [null, null, 'DEU', false]],
    ['Hybrid - Berlin', ['Berlin', 'BE', 'DEU', true]],
    ['Skillman, New Jersey', ['Skillman', 'NJ', 'USA', false]],
    ['Penfield, New York', ['Penfield', 'NY', 'USA', false]],
    ['Washington County, Oregon', [null, 'OR', 'USA', false]],
    ['Columbus, Ohio; Detroit, Michigan', ['Columbus', 'OH', 'USA', true]],
    ['West Falls Church, Virginia[2]', ['West Falls Church', 'VA', 'USA', true]],
    ['Barranco, Lima Region, Peru', ['Barranco', 'LIM', 'PER', false]],
  ])('%s says as much as it does, no more', (text, expected) => {
    expect(brief(text)).toEqual(expected)
  })

  // No town is named: somewhere on the island, and in no town of it.
  it.each([
    ['Mallorca, Spain', ['Mallorca', null, 'ESP', true]],
    ['Cornwall, UK', [null, 'CON', 'GBR', true]],
    ['Lake Como', ['Lake Como', null, 'ITA', true]],
    ['Maui, Hawaii', ['Maui', 'HI', 'USA', true]],
    ['Cornwall, Ontario', ['Cornwall', 'ON', 'CAN', true]],
  ])('%s is an island or a region', (text, expected) => {
    expect(brief(text)).toEqual(expected)
  })

  // Two are called so, or the parts contradict: which is meant nobody knows.
  it.each([
    'Punjab',
    'Victoria',
    'Ontario',
    'Reading',
    'Lincoln',
    'Springfield Area',
    'Mumbai, NI',
    'Remote',
  ])('%s stays unknown', (text) => {
    expect(brief(text)).toBeUndefined()
  })
})
