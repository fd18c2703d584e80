import { iso31662 } from 'iso-3166'
import { describe, expect, it } from 'vitest'
import { countries } from './countries.ts'
import edits from '../../../data/reference/subdivision-names.json' with { type: 'json' }
import translations from '../../../data/reference/subdivision-translations.json' with { type: 'json' }
import typeRules from '../../../data/reference/subdivision-types.json' with { type: 'json' }
import { subdivisionsBodySchema } from './schema.ts'
import { derivedNames } from './subdivision-names.ts'
import { findSubdivision, subdivisionsBody, listSubdivisions } from './subdivisions.ts'

const all = countries().flatMap((country) => listSubdivisions(country.alpha3))
const codes = new Set(all.map((unit) => unit.code))

describe('subdivisions', () => {
  it('are those of ISO 3166-2, minus retired and plus new ones, each once', () => {
    const expected = new Set([...iso31662.map((unit) => unit.code), ...Object.keys(edits.added)])
    for (const code of edits.retired) expected.delete(code)
    expect(codes).toEqual(expected)
    expect(codes.size).toBe(all.length)
    expect(all.length).toBeGreaterThanOrEqual(5_000)
  })

  it('all have a type written for them and a name without a cut end', () => {
    for (const unit of all) {
      expect(unit.type, unit.code).not.toBe('subdivision')
      expect(unit.name, unit.code).not.toMatch(/^\W*$|-$| kai$/u)
      expect(unit.alternateNames).not.toContain(unit.name)
      expect(new Set(unit.alternateNames).size).toBe(unit.alternateNames.length)
    }
  })

  it('are all found by their full code and, within the country, by the short one', () => {
    for (const { alpha3 } of countries()) {
      for (const unit of listSubdivisions(alpha3)) {
        expect(findSubdivision(alpha3, unit.code.toLowerCase())).toBe(unit)
        expect(findSubdivision(alpha3, unit.code.slice(3))).toBe(unit)
      }
    }
  })

  it('are found by their official name, or a larger unit of the same name is', () => {
    for (const { alpha3 } of countries()) {
      for (const unit of listSubdivisions(alpha3))
        expect(findSubdivision(alpha3, unit.name), unit.code).toBeDefined()
    }
  })

  it('have no edit for a code that does not exist', () => {
    for (const [country, names] of Object.entries(edits.alternates)) {
      for (const local of Object.keys(names)) expect(codes, country).toContain(`${country}-${local}`)
    }
    for (const [country, rules] of Object.entries(typeRules)) {
      const named = Object.keys(rules).filter((rule) => rule !== '*' && rule !== '+')
      for (const local of named.flatMap((rule) => rule.split(' ')))
        expect(codes).toContain(`${country}-${local}`)
    }
  })

  it.each([
    ['USA', 'california', 'US-CA', 'state'],
    ['USA', 'Washington DC', 'US-DC', 'district'],
    ['DEU', 'Bavaria', 'DE-BY', 'state'],
    ['DEU', 'Bayern', 'DE-BY', 'state'],
    ['JPN', 'Tokyo', 'JP-13', 'prefecture'],
    ['CHN', 'Guangdong', 'CN-GD', 'province'],
    ['ESP', 'Murcia', 'ES-MC', 'autonomous community'],
    ['RUS', 'Samara Oblast', 'RU-SAM', 'oblast'],
    ['CAN', 'Province of Ontario', 'CA-ON', 'province'],
    ['KOR', 'Gyeonggi', 'KR-41', 'province'],
    ['CZE', 'Prague', 'CZ-10', 'capital city'],
    ['FRA', 'Ile de France', 'FR-IDF', 'region'],
    ['GBR', 'Scotland', 'GB-SCT', 'country'],
    ['EST', 'Saaremaa', 'EE-74', 'county'],
    ...['BY', 'Bayern', 'Bavaria', 'Baviera', 'Bavière', 'Freistaat Bayern', 'Бавария'].map((text) => [
      'DEU',
      text,
      'DE-BY',
      'state',
    ]),
    ['DEU', 'Renania del Norte-Westfalia', 'DE-NW', 'state'],
    ['DEU', 'Land Berlin', 'DE-BE', 'state'],
    ['DEU', 'Freie und Hansestadt Hamburg', 'DE-HH', 'state'],
    ['ITA', 'Lombardy', 'IT-25', 'region'],
    ['ITA', 'Regione Lombardia', 'IT-25', 'region'],
    ['ESP', 'Catalunya', 'ES-CT', 'autonomous community'],
    ['ESP', 'Katalonien', 'ES-CT', 'autonomous community'],
    ['FRA', 'Région Île-de-France', 'FR-IDF', 'region'],
    ['USA', 'State of California', 'US-CA', 'state'],
    ['USA', 'Kalifornien', 'US-CA', 'state'],
    ['CHE', 'Canton of Zürich', 'CH-ZH', 'canton'],
    ['CHE', 'Canton de Genève', 'CH-GE', 'canton'],
    ['JPN', '東京都', 'JP-13', 'prefecture'],
    ['JPN', 'Kanagawa-ken', 'JP-14', 'prefecture'],
    ['CHN', '广东省', 'CN-GD', 'province'],
    ['KOR', '경기도', 'KR-41', 'province'],
    // One name for a city and the land around it, distinguished by the word for their kind.
    ['RUS', 'Москва', 'RU-MOW', 'federal city'],
    ['RUS', 'Московская область', 'RU-MOS', 'oblast'],
    ['UKR', 'Oblast de Kiev', 'UA-32', 'oblast'],
    ['BRA', 'Estado de São Paulo', 'BR-SP', 'state'],
    ['MEX', 'Estado de México', 'MX-MEX', 'state'],
    ['POL', 'Województwo Śląskie', 'PL-24', 'voivodeship'],
  ])('of %s know %s as %s, a %s', (country, text, code, type) => {
    expect(findSubdivision(country, text)).toMatchObject({ code, type })
  })

  it('are not found in another country', () => {
    expect(findSubdivision('FRA', 'California')).toBeUndefined()
    expect(findSubdivision('ZZZ', 'California')).toBeUndefined()
    expect(findSubdivision('USA', '')).toBeUndefined()
    expect(findSubdivision('DEU', 'Land')).toBeUndefined()
  })

  it('have translations for codes that exist, each told from the names at home, and no unit has the name of another', () => {
    for (const [country, lines] of Object.entries(translations))
      for (const local of Object.keys(lines)) expect(codes, country).toContain(`${country}-${local}`)
    for (const { alpha3 } of countries())
      for (const unit of listSubdivisions(alpha3))
        for (const { languageCode, name } of unit.translations) {
          expect(languageCode).toMatch(/^[a-z]{2}(-[A-Z][a-z]{3})?$/)
          const found = findSubdivision(alpha3, name)
          expect(found?.code, `${unit.code} ${name}`).toBe(unit.code)
        }
  })
})

describe('subdivisionsBody', () => {
  it('fits its schema, is empty for a country without subdivisions and absent for an unknown one', () => {
    const body = subdivisionsBody('USA')
    expect(subdivisionsBodySchema.parse(body)).toEqual(body)
    expect(body?.subdivisions).toHaveLength(57)
    expect(subdivisionsBody('XKX')).toEqual({ countryCode: 'XKX', subdivisions: [] })
    expect(subdivisionsBody('US')).toBeUndefined()
  })
})

describe('derivedNames', () => {
  it.each([
    ['Murcia, Región de', ['Murcia', 'Región de Murcia']],
    ['Bolama / Bijagós', ['Bolama', 'Bijagós']],
    ['Altay, Respublika', ['Altay']],
    ['Stockholms län', ['Stockholms']],
    ['Seoul-teukbyeolsi', ['Seoul']],
    ['Texas', []],
  ])('turn %s into %j', (name, expected) => {
    expect(derivedNames(name).toSorted()).toEqual(expected.toSorted())
  })
})
