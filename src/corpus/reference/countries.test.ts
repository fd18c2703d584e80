import { existsSync, readFileSync } from 'node:fs'
import { iso31661 } from 'iso-3166'
import { describe, expect, it } from 'vitest'
import { countries, countryByAlpha2, countryByAlpha3, findCountry } from './countries.ts'

describe('countries', () => {
  it('hold every ISO 3166-1 country, Kosovo and the withdrawn Netherlands Antilles, each once', () => {
    const codes = countries().map((country) => country.alpha3)
    expect(new Set(codes).size).toBe(codes.length)
    expect(codes.toSorted()).toEqual([...iso31661.map((entry) => entry.alpha3), 'XKX', 'ANT'].toSorted())
  })

  it('agree with ISO 3166-1 on the alpha-2 code', () => {
    for (const { alpha2, alpha3 } of iso31661) expect(countryByAlpha3(alpha3)?.alpha2).toBe(alpha2)
  })

  it('are found by both codes, by name and by nothing else', () => {
    for (const country of countries()) {
      expect(countryByAlpha2(country.alpha2)).toBe(country)
      expect(countryByAlpha3(country.alpha3)).toBe(country)
      expect(findCountry(country.alpha3.toLowerCase())).toBe(country)
      expect(findCountry(country.name)).toBe(country)
      expect(findCountry(country.name.toUpperCase())).toBe(country)
    }
    for (const nonsense of ['', '  ', 'ZZ', 'ZZZ', 'Atlantis', 'Germanyy', '123']) {
      expect(findCountry(nonsense)).toBeUndefined()
    }
  })

  it('have names and flags of their own', () => {
    expect(new Set(countries().map((country) => country.name)).size).toBe(countries().length)
    expect(new Set(countries().map((country) => country.flag)).size).toBe(countries().length)
    expect(countryByAlpha3('DEU')?.flag).toBe('🇩🇪')
  })

  it.each([
    ['UK', 'GBR'],
    ['Great Britain', 'GBR'],
    ['USA', 'USA'],
    ['u.s.', 'USA'],
    ['America', 'USA'],
    ['South Korea', 'KOR'],
    ['Korea, Republic of', 'KOR'],
    ['North Korea', 'PRK'],
    ['Czech Republic', 'CZE'],
    ['Holland', 'NLD'],
    ['Ivory Coast', 'CIV'],
    ['Cote d’Ivoire', 'CIV'],
    ['Deutschland', 'DEU'],
    ['Österreich', 'AUT'],
    ['日本', 'JPN'],
    ['Россия', 'RUS'],
    ['UAE', 'ARE'],
    ['Turkey', 'TUR'],
    ['Congo', 'COG'],
    ['DR Congo', 'COD'],
    ['Macedonia', 'MKD'],
    ['Swaziland', 'SWZ'],
    ['Niger', 'NER'],
    ['Guinea', 'GIN'],
    ['Dominica', 'DMA'],
    ['Ireland', 'IRL'],
    ['Viet Nam', 'VNM'],
  ])('know %s as %s', (text, alpha3) => {
    expect(findCountry(text)?.alpha3).toBe(alpha3)
  })

  const reference = '/work/shared/reference/enums.json'
  it.skipIf(!existsSync(reference))('are exactly the country codes of the reference enums', () => {
    const { country_or_region_codes: codes } = JSON.parse(readFileSync(reference, 'utf8')) as Record<
      string,
      string[]
    >
    const expected = codes!.filter((code) => !code.startsWith('X-')).toSorted()
    expect(
      countries()
        .map((country) => country.alpha3)
        .toSorted(),
    ).toEqual(expected)
  })
})
