import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { companyNameReadings } from './company-notes.ts'
import { isNote } from './note-words.ts'

const read = (text: string) => companyNameReadings(text).map(({ kind, name }) => [kind, name])

describe('companyNameReadings', () => {
  test.each([
    ['a note in brackets', 'Quarrow (renewal Q3)'],
    ['in square ones', 'Quarrow [churned]'],
    ['behind a dash', 'Quarrow - do not call'],
    ['behind a stroke', 'Quarrow / DUPLICATE'],
    ['behind nothing', 'Quarrow DO NOT CALL'],
    ['between stars', '***VIP*** Quarrow'],
    ['in front', '[hot] Quarrow'],
    ['in front of a colon', 'VIP: Quarrow'],
    ['stars and arrows', '=> Quarrow **'],
    ['pictures', '🔥 Quarrow 🔥'],
    ['a number of a list', '12. Quarrow'],
    ['a number with a sign', '#7 Quarrow'],
    ['somebody there', 'Quarrow c/o Ann Berg'],
    ['a department there', 'Attn: Accounts Payable, Quarrow'],
    ['a department behind', 'Quarrow, IT Department'],
    ['a date', 'Quarrow (call back 3/14)'],
    ['a sum', 'Quarrow ($40k)'],
    ['whose it is', 'Quarrow, a Pelorus company'],
    ['whose it is behind a dash', 'Quarrow – A Pelorus Foods Company'],
    ['whose brand it is', 'Quarrow (a brand of Pelorus)'],
    ['what is owed', 'Quarrow *** PAST DUE ***'],
    ['a number behind', 'Quarrow #4711'],
    ['the number of a shop', 'Quarrow Store 0012'],
    ['a mark in capitals', 'Quarrow OLD'],
    ['a mark of a file', 'Quarrow_old'],
    ['what sorts it last', 'zzz Quarrow'],
    ['several', '** Quarrow (VIP) - churned 2023 **'],
  ])('leaves %s out', (_, text) => {
    const [first] = companyNameReadings(text)
    // What punctuation alone makes is the same name already.
    expect(first?.name ?? text.replace(/[^\p{L} ]/gu, '').trim()).toBe('Quarrow')
    expect(first?.kind ?? 'note').toBe('note')
  })

  test.each([
    ['what may be a place', 'Quarrow Diner (Texas)', [['remark', 'Quarrow Diner']]],
    ['a word nobody knows', 'Quarrow – Pelorus', [['remark', 'Quarrow']]],
    ['a legal form in front', 'Firma Quarrow', [['remark', 'Quarrow']]],
    ['initials in front', 'SAS Quarrow', [['remark', 'Quarrow']]],
    ['one with full stops', 'S.r.l. Quarrow', [['remark', 'Quarrow']]],
    ['one that is also a word', 'PT Quarrow', [['remark', 'Quarrow']]],
    ['a country', 'Quarrow UK Ltd', [['branch', 'quarrow']]],
    ['a country in brackets', 'Quarrow (Deutschland) GmbH', [['remark', 'Quarrow GmbH']]],
    [
      'two names',
      'Quarrow dba Pelorus',
      [
        ['note', 'Quarrow'],
        ['note', 'Pelorus'],
      ],
    ],
  ])('takes %s for less certain', (_, text, expected) => expect(read(text)).toEqual(expected))

  test.each([
    '3M',
    'Yahoo!',
    'E*TRADE',
    'C3.ai',
    '(RED)',
    'Toys "R" Us',
    'Coca-Cola',
    'AT&T',
    'SAS Institute',
    'ZZ Top',
    'Forever 21',
    'Phillips 66',
    'Spa Quarrow',
    'QUARROW OLD',
    '99 Cents Only',
    'Air India',
    'Bank of America',
    'Delta-Dental',
    'VIP',
    'Renewal',
    '!!!',
    '',
  ])('%s is a name alone', (name) => expect(read(name)).toEqual([]))

  test('says what was left out', () => {
    expect(companyNameReadings('[hot] Quarrow (renewal Q3)')[0]?.leftOut).toBe('[hot] … (renewal Q3)')
  })

  test('always leaves something of a name, and neither throws nor blocks', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 6 }),
      fc.constantFrom(
        '(',
        ')',
        '[',
        ' - ',
        '***',
        'VIP',
        'attn:',
        ', ',
        'c/o ',
        'Acme',
        'UK',
        'Ltd',
        ' / ',
        '#1',
      ),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        for (const { name } of companyNameReadings(pieces.join(''))) expect(name).toMatch(/[\p{L}\p{N}]/u)
      }),
    )
    for (const text of ['(', '***', ' - ', 'attn ', 'a, ', '[x] ', '=>'])
      expect(companyNameReadings(text.repeat(100_000 / text.length)).length).toBeLessThan(6)
  })
})

test.each([
  'closed lost',
  'Q4 2025',
  'tier 2',
  'no longer a client',
  'Human Resources',
  'ask for Mary',
  'Kunde',
  '3/14',
])('%s is a note', (text) => expect(isNote(text)).toBe(true))

test.each(['Pelorus', 'Robotics', 'Berlin Trams', 'Northern Lights', 'Call of the Wild', 'Old Spice'])(
  '%s is none',
  (text) => expect(isNote(text)).toBe(false),
)
