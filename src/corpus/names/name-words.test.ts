import fc from 'fast-check'
import { expect, test } from 'vitest'
import { firstNameForms } from './first-name.ts'
import { lastNameForms, misspellings, withLetterMissing } from './name-words.ts'
import { levenshtein } from '../../lib/similarity.ts'

test('a first name is looked up by itself, its nicknames and its initial', () => {
  expect(firstNameForms('robert')).toEqual(expect.arrayContaining(['robert', 'bob', 'rob', 'r']))
  expect(firstNameForms('zzyx')).toEqual(['zzyx', 'z'])
})

test('umlauts written out and left out find each other', () => {
  expect(lastNameForms('mueller')).toContain('muller')
  expect(lastNameForms('muller')).toContain('mueller')
})

test('misspellings are all words one insertion, deletion or replacement away, and swapped neighbours', () => {
  const word = fc.stringMatching(/^[a-z]{4,9}$/)
  fc.assert(
    fc.property(word, word, fc.nat(8), (a, b, offset) => {
      const forms = new Set(misspellings(a))
      const inserted = a.slice(0, offset) + b.charAt(0) + a.slice(offset)
      const deleted = a.slice(0, offset % a.length) + a.slice((offset % a.length) + 1)
      const i = offset % (a.length - 1)
      const swapped = a.slice(0, i) + a.charAt(i + 1) + a.charAt(i) + a.slice(i + 2)
      for (const form of [a, inserted, deleted, swapped]) expect(forms).toContain(form)
      for (const form of forms) expect(levenshtein(a, form, 2)).toBeLessThanOrEqual(2)
    }),
    { numRuns: 50 },
  )
})

test('short words and words in other scripts are taken as they are', () => {
  expect(misspellings('lee')).toEqual(['lee'])
  expect(misspellings('陈伟强先')).toEqual(['陈伟强先'])
})

test('a word of three letters may lack a fourth, any other is taken as it is', () => {
  expect(withLetterMissing('ark')).toEqual(expect.arrayContaining(['ark', 'mark', 'arak', 'arks']))
  expect(withLetterMissing('ark')).not.toContain('ask')
  expect(withLetterMissing('li')).toEqual(['li'])
  expect(withLetterMissing('mark')).toEqual(['mark'])
})
