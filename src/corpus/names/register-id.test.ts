import { existsSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { findRegister, readRegisterId, registerNames, type RegisterName } from './register-id.ts'

const value = (register: RegisterName, text: string) => {
  const read = readRegisterId(register, text)
  return 'value' in read ? read.value : read.why
}

test.each<[RegisterName, string, string[]]>([
  ['lei', '5493001KJTIIGC8Y1R12', [' 5493001kjtiigc8y1r12 ', '5493 001K JTII GC8Y 1R12']],
  ['cik', '0000320193', ['320193', 'CIK0000320193', '0000320193']],
  ['ticker', 'NASDAQ:AAPL', ['nasdaq: aapl', 'XNAS:AAPL', 'XNGS:aapl', 'Nasdaq GS:AAPL']],
  ['ticker', 'NYSE:BRK.B', ['XNYS:BRK.B', 'nyse:brk.b']],
  ['ticker', 'B3:PETR4', ['BVMF:PETR4']],
  // An exchange that is not in the table, and a name that two have.
  ['ticker', 'XUNK:A1', ['xunk:a1']],
  ['ticker', 'TSE:7203', ['tse:7203']],
  ['wikidata', 'Q312', ['http://www.wikidata.org/entity/Q312', 'https://www.wikidata.org/wiki/q312']],
  ['ror', '03yrm5c26', ['https://ror.org/03yrm5c26', 'ROR.org/03YRM5C26']],
  ['companies-house', '00445790', ['445790', '00445790']],
  ['companies-house', 'SC095237', ['sc095237', 'SC 095237']],
  ['brreg', '923609016', ['923 609 016', 'NO923609016MVA']],
  ['siren', '542051180', ['542 051 180']],
  ['orcid', '0000-0002-1825-0097', ['https://orcid.org/0000-0002-1825-0097', '0000000218250097']],
  ['openalex', 'I27837315', ['https://openalex.org/I27837315']],
  ['grid', 'grid.168010.e', ['grid.168010.e']],
])('an id of %s has one spelling, %s', (register, normal, writings) => {
  expect([normal, ...writings].map((text) => value(register, text))).toEqual(
    [normal, ...writings].map(() => normal),
  )
})

test.each<[RegisterName, string]>([
  ['lei', '5493001KJTIIGC8Y1R13'],
  ['lei', 'Apple'],
  ['cik', '40938271655'],
  // Another exchange gives the same symbol to another company.
  ['ticker', 'AAPL'],
  ['wikidata', '312'],
  ['ror', '03yrm5c27'],
  ['brreg', '923609017'],
  ['siren', '542051181'],
  // An establishment, not the company.
  ['siren', '54205118000066'],
  ['orcid', '0000-0002-1825-0098'],
])('%s never gave out %s', (register, text) => expect(value(register, text)).toBe('malformed'))

test.each(registerNames)('zeros and words for nothing are no id of %s', (register) => {
  for (const text of ['0', '000000000', 'N/A', 'none', '-', ' '])
    expect([text, value(register, text)]).toEqual([text, 'placeholder'])
})

test.each([
  ['LEI', 'lei'],
  ['Lei_Code', 'lei'],
  ['companies_house', 'companies-house'],
  ['CompaniesHouse', 'companies-house'],
  ['GB-COH', 'companies-house'],
  ['NO-BRC', 'brreg'],
  ['QID', 'wikidata'],
  ['crm', undefined],
  ['my-lei', undefined],
])('the source %s is the register %s', (source, register) => expect(findRegister(source)).toBe(register))

const samples = '../shared/data/open'
const idsIn = (file: string, pattern: RegExp) =>
  [
    ...gunzipSync(readFileSync(`${samples}/${file}`))
      .toString()
      .matchAll(pattern),
  ].map(([, id = '']) => id)

test.skipIf(!existsSync(samples))('registers gave out every id of their genuine samples', () => {
  const ids: [RegisterName, string[]][] = [
    ['lei', idsIn('gleif/api-lei-records.ndjson.gz', /"lei":"(\w{20})"/g)],
    ['lei', idsIn('gleif/goldencopy-lei2-intraday.json.gz', /"LEI":\s*\{\s*"\$":\s*"(\w+)"/g)],
    ['ror', idsIn('ror/ror-v2.ndjson.gz', /"(https:\/\/ror\.org\/[^"]+)"/g)],
    ['cik', idsIn('sec/company_tickers.json.gz', /"cik_str":(\d+)/g)],
  ]
  for (const [register, list] of ids) {
    expect([register, list.length > 10]).toEqual([register, true])
    expect(list.filter((id) => !('value' in readRegisterId(register, id)))).toEqual([])
  }
})
