import { existsSync, readFileSync } from 'node:fs'
import { timeZonesNames } from '@vvo/tzdb'
import { describe, expect, it } from 'vitest'
import { acceleratorsBody, accelerators, findAccelerator } from './accelerators.ts'
import { countries, countryByAlpha3 } from './countries.ts'
import { flightRegionsBody } from './flight-regions.ts'
import { hotelAmenitiesBody, hotelBrandsBody, hotelPropertyTypesBody } from './hotels.ts'
import { findNetworkIndustry, industriesBody } from './industries.ts'
import tagByName from '../../../data/reference/languages.json' with { type: 'json' }
import { languagesBody } from './languages.ts'
import { metroAreas, metroAreasBody } from './metro-areas.ts'
import * as schema from './schema.ts'
import { skillsBody, technologiesBody, tagsBody } from './value-lists.ts'
import { timeZonesBody } from './time-zones.ts'

const path = '/work/shared/reference/enums.json'
const enums = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Record<string, string[]>) : {}
const withEnums = it.skipIf(!existsSync(path))
const unique = (values: readonly unknown[]) => new Set(values).size === values.length

describe('bodies', () => {
  it.each([
    ['flight regions', flightRegionsBody, schema.flightRegionsBodySchema],
    ['hotel amenities', hotelAmenitiesBody, schema.hotelAmenitiesBodySchema],
    ['hotel brands', hotelBrandsBody, schema.hotelBrandsBodySchema],
    ['hotel property types', hotelPropertyTypesBody, schema.hotelPropertyTypesBodySchema],
    ['industries', industriesBody, schema.industriesBodySchema],
    ['languages', languagesBody, schema.languagesBodySchema],
    ['metro areas', metroAreasBody, schema.metroAreasBodySchema],
    ['skills', skillsBody, schema.skillsBodySchema],
    ['tags', tagsBody, schema.tagsBodySchema],
    ['technologies', technologiesBody, schema.technologiesBodySchema],
  ])('of %s fit their schema, are frozen and built once', (_name, body, bodySchema) => {
    const value: object = body()
    expect(bodySchema.parse(value)).toEqual(value)
    expect(body()).toBe(value)
    expect(Object.isFrozen(Object.values(value)[0])).toBe(true)
  })
})

describe('hotel enumerations', () => {
  it('have exactly the specified ids', () => {
    const ids = (list: readonly { id: number }[]) => list.map((entry) => entry.id).toSorted((a, b) => a - b)
    expect(ids(hotelAmenitiesBody().amenities)).toEqual([
      1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 15, 19, 22, 35, 40, 52, 53, 61,
    ])
    expect(ids(hotelPropertyTypesBody().propertyTypes)).toEqual([
      12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24,
    ])
    expect(hotelBrandsBody().brands.map((brand) => brand.id)).toEqual([
      33, 18, 20, 289, 28, 37, 202, 17, 46, 174, 169, 311, 353, 163, 424, 493, 312, 53,
    ])
  })

  it('have no id or brand name twice', () => {
    const groups = hotelBrandsBody().brands
    const children = groups.flatMap((group) => group.children)
    expect(unique([...groups, ...children].map((entry) => entry.id))).toBe(true)
    expect(unique(children.map((child) => child.name.toLowerCase()))).toBe(true)
    expect(groups.every((group) => group.children.length > 0)).toBe(true)
  })
})

describe('closed lists', () => {
  it('have the specified sizes and no doubles', () => {
    const { standardIndustries, pnetIndustries } = industriesBody()
    const { profileTags, companyTags } = tagsBody()
    expect([standardIndustries.length, technologiesBody().technologies.length]).toEqual([49, 141])
    expect([profileTags.length, companyTags.length, accelerators().length]).toEqual([15, 4, 19])
    expect(pnetIndustries.length).toBeGreaterThan(400)
    expect(
      unique(pnetIndustries) && unique(standardIndustries) && unique(technologiesBody().technologies),
    ).toBe(true)
  })

  it('industries of the network go by id, name and former name; those that getIndustries lists have ids', () => {
    const software = findNetworkIndustry('computer  software')
    expect(software).toEqual({ id: '4', names: ['Software Development', 'Computer Software'] })
    expect([findNetworkIndustry('4'), findNetworkIndustry('Software Development')]).toEqual([
      software,
      software,
    ])
    expect(findNetworkIndustry('information technology & services')?.id).toBe('96')
    expect([findNetworkIndustry('Basket weaving'), findNetworkIndustry('')]).toEqual([undefined, undefined])
    const unknown = industriesBody().pnetIndustries.filter((name) => findNetworkIndustry(name) === undefined)
    expect(unknown).toEqual(['Accommodation and Food Services', 'Energy Technology'])
  })

  withEnums('are the values of the reference enums', () => {
    expect(industriesBody().standardIndustries).toEqual(enums.standard_industries)
    expect(technologiesBody().technologies).toEqual(enums.technologies)
    expect(tagsBody().profileTags.map((tag) => tag.slug)).toEqual(enums.person_tags)
    expect(tagsBody().companyTags.map((tag) => tag.slug)).toEqual(enums.company_tags)
    expect(
      accelerators()
        .map((entry) => entry.slug)
        .toSorted(),
    ).toEqual(enums.accelerators)
    expect(languagesBody().languages).toEqual(enums.languages)
  })
})

describe('accelerators', () => {
  const now = Date.UTC(2026, 0, 15)
  const entries = (tallies?: Parameters<typeof acceleratorsBody>[1]) => {
    const body = schema.acceleratorsBodySchema.parse(acceleratorsBody(now, tallies))
    return new Map(body.accelerators.map((entry) => [entry.acceleratorSlug, entry]))
  }

  it('run from their first year to the present one, batches by rule included', () => {
    const all = entries()
    expect(all.get('techstars')?.years.map(({ year }) => year)).toEqual(
      Array.from({ length: 20 }, (_, index) => 2007 + index),
    )
    const batches = all.get('ycombinator')!.batches.map(({ batch }) => batch)
    expect(batches[0]).toBe('Summer 2005')
    expect(batches).toEqual(expect.arrayContaining(['Winter 2021', 'Fall 2024', 'Spring 2025']))
    expect(batches).not.toContain('Spring 2024')
    expect(unique(batches)).toBe(true)
    for (const entry of all.values()) {
      expect(entry.years.at(-1)?.year).toBe(2026)
      expect(entry.numCompanies).toBeNull()
    }
  })

  it('carry what the corpus holds, and zero where it holds nothing', () => {
    const all = entries(
      new Map([['antler', { numCompanies: 3, batches: ['Berlin 4'], years: [2016, 2021] }]]),
    )
    expect(all.get('antler')).toMatchObject({ numCompanies: 3, batches: [{ batch: 'Berlin 4' }] })
    expect(
      all
        .get('antler')
        ?.years.slice(0, 3)
        .map(({ year }) => year),
    ).toEqual([2016, 2017, 2018])
    expect(all.get('ycombinator')?.numCompanies).toBe(0)
  })

  it('are found by slug, name and other names, none of them shared', () => {
    for (const entry of accelerators()) {
      for (const name of [entry.slug, entry.name, ...entry.otherNames]) {
        expect(findAccelerator(name.toUpperCase()), name).toBe(entry)
      }
      expect(new URL(entry.website).protocol).toBe('https:')
    }
    expect(findAccelerator('YC')?.slug).toBe('ycombinator')
    expect(findAccelerator('')).toBeUndefined()
  })
})

describe('skills', () => {
  it('are at least 2,500 names of all professions, no name twice in any case', () => {
    const { skills } = skillsBody()
    expect(skills.length).toBeGreaterThanOrEqual(2_500)
    expect(unique(skills.map((skill) => skill.toLowerCase()))).toBe(true)
    expect(skills.every((skill) => skill === skill.trim() && skill !== '' && skill.length <= 60)).toBe(true)
    expect(skills).toEqual(
      expect.arrayContaining(['Python', 'Nursing', 'Welding', 'Contract Law', 'Beekeeping']),
    )
  })
})

describe('languages', () => {
  it('have a well-formed tag for every filter name', () => {
    const tags = new Set(languagesBody().languageTags.map((entry) => entry.tag))
    expect(Object.keys(tagByName)).toEqual(languagesBody().languages)
    for (const tag of Object.values(tagByName)) {
      expect(() => new Intl.Locale(tag)).not.toThrow()
      expect(tags).toContain(tag)
    }
  })

  it('list tags once, with names', () => {
    const { languageTags } = languagesBody()
    expect(unique(languageTags.map((entry) => entry.tag))).toBe(true)
    expect(languageTags.length).toBeGreaterThan(250)
    expect(languageTags.filter((entry) => entry.name === entry.tag)).toEqual([])
    expect(languageTags).toContainEqual({ tag: 'pt-BR', name: 'Portuguese (Brazil)' })
  })
})

describe('metro areas', () => {
  it('are at least 400, each in a known country and around its own centre', () => {
    expect(metroAreas().length).toBeGreaterThanOrEqual(400)
    expect(unique(metroAreas().map((area) => area.slug))).toBe(true)
    for (const area of metroAreas()) {
      expect(countryByAlpha3(area.countryCode), area.slug).toBeDefined()
      expect(area.slug).toMatch(/^[\p{Ll}\p{Lo}\p{N}-]+$/u)
      // Islands are small; towns of a thousand count.
      expect(area.population).toBeGreaterThan(area.outline.type === 'circle' ? 10_000 : 1_000)
    }
  })
})

describe('flight regions', () => {
  it('cover every country people live in, as a country and in a region', () => {
    const { flightRegions } = flightRegionsBody()
    expect(unique(flightRegions.map((entry) => entry.slug))).toBe(true)
    const of = (kind: string) =>
      new Set(flightRegions.filter((entry) => entry.kind === kind).flatMap((entry) => entry.countries))
    const uninhabited = ['ANT', 'ATA', 'ATF', 'BVT', 'HMD', 'SGS', 'UMI']
    const inhabited = countries()
      .map((country) => country.alpha3)
      .filter((code) => !uninhabited.includes(code))
    expect(of('country')).toEqual(new Set(inhabited))
    expect([...of('country').difference(of('region'))]).toEqual([])
    expect([...of('region').difference(of('country'))]).toEqual([])
  })
})

describe('time zones', () => {
  const winter = Date.UTC(2026, 0, 15, 12)
  const summer = Date.UTC(2026, 6, 15, 12)

  it('hold every IANA zone of the package once, and UTC', () => {
    const zones = timeZonesBody(winter).timeZones
    const grouped = zones.flatMap((zone) => zone.group)
    for (const name of timeZonesNames) expect(grouped).toContain(name)
    expect(unique(zones.map((zone) => zone.name))).toBe(true)
    expect(grouped).toContain('UTC')
  })

  it('are objects of 22 members that fit the schema', () => {
    const body = timeZonesBody(winter)
    expect(schema.timeZonesBodySchema.parse(body)).toEqual(body)
    for (const zone of body.timeZones) expect(Object.keys(zone)).toHaveLength(22)
  })

  it('give the offset of the moment asked for', () => {
    const offset = (nowMs: number, name: string) =>
      timeZonesBody(nowMs).timeZones.find((zone) => zone.name === name)?.currentTimeOffsetInMinutes
    expect(offset(winter, 'Europe/Berlin')).toBe(60)
    expect(offset(summer, 'Europe/Berlin')).toBe(120)
    expect(offset(winter, 'Europe/Berlin')).toBe(60)
    expect(offset(summer, 'Asia/Kolkata')).toBe(330)
  })
})
