import { describe, expect, it } from 'vitest'
import { countriesIn } from './country.ts'

function read(...codes: string[]): { countries: string[]; advice: string[] } {
  const advice: string[] = []
  const countries = countriesIn(codes, (index) => `list[${index}]`, { advise: (line) => advice.push(line) })
  return { countries, advice }
}

describe('countriesIn', () => {
  it.each([
    ['Germany', 'DEU', 'DEU'],
    ['US', 'USA', 'USA'],
    ['UK', 'GBR', 'GBR'],
    ['Österreich', 'AUT', 'AUT'],
    ['EMEA', 'X-EMEA', 'ZAF'],
    ['Europe', 'X-EUROPE', 'NOR'],
    ['nordics', 'X-NORDICS', 'FIN'],
    ['European Union', 'X-EUROPEAN_UNION', 'FRA'],
    ['Georgia', 'GEO', 'GEO'],
  ])('takes %s as %s and says so', (given, code, member) => {
    const { countries, advice } = read('FRA', given)
    expect(countries).toContain(member)
    expect(advice).toEqual([`list[1]: "${given}" was taken as ${code}.`])
  })

  it('says nothing of codes', () => {
    expect(read('deu', 'X-benelux')).toEqual({ countries: ['DEU', 'BEL', 'LUX', 'NLD'], advice: [] })
  })

  it.each([
    ['Germny', 'Did you mean DEU (Germany)?'],
    ['EMEAA', 'Did you mean X-EMEA (EMEA)?'],
    ['QQQ', 'is not a country or region code.'],
  ])('refuses %s at its place, with the nearest name', (given, hint) => {
    try {
      read('USA', given)
      expect.unreachable()
    } catch (failure) {
      expect(JSON.stringify(failure)).toContain('list[1]')
      expect(JSON.stringify(failure)).toContain(hint)
    }
  })
})
