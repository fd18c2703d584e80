import { expect, test } from 'vitest'
import { pointInPolygon } from '../../lib/geo.ts'
import { readCityName, eachCity, findCity } from './cities.ts'
import { labelOfRegion, naturalRegionCalled } from './natural-regions.ts'
import { islandsAndRegions, type PresetRegion } from './preset-regions.ts'

test.each([
  ['Lake Como', 'Lake Como, Italy'],
  ['Cornwall', 'Cornwall, United Kingdom'],
  ['Cornwall, UK', 'Cornwall, United Kingdom'],
  ['Cornwall, England, United Kingdom', 'Cornwall, United Kingdom'],
  ['Maui, Hawaii', 'Maui, United States'],
  ['Long Island, NY', 'Long Island, United States'],
  ['Tenerife', 'Tenerife, Spain'],
  ['Mallorca', 'Mallorca, Spain'],
  ['majorca, spain', 'Mallorca, Spain'],
  ['Santorini', 'Santorini, Greece'],
  ['Maui', 'Maui, United States'],
  ['The Algarve', 'Algarve, Portugal'],
  ['Long Island', 'Long Island, United States'],
  ['Bodensee', 'Lake Constance, Germany'],
])('%s is an island or a region, and no hamlet', (text, label) => {
  const region = naturalRegionCalled(text)
  expect(region && labelOfRegion(region)).toBe(label)
})

test.each([
  ['Cornwall, Ontario', undefined],
  ['Cornwall, Canada', undefined],
  ['Cornwall', 'CAN'],
  ['Black Forest, Colorado', undefined],
  ['Palma', undefined],
  ['', undefined],
])('%s (%s) is none', (text, countryCode) => {
  expect(naturalRegionCalled(text, countryCode)).toBeUndefined()
})

/** Towns of the gazetteer within a region, the largest first. */
function townsIn({ outline }: PresetRegion) {
  if (outline.type !== 'polygon') throw new Error('regions are drawn by their corners')
  const towns: { name: string; population: number; countryCode: string }[] = []
  eachCity(({ lat, lon, population, index }, { countryCode }) => {
    if (pointInPolygon({ latitude: lat, longitude: lon }, outline.vertices))
      towns.push({ name: readCityName(index), population, countryCode })
  })
  return towns.toSorted((a, b) => b.population - a.population)
}

test('what is written beside an outline is counted within it', () => {
  for (const region of islandsAndRegions()) {
    const towns = townsIn(region)
    const own = towns.filter(({ countryCode }) => countryCode === region.countryCode)
    const inhabitants = towns.reduce((sum, { population }) => sum + population, 0)
    // Two significant figures.
    expect(Math.abs(region.population / inhabitants - 1), region.slug).toBeLessThan(0.05)
    expect(region.cities, region.slug).toEqual([...new Set(own.map(({ name }) => name))].slice(0, 5))
    // Lakes lie in several countries; of the others an outline drawn by hand may touch a village beyond the border.
    if (!region.slug.startsWith('lake-'))
      expect(own.length / towns.length, region.slug).toBeGreaterThanOrEqual(0.9)
  }
})

test.each([
  ['mallorca', ['Palma', 'Alcúdia'], ['Ibiza', 'Maó']],
  ['tenerife', ['Adeje', 'Puerto de la Cruz'], ['San Sebastián de la Gomera']],
  ['cornwall', ['Truro', 'Penzance', 'Bude', 'Saltash'], ['Plymouth', 'Exeter']],
  ['lake-como', ['Como', 'Lecco', 'Bellagio'], ['Milan', 'Lugano']],
  ['algarve', ['Lagos', 'Tavira', 'Vila Real de Santo António'], ['Beja', 'Ayamonte']],
  ['maui', ['Lahaina', 'Kahului'], ['Honolulu', 'Hilo']],
  ['santorini', ['Firá'], ['Mykonos']],
  ['black-forest', ['Freiburg', 'Triberg'], ['Strasbourg', 'Basel']],
  ['alsace', ['Strasbourg', 'Colmar', 'Mulhouse'], ['Freiburg', 'Metz']],
  ['south-tyrol', ['Bolzano', 'Merano', 'Brunico'], ['Innsbruck', 'Trento', 'Lienz']],
  ['amalfi-coast', ['Positano', 'Amalfi', 'Ravello'], ['Sorrento', 'Salerno']],
  ['long-island', ['Hempstead', 'Montauk'], ['Brooklyn', 'Stamford']],
  ['napa-valley', ['Napa', 'Calistoga'], ['Sonoma', 'Vallejo']],
  ['isle-of-wight', ['Cowes', 'Ryde'], ['Portsmouth', 'Lymington']],
  ['dalmatia', ['Split', 'Zadar', 'Dubrovnik'], ['Mostar', 'Rijeka']],
])('%s holds its towns and not its neighbours', (slug, inside, outside) => {
  const region = islandsAndRegions().find((each) => each.slug === slug)!
  const { outline } = region
  const holds = (name: string) => {
    const near = findCity(name).filter(({ countryCode }) => countryCode === region.countryCode)
    return (near.length > 0 ? near : findCity(name)).some(
      ({ lat, lon }) =>
        outline.type === 'polygon' && pointInPolygon({ latitude: lat, longitude: lon }, outline.vertices),
    )
  }
  expect(inside.filter((name) => !holds(name))).toEqual([])
  expect(outside.filter(holds)).toEqual([])
})
