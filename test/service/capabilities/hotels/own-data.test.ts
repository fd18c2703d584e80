import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verifies } from '../../../conformance/verifies.ts'
import { hotelsWorld, type HotelsWorld } from '../../../worlds/hotels.ts'
import { importFile, loadMapping, type ImportKind } from '../../../../src/corpus/import/index.ts'
import type { Rejection } from '../../../../src/corpus/write/index.ts'

// Data of an operator: files by themselves and by mapping, and an outside source. Each in a city of its own.

const guide = new URL('../../../../docs/guide/', import.meta.url).pathname

let hotels: HotelsWorld
let key: string
let folder: string
beforeAll(async () => {
  hotels = await hotelsWorld()
  ;({ rawKey: key } = await hotels.service.org())
  folder = await mkdtemp(join(tmpdir(), 'almanac-hotels-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function load(kind: ImportKind, file: string, map?: string) {
  const rejects: Rejection[] = []
  const summary = await importFile({
    kind,
    file,
    source: 'test',
    writer: hotels.service.almanac.writer,
    batchRows: 1_000,
    observedAt: new Date('2026-01-12'),
    ...(map === undefined ? {} : { mapping: await loadMapping(map) }),
    onRejects: async (rejected) => void rejects.push(...rejected),
  })
  return { ...summary, rejects }
}

async function loadText(kind: ImportKind, name: string, text: string) {
  const file = join(folder, name)
  await writeFile(file, text)
  return load(kind, file)
}

interface Found {
  name: string
  totalRate: { baseCost: number; allInCost: number }
  [member: string]: unknown
}

async function search(
  body: object,
): Promise<{ found: Found[]; warnings: { field: string; message: string }[] }> {
  const answer = await hotels.service.send('POST /v1/hotels/search', { key, body })
  expect(answer.status, answer.text).toBe(200)
  return { found: answer.body.output.properties, warnings: answer.body.warnings ?? [] }
}

describe('files', () => {
  const suva = { query: 'Suva', checkInDate: '2030-06-14', checkOutDate: '2030-06-16', currencyCode: 'FJD' }

  test('properties and rates of CSV files, as the guide has them, can be had on the nights they say', async () => {
    verifies('hotels.of-import')
    expect(await load('hotels', join(guide, 'files/hotels.csv'))).toMatchObject({ created: 2, rejects: [] })
    expect((await search(suva)).found).toEqual([])
    expect(await load('rates', join(guide, 'files/hotel-rates.csv'))).toMatchObject({ rejects: [] })
    const { found } = await search(suva)
    expect(found.map(({ name, totalRate }) => [name, totalRate.baseCost])).toEqual([
      ['Hotel Lagune', 180 + 210],
      ['Harbour Inn Suva', 190],
    ])
    expect(found[0]).toMatchObject({ amenityIds: [5, 6, 8, 35], propertyType: { id: 17, name: 'Resorts' } })
    const total = async (body: object) => {
      const [lagune] = (await search({ ...suva, query: 'Hotel Lagune', ...body })).found
      return lagune?.totalRate.baseCost
    }
    // Four take the family room, or, of the doubles, the two that are left on the 15th: 780, which is more.
    expect(await total({ adults: 4 })).toBe(580)
    // The family room is closed on the 16th: two doubles.
    expect(await total({ adults: 4, checkInDate: '2030-06-16', checkOutDate: '2030-06-17' })).toBe(360)
    expect(await total({ checkInDate: '2030-06-20', checkOutDate: '2030-06-22' })).toBeUndefined()
    // Loaded again, nothing changes; a later price replaces the one before.
    expect(await load('rates', join(guide, 'files/hotel-rates.csv'))).toMatchObject({
      changed: 0,
      created: 0,
    })
    const later =
      'property_id,room_id,date,price,currency,observed_at\npms/101,double,2030-06-14,200,FJD,2026-01-13\n'
    await loadText('rates', 'later.csv', later)
    expect(await total({})).toBe(200 + 210)
    const earlier = later.replace('200', '1').replace('2026-01-13', '2025-01-01')
    await loadText('rates', 'earlier.csv', earlier)
    expect(await total({})).toBe(200 + 210)
  })

  test('rates may come before their property, in JSON lines, and wrong ones are rejected by line and member', async () => {
    const rate = (more: object) =>
      JSON.stringify({ property_id: 'pms/201', date: '2030-06-14', price: 80, currency: 'EUR', ...more })
    const wrong: [path: string, more: object][] = [
      ['price', { price: null }],
      ['price', { price: -4 }],
      ['currency', { currency: 'euro' }],
      ['date', { date: '14.6.2030' }],
      ['last_date', { last_date: '2030-06-01' }],
      ['last_date', { last_date: '2036-06-01' }],
      ['property_id', { property_id: '' }],
    ]
    const file = [rate({ last_date: '2030-06-20' }), ...wrong.map(([, more]) => rate(more))].join('\n')
    const { rejects, rejected } = await loadText('rates', 'rates.jsonl', file)
    expect(rejected).toBe(wrong.length)
    expect(rejects.map(({ line, path }) => [line, path])).toEqual(
      wrong.map(([path], index) => [index + 2, path]),
    )
    const hotel = {
      property_id: 'pms/201',
      name: 'Hotel Apia Bay',
      location: { city: 'Apia', country_code: 'WSM' },
      market_factors: [{ market: 'USA', factor: 0.5 }],
    }
    const bad = [{ ...hotel, check_in_time: '3 pm' }, { ...hotel, star_class: 6 }, { name: 'No id' }]
    const properties = await loadText(
      'hotels',
      'hotels.jsonl',
      [hotel, ...bad].map((each) => JSON.stringify(each)).join('\n'),
    )
    expect(properties.rejects.map(({ path }) => path)).toEqual(['check_in_time', 'star_class', 'property_id'])
    const { found } = await search({ ...suva, query: 'Apia', currencyCode: 'EUR' })
    expect(found).toMatchObject([{ name: 'Hotel Apia Bay', totalRate: { baseCost: 80 } }])
  })

  test('an extract of OpenStreetMap by the mapping of the guide, with rates beside it', async () => {
    const { rejects, created, leftOut } = await load(
      'hotels',
      join(guide, 'files/osm-hotels.geojson'),
      join(guide, 'maps/osm-hotels.yaml'),
    )
    expect({ rejects, created, leftOut }).toEqual({ rejects: [], created: 2, leftOut: 1 })
    const rate = { date: '2030-06-10', last_date: '2030-06-20', price: 100, currency: 'EUR' }
    const file = ['osm/node/501', 'osm/way/502'].map((property_id) =>
      JSON.stringify({ property_id, ...rate }),
    )
    await loadText('rates', 'osm.jsonl', file.join('\n'))
    const asked = { ...suva, query: 'La Rochelle, France', currencyCode: 'EUR' }
    const { found } = await search({ ...asked, languageCode: 'en-GB' })
    expect(found).toMatchObject([
      {
        name: 'Old Harbour Hotel',
        city: 'La Rochelle',
        countryCode: 'FRA',
        hotelStarClass: 3,
        checkInTime: '15:00',
        url: expect.stringContaining('vieux-port.example'),
        coordinates: { latitude: 46.1591, longitude: -1.1524 },
        amenityIds: [35, 53, 6, 4, 15],
        totalRate: { baseCost: 200 },
      },
    ])
    const rentals = await search({
      ...asked,
      category: { propertyCategory: 'vacationRental', minBedrooms: 3 },
    })
    expect(rentals.found).toMatchObject([{ name: 'Chalet des Pins', bedrooms: 3 }])
  })
})

describe('an outside source', () => {
  const stay = {
    query: 'Papeete',
    checkInDate: '2026-03-01',
    checkOutDate: '2026-03-03',
    currencyCode: 'EUR',
  }
  const near = [
    {
      hotelId: 'HLPPT1',
      name: 'LAGON',
      geoCode: { latitude: -17.54, longitude: -149.57 },
      address: { countryCode: 'PF' },
    },
  ]
  const offers = [
    {
      available: true,
      hotel: { hotelId: 'HLPPT1', name: 'Le Lagon', rating: '4' },
      offers: [
        {
          room: { type: 'A1K' },
          rateCode: 'RAC',
          price: { currency: 'EUR', base: '200.00', total: '220.00' },
        },
      ],
    },
  ]

  test('answers what the corpus does not have, and its answer stays; where it fails the corpus answers, which is told', async () => {
    verifies('hotels.of-source')
    expect(await search(stay)).toEqual({ found: [], warnings: [] })
    hotels.sourceAnswers({ near, offers })
    const { found, warnings } = await search(stay)
    expect(warnings).toEqual([])
    expect(found).toMatchObject([
      {
        name: 'Le Lagon',
        countryCode: 'PYF',
        hotelStarClass: 4,
        totalRate: { baseCost: 200, allInCost: 220 },
      },
    ])
    hotels.sourceAnswers({ status: 500 })
    const fallen = await search(stay)
    expect(fallen.found).toEqual(found)
    expect(fallen.warnings).toMatchObject([
      { field: 'live', message: expect.stringContaining('could not be read') },
    ])
    hotels.sourceAnswers({})
    const looked = await hotels.service.send('POST /v1/hotels/property', {
      key,
      body: { ...stay, query: undefined, propertyToken: found[0]?.['propertyToken'] },
    })
    expect(looked.body.output.property.offers).toMatchObject([{ sourceName: 'Amadeus', isOfficial: false }])
  })
})
