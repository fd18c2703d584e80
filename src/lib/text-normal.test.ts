import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { normalText } from './text-normal.ts'

describe('normalText', () => {
  test('of Latin letters is the same among themselves as beside a letter of another script', () => {
    for (let unit = 0x80; unit <= 0x250; unit++) {
      const letter = String.fromCharCode(unit)
      for (const text of [
        letter,
        `a${letter}b`,
        `${letter}${letter}`,
        `A ${letter}`,
        `c++ ${letter}`,
        `é${letter}-1`,
      ])
        expect(`я ${normalText(text)}`.trim(), JSON.stringify(text)).toBe(normalText(`я ${text}`))
    }
  })

  test.each([
    ['  Hello,   World! ', 'hello world'],
    ['already normal 42', 'already normal 42'],
    ['VP, Sales & Marketing (EMEA)', 'vp sales marketing emea'],
    ['Crème Brûlée', 'creme brulee'],
    ['STRAẞE straße', 'strasse strasse'],
    ['Smørrebrød Æther Œuvre', 'smorrebrod aether oeuvre'],
    ['Łódź Đorđe Þór', 'lodz dorde thor'],
    ['İSTANBUL ısı', 'istanbul isi'],
    ['Nguyễn Thị Thủy', 'nguyen thi thuy'],
    ['ｆｕｌｌ ｗｉｄｔｈ ①', 'full width 1'],
    ['ﬁnance', 'finance'],
    ['Acme™ Beta®', 'acme beta'],
    ['O’Brien OʼBrien', 'o brien o brien'],
    ['soft\u00adhyphen', 'softhyphen'],
    ['株式会社トヨタ', '株式会社トヨタ'],
    ['ガンダム', 'ガンダム'],
    ['ｶﾞﾝﾀﾞﾑ', 'ガンダム'],
    ['삼성전자 (주)', '삼성전자 주'],
    ['Ёлка и Йод', 'елка и иод'],
    ['ΑΘΉΝΑΣ Αθήνας', 'αθηνασ αθηνασ'],
    ['مُحَمَّد أحمد', 'محمد احمد'],
    ['שָׁלוֹם', 'שלום'],
    ['हिन्दी', 'हिन्दी'],
    ['ไทย ภาษาไทย', 'ไทย ภาษาไทย'],
    ['I ❤️ NY 👩‍💻', 'i ny'],
    ['', ''],
    ['?!', ''],
    ['—…', ''],
  ])('%j is %j', (input, normal) => expect(normalText(input)).toBe(normal))

  test.each([
    ['C++', 'c++'],
    ['C# / F# / .NET', 'c# f# net'],
    ['Senior C++ Developer', 'senior c++ developer'],
    ['C++17', 'c++ 17'],
    ['C#.NET', 'c# net'],
    ['Objective-C++', 'objective c++'],
    ['Développeur C++ & C#', 'developpeur c++ c#'],
    ['разработчик C++', 'разработчик c++'],
    ['abc++', 'abc'],
    ['A+ B# #1 1+1', 'a b 1 1 1'],
    ['c+++', 'c++'],
    ['vc++ xf#', 'vc xf'],
    ['жc++ c#', 'жc c#'],
  ])('keeps signs only in language names: %s', (input, normal) => expect(normalText(input)).toBe(normal))

  test('is idempotent on any text', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom(
        'c++',
        'c#',
        'f#',
        '+',
        '#',
        ' ',
        '가',
        'が',
        'é',
        'ß',
        '\u0301',
        '\ufe0f',
        '\u0940',
        '\u3099',
      ),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const once = normalText(pieces.join(''))
        expect(normalText(once)).toBe(once)
      }),
      { numRuns: 1000 },
    )
  })

  test('is idempotent on every single assigned code point', () => {
    const changed: string[] = []
    for (let code = 0; code <= 0x10ffff; code++) {
      const char = String.fromCodePoint(code)
      if (/[\p{Cn}\p{Co}\p{Cs}]/u.test(char)) continue
      const once = normalText(`x${char}`)
      if (normalText(once) !== once) changed.push(code.toString(16))
    }
    expect(changed).toEqual([])
  })

  test('keeps every ASCII letter and digit in order and nothing else', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme-ascii' }), (text) => {
        expect(normalText(text).replace(/[ +#]/g, '')).toBe(text.toLowerCase().replace(/[^a-z0-9]/g, ''))
      }),
    )
  })

  test('has single spaces between words and none around, on any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        expect(normalText(text)).toMatch(/^$|^\S+(?: \S+)*$/)
      }),
      { numRuns: 1000 },
    )
  })

  test('composed and decomposed spellings agree', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme-composite' }), (text) => {
        expect(normalText(text.normalize('NFD'))).toBe(normalText(text.normalize('NFC')))
      }),
    )
  })

  test('the ASCII path gives what the Unicode path gives', () => {
    const ascii = fc.oneof(
      fc.string({ unit: 'grapheme-ascii' }),
      fc.constantFrom('C++', 'c#x', 'F#', '+c#', 'C++ C#'),
    )
    fc.assert(
      fc.property(fc.array(ascii), (parts) => {
        const text = parts.join(' ')
        expect(normalText(`${text} 京`)).toBe(`${normalText(text)} 京`.trim())
      }),
      { numRuns: 1000 },
    )
  })
})
