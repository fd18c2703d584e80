import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isBlankId, isNoAccountName, isNoId, isNoValue, standsForNothing } from './placeholder.ts'

/** What people and programs write for a value that they do not have, and no name is written so. */
const nothing = [
  '',
  '  ',
  '\u200b\ufeff',
  '\u3164',
  'N/A',
  'n.a.',
  '#N/A',
  '#REF!',
  '#WERT!',
  '#DIV/0!',
  '#¡DIV/0!',
  '#ДЕЛ/0!',
  'Err:502',
  '#¿NOMBRE?',
  '\\N',
  '-',
  '--',
  '—',
  '?',
  '(blank)',
  '(null)',
  '<none>',
  '[unknown]',
  'undefined',
  'Not available',
  'keine Angabe',
  'sin datos',
  'não informado',
  'non renseigné',
  'не указано',
  '該当なし',
  '(en blanco)',
]
/** Siblings in the languages of files, as they are typed. */
const typed = (
  'Non renseigne~SIN INFORMACION~nao informado~Não se aplica~entfaellt~Nicht zutreffend~N / A~' +
  'n\\a~N⁄A~Ｎ／Ａ~未提供~空白~Not_Set~NOT-AVAILABLE~' +
  'keine_angabe~NotSpecified~--None--~-- Select --~Please select...~Bitte wählen~Seleccione~' +
  'Veuillez sélectionner~nije dostupno~nincs megadva~nezadáno~nie podano~отсутствует~немає інформації~' +
  'няма данни~bilgi yok~belirtilmemis~정보 없음~記載なし~غير محدد~לא ידוע~' +
  'không có~tidak ada~ไม่มี~δεν υπάρχει~ei tietoa~andmed puuduvad~nav zināms~' +
  'nėra duomenų~không rõ~nu este cazul~n/r~S/I~b/d~н/у~' +
  '(unset)~[REDACTED]~<NA>~(空)~\u200eN/A\u200e~\u00a0n/a\u00a0'
).split('~')
/** Words for it that are somebody's name, too. */
const words = [
  'null',
  'NULL',
  'None',
  'nil',
  'NaN',
  'unknown',
  'TBD',
  'keine',
  'brak',
  'ninguno',
  '无',
  'なし',
  's/n',
  'tom',
  'puste',
  'nichts',
  '❌',
]

test.each(nothing)('%j stands for nothing wherever it stands', (text) => {
  expect([standsForNothing(text), isNoValue(text), isNoId(text), isBlankId(text)]).toEqual([
    true,
    true,
    true,
    true,
  ])
})

test.each(typed)('%j stands for nothing as other languages, programs and keyboards write it', (text) => {
  expect([standsForNothing(text), isNoValue(text), isNoId(text)]).toEqual([true, true, true])
})

test.each(words)('%s is no value and no id, but may be a name', (text) => {
  expect([standsForNothing(text), isNoValue(text), isNoId(text)]).toEqual([false, true, true])
})

describe('ids', () => {
  test.each(['0', '000', '0.00', '000-00-0000', '-1', '1.23457E+14', '1,2E+10', '2.4e12', '1e+21'])(
    '%s fills a column',
    (text) => expect(isNoId(text)).toBe(true),
  )
  test.each(['999999', '99999999', '11111111', '123456789', '1234567890', '!!!', '***'])(
    '%s numbers nothing',
    (text) => expect(isNoId(text)).toBe(true),
  )
  test.each([
    'DE999999999',
    'DE 000000000',
    'ATU99999999',
    'FR00000000000',
    'de123456789',
    '99-9999999',
    '12-3456789',
    '123-45-6789',
  ])('%s is filled in for a number of a register', (text) => expect(isNoId(text)).toBe(true))
  test.each(['XXXX-1234', '****1234', '529900XXXXXXXXXXXX00', '●●●●42', '001000000000000AAA'])(
    '%s hides what it numbers, or numbers nothing',
    (text) => expect(isNoId(text)).toBe(true),
  )
  test.each(['see LinkedIn', 'same as above', 'Siehe Notiz', 'voir fiche', 'none yet', 'to follow'])(
    '%s says where the id is, instead of it',
    (text) => expect([isNoId(text), standsForNothing(text)]).toEqual([true, false]),
  )
  test.each(['1900-01-00', '1970-01-01', '1970-01-01T00:00:00Z', '1/0/1900', '01.01.1970', '9999-12-31'])(
    '%s is a day on which counting begins or ends',
    (text) => expect(isNoId(text)).toBe(true),
  )
  test.each([
    'DE811569869',
    'GB123456780',
    '94-2404110',
    'C0000123',
    'XXL-4711',
    'XXX Media 7',
    'HRB 123456',
    'A00000000017',
    '1998-03-15',
    '00100000003GRjTAAW',
    'seebeck',
    'See4',
  ])('%s numbers something', (text) => expect(isNoId(text)).toBe(false))
  test.each([
    'test',
    'Dummy',
    'xxx',
    'default',
    'TRUE',
    'No',
    'pending',
    'not in CRM',
    'sin asignar',
    'nicht zugewiesen',
    'dito',
    'siehe oben',
    's.n.',
    'N.N.',
    '\\0',
    '\\\\N',
    'Record ID',
    '00000000-0000-0000-0000-000000000000',
    'FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF',
  ])('%s is what a column of ids says for none', (text) =>
    expect([isNoId(text), standsForNothing(text)]).toEqual([true, false]),
  )
  test.each(['test-4711', 'new1', 'true north', 'A', 'x', '7f', 'ffffffff', 'id-9', 'NO-471'])(
    '%s may be an id',
    (text) => expect(isNoId(text)).toBe(false),
  )
  test.each([
    '4711',
    '100',
    '111111',
    '99999',
    '12345',
    '0001',
    '12e4',
    '5e3',
    '00Q5f000001abcD',
    'na-1',
    'A0',
  ])('%s is an id', (text) => expect(isNoId(text)).toBe(false))
  test('of those that are given out one by one only zeros and nothing are none', () => {
    expect(['999999', '123456789', '0', 'n/a'].map(isBlankId)).toEqual([false, false, true, true])
  })
})

test.each(['nada', 'brak', 'ninguno', 'leer', 'keine'])('an account may be called %s', (text) => {
  expect(isNoAccountName(text)).toBe(false)
})
test.each(['null', 'none', 'undefined', 'unavailable', 'n/a', '0'])('no account is called %s', (text) => {
  expect(isNoAccountName(text)).toBe(true)
})

test.each([
  'Null',
  'Li Na',
  'Nan Goldin',
  'None',
  'Blank',
  '!!!',
  'K.A. Smith',
  '#1 Pizza',
  'C#',
  'A/S',
  '3M',
  'X',
  'M/M',
  'Nomail',
  'Nav',
  'Boş',
  'Bos',
  'Select',
  'Nema',
  'Confidential',
  '!',
  'Ø',
])('%s is a name', (text) => expect(standsForNothing(text)).toBe(false))

test('answers for any text, and alike with space around it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 50 }), (text) => {
      expect(isNoId(`  ${text}\t`)).toBe(isNoId(text))
    }),
  )
})
