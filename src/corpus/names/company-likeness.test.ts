import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  companyNameFingerprints,
  companyNameForms,
  companyNameFuzzyFingerprints,
  companyNameLikeness,
  companyNameTrigrams,
  type CompanyNameAgreement,
} from './company-likeness.ts'

const compare = (a: string, b: string, fuzzy = true) =>
  companyNameLikeness(companyNameForms(a), companyNameForms(b), { fuzzy })
const fingerprints = (name: string, fuzzy: boolean) => {
  const forms = companyNameForms(name)
  return [...companyNameFingerprints(forms), ...(fuzzy ? companyNameFuzzyFingerprints(forms) : [])]
}
const sharedTrigrams = (a: string, b: string) => {
  const [one, other] = [a, b].map((name) => companyNameTrigrams(companyNameForms(name).letters))
  return (one ?? []).filter((gram) => other?.includes(gram)).length / Math.max(1, one?.length ?? 0)
}
const meet = (a: string, b: string, fuzzy: boolean) =>
  fingerprints(a, fuzzy).some((form) => fingerprints(b, fuzzy).includes(form))

describe('companyNameLikeness', () => {
  test.each<[string, string, CompanyNameAgreement]>([
    ['Acme Robotics', 'ACME Robotics, Inc.', 'same'],
    ['Газпром', 'Gazprom', 'spelling'],
    ['小米科技有限责任公司', 'Xiaomi Keji', 'spelling'],
    ['Acme Intl', 'Acme International', 'spelling'],
    ['Face book', 'Facebook', 'spelling'],
    ['Müller', 'Mueller GmbH', 'spelling'],
    ['First Bank', '1st Bank', 'spelling'],
    ['AcmeTech', 'Acme Tech', 'spelling'],
    ['AppleInc.', 'Apple Inc.', 'spelling'],
    ['TheMarket', 'The Market', 'spelling'],
    ['BedandBath', 'Bed & Bath', 'spelling'],
    ['AT&T', 'ATT', 'spelling'],
    ['U.S. House of Representatives', 'United States House of Representatives', 'spelling'],
    ['USA Swimming', 'US Swimming', 'spelling'],
    ['Barclays UK', 'Barclays United Kingdom', 'spelling'],
    ['Siemens Group', 'Siemens', 'generic words'],
    ['Robotics Acme', 'Acme Robotics', 'word order'],
  ])('%s is %s (%s), with and without fuzzy', (a, b, agreement) => {
    for (const fuzzy of [true, false]) {
      expect(compare(a, b, fuzzy)).toMatchObject({ agreement })
      expect(compare(b, a, fuzzy)).toEqual(compare(a, b, fuzzy))
    }
    expect(meet(a, b, false)).toBe(true)
  })

  test.each([
    ['Acme Robitcs', 'Acme Robotics'],
    ['Micorsoft', 'Microsoft Corporation'],
    ['Goldman Sachs', 'Goldman Sach'],
    ['Procter & Gamble', 'Proctor and Gambel'],
    ['Stripe', 'Strype'],
    ['Acme Technologes', 'Acme Technologies'],
  ])('%s is misspelt for %s', (a, b) => {
    expect(compare(a, b)).toMatchObject({ agreement: 'misspelt' })
    expect(compare(a, b, false)).toBeUndefined()
    expect(meet(a, b, true)).toBe(true)
  })

  test.each([
    ['Acme Botanics', 'Acme Robotics'],
    ['Alpha Capital', 'Delta Capital'],
    ['Route 66', 'Route 67'],
    ['Acme Labs', 'Acme Group'],
    ['Brex', 'Brix'],
    ['Delta Air Lines', 'Delta Faucet'],
    ['Northern Trust', 'Southern Trust'],
    ['United States Senate', 'Senate of Canada'],
  ])('%s is another company than %s', (a, b) => {
    expect(compare(a, b)).toBeUndefined()
    expect(compare(b, a)).toBeUndefined()
  })

  test.each([
    ['IBM', 'International Business Machines', 'initials'],
    ['Acme', 'Acme Robotics', 'part'],
  ])('%s may be %s, but hardly (%s)', (a, b, agreement) => {
    const found = compare(a, b)
    expect(found).toMatchObject({ agreement })
    expect(found?.likeness).toBeLessThan(0.7)
  })

  test('is symmetric, in 0..1, and 1 for a name and itself', () => {
    const name = fc.oneof(
      fc.string({ maxLength: 40 }),
      fc.stringMatching(/^[A-Z][a-z]{1,8}( [A-Z][a-z]{1,8}){0,3}$/),
    )
    fc.assert(
      fc.property(name, name, (a, b) => {
        const found = compare(a, b)
        expect(compare(b, a)?.likeness).toBe(found?.likeness)
        expect(found?.likeness ?? 0).toBeLessThanOrEqual(1)
        expect(compare(a, a)?.likeness).toBe(1)
      }),
    )
  })
})

test('a name with one letter dropped, doubled, replaced or swapped mostly shares a fingerprint or half its trigrams', () => {
  const name = fc.stringMatching(/^[a-z]{6,10}( [a-z]{5,9}){0,2}$/)
  const slips = fc.sample(fc.tuple(name, fc.nat(100), fc.nat(3)), { numRuns: 400, seed: 7 })
  const met = slips.filter(([original, random, how]) => {
    const index = 1 + (random % (original.length - 2))
    const [before, letter, after] = [
      original.slice(0, index),
      original.charAt(index),
      original.slice(index + 1),
    ]
    const typed = [
      before + after,
      before + letter + letter + after,
      `${before}${letter === 'k' ? 'm' : 'k'}${after}`,
      before + after.charAt(0) + letter + after.slice(1),
    ]
    const slipped = typed[how] as string
    return meet(original, slipped, true) || sharedTrigrams(original, slipped) >= 0.5
  })
  expect(met.length / slips.length).toBeGreaterThan(0.97)
})

test.each([
  ['Saeedscale', 'Speedscale'],
  ['Branch AAI', 'Branch AI'],
  ['Doimnion Eneergy', 'Dominion Energy'],
  ['Know nModicine', 'Known Medicine'],
  ['Vitallize Cae', 'Vitalize Care'],
])('%s is misspelt for %s, and found by its trigrams at the latest', (a, b) => {
  expect(compare(a, b)).toMatchObject({ agreement: 'misspelt' })
  expect(meet(a, b, true) || sharedTrigrams(a, b) > 0.25).toBe(true)
})

test('a first letter replaced is further off than any other, in a short name too far', () => {
  const likeness = (a: string, b: string) => compare(a, b)?.likeness ?? 0
  expect(likeness('Hive Health', 'DiveHealth')).toBeLessThan(0.7)
  expect(likeness('Hive Health', 'HiceHealth')).toBeGreaterThan(0.9)
  expect(likeness('Gorthern Manufacturing', 'Northern Manufacturing')).toBeGreaterThan(0.6)
})

test.each([
  ['a letter replaced in a long word', 'Elemantary', 'Elementary', true],
  ['in a shorter one', 'Toyosaka Motor', 'Toyonaka Motor', false],
  ['a first letter twice', 'Raptor MMaps', 'Raptor Maps', true],
  ['another first letter', 'Kestrel Bridge', 'Kestrel Ridge', false],
  ['a letter more at the end of a short name', 'Rinsed', 'Rinse', false],
  ['the last letter twice', 'Globexx', 'Globex', true],
  ['of a longer one', 'Robinhoods', 'Robinhood', true],
])('%s: whether %s is answered for %s', (_, a, b, isAnswered) => {
  const likeness = compare(a, b)?.likeness ?? 0
  expect(likeness > 0.7).toBe(isAnswered)
  expect(likeness).toBeGreaterThan(0.6)
  expect(compare(b, a)?.likeness).toBe(likeness)
})

test.each([
  ['Emi Labs', 'Eri Labs'],
  ['Morgan Capital', 'Mormor Capital'],
  ['Blue Ink', 'Blue Inc'],
])('%s is another company than %s, letters aside', (a, b) => {
  expect(compare(a, b)?.agreement).not.toBe('misspelt')
})

test.each([
  ['a letter replaced in a word of three before that of a trade', 'TQM Labs', 'TamLabs'],
  ['a letter replaced in a word of four before that of a trade', 'Oryo Health', 'Oryx Health'],
  ['two slips in a short word before that of a trade', 'Oryo Health', 'MoryxHealth'],
  ['another first letter of a short last word', 'Kettlewell Goods', 'Kettlewell Foods'],
  ['the first two letters swapped in a short name', 'Lamora', 'Almora'],
  ['another ending that companies put behind a name', 'StoreAI', 'Storeap'],
])('%s is too doubtful to be answered: %s, %s', (_, a, b) => {
  expect(compare(a, b)?.likeness ?? 0).toBeLessThan(0.7)
})

test.each([
  ['a slip in the word of a trade', 'Oryx Heatlh', 'Oryx Health'],
  ['a key beside it', 'Orux Health', 'Oryx Health'],
  ['a letter missing in a long word', 'Kestrelwod Labs', 'Kestrelwood Labs'],
  ['two letters swapped within a short name', 'Alomra', 'Almora'],
])('%s is a slip: %s, %s', (_, a, b) => expect(compare(a, b)?.likeness).toBeGreaterThan(0.75))
