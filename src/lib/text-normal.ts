const nonAscii = /[\u0080-\uffff]/
const asciiNormal = /^[a-z0-9]+(?: [a-z0-9]+)*$/
const asciiSeparators = /[^a-z0-9]+/g
/** The three programming languages told apart by a sign alone; followed by the space that a separator leaves. */
const asciiSeparatorsButSigns = /(?<![a-z0-9])(c\+\+|[cf]#)|[^a-z0-9]+/g

/** Letter-like signs that NFKD would turn into letters: ™ into tm. */
const marksOfTrade = /[\u2120\u2122]/g
/** Modifier letters used as apostrophes: Unicode counts them as letters, readers do not. */
const apostrophes = /[\u02b9-\u02bf\u02ee\ua78b\ua78c]/g
/**
 * Accents over Latin, Greek and Cyrillic letters, vowel points of Hebrew and Arabic, enclosing marks and variation
 * selectors. Marks of other scripts (Indic vowels, kana voicing) are spelling, not decoration, and stay.
 */
const accentRanges = [
  '0300-036f 1ab0-1aff 1dc0-1dff', // Latin and Greek
  '0483-0489', // Cyrillic
  '0591-05bd 05bf 05c1 05c2 05c4 05c5 05c7', // Hebrew
  '0610-061a 064b-065f 0670 06d6-06dc 06df-06e4 06e7 06e8 06ea-06ed', // Arabic
  '20d0-20ff fe00-fe0f', // enclosing marks, variation selectors
  '00ad 200c 200d 2060 feff 0640', // joiners and fillers inside words
  '061c 200e 200f 202a-202e 2066-2069', // marks of writing directions
]
const accents = new RegExp(
  `[${accentRanges
    .join(' ')
    .replace(/ /g, '')
    .replace(/[0-9a-f]{4}/g, '\\u$&')}]+`,
  'g',
)
/** What is no letter or digit, together with marks that then have nothing to stand on. */
const separators = /(?<![\p{L}\p{N}\p{M}])(c\+\+|[cf]#)\p{M}*|(?:^\p{M}+|[^\p{L}\p{N}\p{M}]\p{M}*)+/gu

/** Letters that are accented or joined to the eye but have no decomposition in Unicode. */
const folds: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ħ: 'h',
  ı: 'i',
  ȷ: 'j',
  ĸ: 'k',
  ŋ: 'n',
  ŧ: 't',
  ƀ: 'b',
  ɓ: 'b',
  ƈ: 'c',
  ɖ: 'd',
  ɗ: 'd',
  ə: 'e',
  ɛ: 'e',
  ɠ: 'g',
  ǥ: 'g',
  ɨ: 'i',
  ƙ: 'k',
  ɲ: 'n',
  ɔ: 'o',
  ƥ: 'p',
  ʀ: 'r',
  ƭ: 't',
  ʉ: 'u',
  ʋ: 'v',
  ƴ: 'y',
  ƶ: 'z',
  ς: 'σ',
}
const foldable = new RegExp(`[${Object.keys(folds).join('')}]`, 'g')

/**
 * The form in which names, titles and keywords are compared: compatibility forms resolved, accents stripped, lower
 * case, one space for every run of what is neither letter nor digit, trimmed. Letters of every script are kept.
 * `+` and `#` survive only in the words `c++`, `c#` and `f#`. Applying it twice changes nothing.
 */
export function normalText(input: string): string {
  return nonAscii.test(input)
    ? (normalLatin(input) ?? normalUnicode(input))
    : normalAscii(input.toLowerCase())
}

function normalAscii(lower: string): string {
  if (asciiNormal.test(lower)) return lower
  if (lower.includes('c++') || lower.includes('c#') || lower.includes('f#')) {
    return separated(lower, asciiSeparatorsButSigns)
  }
  return lower.replace(asciiSeparators, ' ').trim()
}

const firstLatin = 0xc0
const lastLatin = 0x24f
/** What each accented Latin letter is without its accent, made when it is met; '' where that depends on its neighbours. */
const plainLetters: (string | undefined)[] = Array.from({ length: lastLatin - firstLatin + 1 })

/** The same for texts of Latin letters alone, most of those with accents, in a fifth of the time; undefined for others. */
function normalLatin(input: string): string | undefined {
  let plain = ''
  for (let offset = 0; offset < input.length; offset++) {
    const unit = input.charCodeAt(offset)
    if (unit < 0x80) plain += input[offset]
    else if (unit < firstLatin || unit > lastLatin) return undefined
    else {
      const letters = (plainLetters[unit - firstLatin] ??= plainLetter(input[offset]!))
      if (letters === '') return undefined
      plain += letters
    }
  }
  return normalAscii(plain.toLowerCase())
}

function plainLetter(letter: string): string {
  return /^x([a-z]+)x$/.exec(normalUnicode(`x${letter}x`))?.[1] ?? ''
}

function normalUnicode(input: string): string {
  const plain = streamSafe(input)
    .replace(marksOfTrade, ' ')
    .normalize('NFKD')
    .toLowerCase()
    .replace(apostrophes, ' ')
    .replace(accents, '')
    .replace(foldable, (letter) => folds[letter] ?? letter)
  // Accented Latin is plain ASCII by now; other scripts are composed again (Hangul, kana).
  return nonAscii.test(plain) ? separated(plain, separators).normalize('NFC') : normalAscii(plain)
}

function separated(text: string, separators: RegExp): string {
  return text
    .replace(separators, (_, sign: string | undefined) => (sign === undefined ? ' ' : `${sign} `))
    .replace(/ {2,}/g, ' ')
    .trim()
}

/** The limit of Unicode's Stream-Safe Text Format (UAX 15); no language needs more than a handful. */
const maxMarks = 30
const excess = new RegExp(`(\\p{M}{${maxMarks}})\\p{M}+`, 'gu')
const suspect = new RegExp(`\\p{M}{${maxMarks + 1}}`, 'u')
const combining = /[\u0300-\uffff]/

/**
 * The text without combining marks beyond the 30th in a row. To be applied before `normalize`: it sorts such runs
 * in quadratic time, and 20 kB of marks would hold the event loop for 200 ms.
 */
export function streamSafe(text: string): string {
  if (text.length <= maxMarks || !combining.test(text) || !suspect.test(text)) return text
  return text.replace(excess, '$1')
}
