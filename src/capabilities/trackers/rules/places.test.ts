import { describe, expect, test } from 'vitest'
import { verifies } from '../../../../test/conformance/verifies.ts'
import { firing } from '../fixtures/firing.ts'

const company = (members: object) => ({ company: members })
const isSilent = (type: string, before: object, after: object) =>
  expect(firing(type, {}, before, after)).toEqual([])

describe('places', () => {
  const place = (
    city: string | null,
    state_name: string | null = null,
    country_code: string | null = null,
    at?: [number, number],
  ) => ({
    city,
    state_name,
    country_code,
    coordinates: at === undefined ? null : { lat: at[0], lon: at[1] },
  })
  const munich = place('Munich', 'Bavaria', 'DEU', [48.137, 11.575])
  const move = (before: object | null, after: object | null) =>
    firing('hq_location_changed', {}, company({ location: before }), company({ location: after }))

  test.each([
    [munich, place('München', 'BY', 'DEU', [48.15, 11.58])],
    [munich, place('München', null, 'DEU')],
    [munich, place(null, 'Bavaria', 'DEU')],
    [munich, place(null, null, 'DEU')],
    [munich, null],
    [null, munich],
    [place('New York', 'New York', 'USA'), place('New York City', 'NY', 'USA')],
    [place('San Francisco', 'California', 'USA'), place('SAN FRANCISCO', 'CA', 'USA')],
    [place('London', 'England', 'GBR'), place('London', null, 'GBR')],
    [place(null, 'Limerick', 'IRL'), place('Limerick', 'Munster', 'IRL')],
    [place('Brooklyn', 'New York', 'USA', [40.6501, -73.9496]), place(null, 'New York', 'USA')],
    // A quarter, another spelling, and a city inside a larger one: sources write any of them.
    [
      place('SoMa', 'California', 'USA', [37.7785, -122.4056]),
      place('San Francisco', 'California', 'USA', [37.7749, -122.4194]),
    ],
    [
      place('St. Petersburg', 'Florida', 'USA', [27.7709, -82.6793]),
      place('Saint Petersburg', 'Florida', 'USA', [27.7731, -82.64]),
    ],
    [
      place('New Delhi', 'Delhi', 'IND', [28.6358, 77.2245]),
      place('Delhi', 'Delhi', 'IND', [28.652, 77.2315]),
    ],
    [place('Sydney NSW', null, 'AUS'), place('Sydney', 'New South Wales', 'AUS')],
    [
      place('London', null, 'GBR', [51.507, -0.128]),
      place('London', 'Greater London', 'GBR', [51.51, -0.12]),
    ],
  ])('%j is %j written otherwise', (before, after) => {
    expect(move(before, after)).toEqual([])
    expect(move(after, before)).toEqual([])
  })

  test('a move tells what changed and how far', () => {
    verifies('tracker.hq-location-changed')
    expect(move(munich, place('Berlin', 'Berlin', 'DEU', [52.52, 13.405]))).toEqual([
      {
        kind: 'location',
        previous: 'Munich, Bavaria, Germany',
        current: 'Berlin, Berlin, Germany',
        countryChanged: false,
        stateChanged: true,
        cityChanged: true,
        distanceMiles: 313.4,
      },
    ])
    expect(move(munich, place('Vienna', null, 'AUT'))).toMatchObject([
      { countryChanged: true, distanceMiles: null },
    ])
    expect(move(place(null, 'Texas', 'USA'), place(null, 'Ohio', 'USA'))).toMatchObject([
      { stateChanged: true, cityChanged: false },
    ])
    const [oakland, alameda] = [[37.8044, -122.2708] as const, [37.771, -122.2609] as const]
    expect(
      move(
        place('Oakland', 'California', 'USA', [...oakland]),
        place('Alameda', 'California', 'USA', [...alameda]),
      ),
      'neighbours, four kilometres from one another',
    ).toMatchObject([{ cityChanged: true, distanceMiles: 2.4 }])
    const springfield = (state: string, at: [number, number]) => place('Springfield', state, 'USA', at)
    expect(
      move(springfield('Illinois', [39.8, -89.65]), springfield('Massachusetts', [42.1, -72.6])),
    ).toHaveLength(1)
  })

  test('offices in another order are no move', () => {
    const [paris, austin] = [place('Paris', null, 'FRA'), place('Austin', 'Texas', 'USA')]
    const of = (location: object, offices: object[]) => company({ location, offices })
    isSilent('hq_location_changed', of(paris, [paris, austin]), of(austin, [austin, paris]))
    expect(firing('hq_location_changed', {}, of(paris, [paris, austin]), of(austin, [austin]))).toHaveLength(
      1,
    )
  })

  test('new offices are told by city, in the countries, regions, states and cities asked for', () => {
    verifies(
      'tracker.new-office-location',
      'tracker.new-office-location.cities',
      'tracker.new-office-location.regions',
      'tracker.new-office-location.states',
    )
    const before = company({ offices: [munich] })
    const after = company({
      offices: [
        place('Vienna', null, 'AUT'),
        place('München', 'BY', 'DEU'),
        place('San Jose', 'California', 'USA'),
        null,
      ],
    })
    const cities = (members: object) =>
      firing('new_office_location', members, before, after).map((data) => (data as { city: string }).city)
    expect(cities({})).toEqual(['Vienna', 'San Jose'])
    expect(cities({ regions: ['X-DACH'] })).toEqual(['Vienna'])
    expect(cities({ countries: ['USA'] })).toEqual(['San Jose'])
    expect(cities({ countries: ['USA'], regions: ['X-DACH'] })).toEqual(['Vienna', 'San Jose'])
    expect(cities({ states: ['CA'] })).toEqual(['San Jose'])
    expect(cities({ cities: ['wien'] })).toEqual([])
    expect(cities({ cities: ['VIENNA'] })).toEqual(['Vienna'])
    isSilent('new_office_location', company({ offices: null }), after)
    const [county, city] = [place(null, 'Limerick', 'IRL'), place('Limerick', 'Munster', 'IRL')]
    isSilent('new_office_location', company({ offices: [county] }), company({ offices: [city] }))
  })
})
