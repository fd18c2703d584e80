import { existsSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { companyNameKey } from './company-name.ts'
import {
  gluedForms,
  leadingForms,
  leadingIfSure,
  trailingDotted,
  trailingForms,
  trailingInitials,
} from './legal-forms.ts'
import { normalText } from '../../lib/text-normal.ts'

describe('companyNameKey', () => {
  test.each([
    ['Acme, Inc.', 'acme'],
    ['ACME INCORPORATED', 'acme'],
    ['Acme L.L.C.', 'acme'],
    ['ACME L L C', 'acme'],
    ['The Coca-Cola Company', 'coca cola'],
    ['Acme Pty Ltd', 'acme'],
    ['Acme (Pty) Ltd.', 'acme'],
    ['Acme Pvt. Ltd.', 'acme'],
    ['Infosys Limited', 'infosys'],
    ['Müller GmbH & Co. KG', 'muller'],
    ['Merck KGaA', 'merck'],
    ['Müller GmbH und Co. KG', 'muller'],
    ['SAP SE', 'sap'],
    ['Kiezladen UG (haftungsbeschränkt)', 'kiezladen'],
    ['Sportfreunde e.V.', 'sportfreunde'],
    ['Volksbank Mitte eG', 'volksbank mitte'],
    ['Kanzlei Acme PartG mbB', 'kanzlei acme'],
    ['Stadtwerke Acme AöR', 'stadtwerke acme'],
    ['Acme GmbH i.L.', 'acme'],
    ['Acme GmbH i. G.', 'acme'],
    ['Össur hf.', 'ossur'],
    ['Padaria Central LTDA - ME', 'padaria central'],
    ['Acme S.A.S. E.S.P.', 'acme'],
    ['Crédito Acme, S.A. de C.V., SOFOM, E.N.R.', 'credito acme'],
    ['Esp', 'esp'],
    ['Ferrari S.p.A.', 'ferrari'],
    ['FERRARI SPA', 'ferrari'],
    ['Nestlé S.A.', 'nestle'],
    ['Petróleo Brasileiro S/A', 'petroleo brasileiro'],
    ['Grupo Bimbo, S.A.B. de C.V.', 'grupo bimbo'],
    ['Cemex S. de R.L. de C.V.', 'cemex'],
    ['Padaria Central Ltda', 'padaria central'],
    ['Volvo AB (publ)', 'volvo'],
    ['Aktiebolaget Volvo', 'aktiebolaget volvo'],
    ['Novo Nordisk A/S', 'novo nordisk'],
    ['Equinor ASA', 'equinor'],
    ['Telenor AS', 'telenor'],
    ['Nokia Oyj', 'nokia'],
    ['Supercell Oy', 'supercell'],
    ['Bolt Technology OÜ', 'bolt technology'],
    ['UAB „Maxima LT“', 'maxima lt'],
    ['Allegro Sp. z o.o.', 'allegro'],
    ['Allegro sp. z o. o.', 'allegro'],
    ['Avast Software s.r.o.', 'avast software'],
    ['ČEZ, a.s.', 'cez'],
    ['Prezi.com Kft.', 'prezi com'],
    ['Infobip d.o.o.', 'infobip'],
    ['ООО «Яндекс»', 'яндекс'],
    ['Turkcell İletişim A.Ş.', 'turkcell iletisim'],
    ['Getir Ltd. Şti.', 'getir'],
    ['Sony K.K.', 'sony'],
    ['株式会社トヨタ', 'トヨタ'],
    ['トヨタ自動車株式会社', 'トヨタ自動車'],
    ['㈱リクルート', 'リクルート'],
    ['华为技术有限公司', '华为技术'],
    ['(주)카카오', '카카오'],
    ['주식회사 카카오', '카카오'],
    ['Petronas Sdn. Bhd.', 'petronas'],
    ['PT Astra International Tbk', 'astra international'],
    ['Công ty TNHH Hòa Phát', 'hoa phat'],
    ['Philips N.V.', 'philips'],
    ['Solvay NV/SA', 'solvay'],
    ['Proximus SA de droit public', 'proximus sa de droit public'],
    ['Emaar PJSC', 'emaar'],
    ['טבע בע"מ', 'טבע'],
    ['Lazard & Cie', 'lazard'],
    ['Tiffany & Co.', 'tiffany'],
    ['McKinsey & Company', 'mckinsey'],
    ['Johnson & Johnson', 'johnson and johnson'],
    ['Johnson and Johnson', 'johnson and johnson'],
    ["Macy's, Inc.", 'macys'],
    ['Macy’s', 'macys'],
    ['J.P. Morgan', 'jp morgan'],
    ['J. P. Morgan Co', 'jp morgan'],
    ['U.S. Steel Corp', 'us steel'],
    ['AT&T', 'at and t'],
  ])('%s is %s', (name, key) => expect(companyNameKey(name)).toBe(key))

  test.each([
    ['Bliss Spa', 'bliss spa'],
    ['Same As', 'same as'],
    ['SIA Partners', 'sia partners'],
    ['UAB Medicine', 'uab medicine'],
    ['PT Solutions', 'pt solutions'],
    ['AB InBev', 'ab inbev'],
    ['Limited Run Games', 'limited run games'],
    ['Company of Heroes', 'company of heroes'],
    ['Theranos', 'theranos'],
    ['Rivian EV', 'rivian ev'],
    ['Tic Tac Tic', 'tic tac tic'],
    ['Gaming PC', 'gaming pc'],
  ])('words that only look like a legal form stay: %s', (name, key) => expect(companyNameKey(name)).toBe(key))

  test.each([
    ['The Limited', 'limited'],
    ['The Company', 'company'],
    ['Inc.', 'inc'],
    ['The The', 'the'],
    ['Co & Co', 'co'],
    ['有限公司', '有限公司'],
    ['!!!', '!!!'],
    ['  ', ''],
  ])('something of the name remains: %s', (name, key) => expect(companyNameKey(name)).toBe(key))

  const piece = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 8 }),
    fc.stringMatching(/^[A-Za-z]{1,8}$/),
    fc.constantFrom(
      ...trailingForms,
      ...trailingInitials,
      ...trailingDotted,
      ...leadingForms,
      ...leadingIfSure,
      ...gluedForms,
    ),
    fc.constantFrom('The', '&', 'S.A.', 'A/S', 'Co.', 'GmbH', '"', "'", '+', 'SPA', 'l', 'c'),
  )
  const anyName = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join(' '))

  test('is idempotent, and empty only for blank text', () => {
    fc.assert(
      fc.property(anyName, (name) => {
        const key = companyNameKey(name)
        expect(companyNameKey(key)).toBe(key)
        expect(key === '').toBe(name.trim() === '')
      }),
      { numRuns: 3000 },
    )
  })

  test('adding a legal form, case, "The" and punctuation never matter', () => {
    const base = fc.stringMatching(/^[B-Z][a-z]{5,10}ix( [B-Z][a-z]{5,10}ox)?$/)
    const form = fc.constantFrom(
      ', Inc.',
      ' LLC',
      ' GmbH',
      ' GmbH & Co. KG',
      ' S.A.',
      ' AB',
      ' Oy',
      ' K.K.',
      ' Pty Ltd',
      ' Sp. z o.o.',
      ' S.p.A.',
      ' A/S',
      '',
    )
    fc.assert(
      fc.property(base, form, fc.boolean(), fc.boolean(), (name, end, upper, article) => {
        const full = `${article ? 'The ' : ''}${name}${end}`
        expect(companyNameKey(upper ? full.toUpperCase() : full)).toBe(normalText(name))
      }),
    )
  })

  test('long repetitive text neither overflows the stack nor blocks', () => {
    for (const text of ['a.', 'a b ', 'inc ', '株式会社', 'the ', '"', '& ', '\u0301\u0316', 'ﷺ']) {
      expect(companyNameKey(text.repeat(1_000_000 / text.length)).length).toBeGreaterThan(0)
    }
  })
})

test('every listed legal form is in normal form', () => {
  for (const form of [
    ...trailingForms,
    ...trailingInitials,
    ...trailingDotted,
    ...leadingForms,
    ...leadingIfSure,
    ...gluedForms,
  ]) {
    expect(normalText(form)).toBe(form)
  }
})

const companies = new URL('../../../shared/data/yc/yc-2025-05-13.ndjson.gz', import.meta.url)

test.skipIf(!existsSync(companies))(
  'real company names: every key is there and stable, few distinct names share one',
  () => {
    const names = new Set<string>()
    for (const line of gunzipSync(readFileSync(companies)).toString().trim().split('\n')) {
      names.add(((JSON.parse(line) as { name: string }).name ?? '').trim().toLowerCase())
    }
    const keys = new Map<string, string[]>()
    for (const name of names) {
      const key = companyNameKey(name)
      expect(key).not.toBe('')
      expect(companyNameKey(key)).toBe(key)
      keys.set(key, [...(keys.get(key) ?? []), name])
    }
    expect(keys.size / names.size).toBeGreaterThan(0.99)
  },
)
