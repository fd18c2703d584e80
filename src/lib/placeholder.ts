import { memo } from './memo.ts'
import { ID_WORDS, PHRASES, PROGRAM_WORDS, WORDS } from './placeholder-words.ts'
import { streamSafe } from './text-normal.ts'

/** Marks in front of and behind a word for nothing: `(blank)`, `<null>`, `"none"`, `*unknown*`. */
const wrapped = /^[([{<«‹"'“”‘’`*_~-]+|[)\]}>»›"'“”‘’`*_~.-]+$/gu
/** In brackets, or between lines as the first entry of a menu: `--None--`. */
const setApart = /^(?:[([{<«]|[-–—*_=~].*[-–—*_=~]$)/u
/** Nothing but marks that fill a cell. */
const marksAlone = /^[\s\-–—−‐‑_.·•…?¿*/\\#~,:;|"'`]+$/u
/** Errors of spreadsheets in any language: `#N/A`, `#REF!`, `#WERT!`, `#¿NOMBRE?`, `#¡DIV/0!`. */
const sheetError =
  /^#(?:[¡¿]?[\p{L}_]{2,20}[!?]|[\p{L}]\/[\p{L}]|[¡¿]?[\p{L}]{2,8}\/0[!?]?|getting_data|spill|calc)$/u
/** A place of a template that nothing was filled into: `{{contact.id}}`, `%%ID%%`, `*|FNAME|*`. */
const unfilled =
  /^(?:\{\{[^{}]*\}\}|\$\{[^{}]*\}|\{![^{}]*\}|%%[^%]*%%|<%[^%]*%>|<<[^<>]*>>|\*\|[^|]*\|\*|\[\[[^[\]]*\]\])$/u
/** Characters that nobody sees, and letters that are blank. */
const unseen = /[\p{Cf}\p{Cc}\p{Default_Ignorable_Code_Point}\p{Z}\u2800]+/gu

const maxTextLength = 40

/** Strokes that look like the one of `n/a`. */
const strokes = /[\u2044\u2215\u29f8]/g
const notAscii = /[\u0080-\uffff]/

/** In small letters, without what nobody sees; letters of full width and strokes of other kinds are the usual ones. */
function visibleText(text: string): string {
  const usual = notAscii.test(text) ? streamSafe(text).normalize('NFKC').replace(strokes, '/') : text
  return usual.replace(unseen, ' ').trim().toLowerCase()
}
const stripWrapping = (text: string): string => visibleText(text).replaceAll(wrapped, '').trim()

const isDigit = (code: number) => code >= 48 && code <= 57
const isLatin = (code: number) => (code | 32) >= 97 && (code | 32) <= 122
const dot = 46
const isAscii = (code: number) => code < 128
const toLetter = (code: number) => (isLatin(code) ? code | 32 : 0)

/** First letter and length of each phrase and word. */
const beginnings = new Set(
  [...PHRASES, ...WORDS].map((text) => makeBeginning(text.charCodeAt(0), text.length)),
)
/** First two letters and the last one of each. */
const outlines = new Set(
  [...PHRASES, ...WORDS].map((text) =>
    makeOutline(text, text.charCodeAt(text.replace(/\.+$/, '').length - 1)),
  ),
)

function makeBeginning(letter: number, length: number): number {
  return (letter | 32) * 64 + length
}

function makeOutline(text: string, last: number): number {
  return (toLetter(text.charCodeAt(0)) * 128 + toLetter(text.charCodeAt(1))) * 128 + toLetter(last)
}

/** Whether a text is surely a value, told from its ends and length: nearly all of a file are, and this costs least. */
function isPlainValue(text: string): boolean {
  const { length } = text
  const first = text.charCodeAt(0)
  const end = text.charCodeAt(length - 1)
  // `Acme Inc.`
  const last = end === dot && isLatin(first) ? text.charCodeAt(length - 2) : end
  if (!isLatin(last) && !(isDigit(last) && end === last)) return false
  if (isDigit(first)) return true
  if (!isLatin(first)) return false
  if (end === last && !beginnings.has(makeBeginning(first, length))) return true
  return length > maxTextLength || (isAscii(text.charCodeAt(1)) && !outlines.has(makeOutline(text, last)))
}

/**
 * Whether a text stands for no value, whatever it is of: empty, marks alone, an error of a spreadsheet, `n/a`, `\N`,
 * `(blank)`, `keine Angabe`. Words that are also names (`null`, `none`) do so only in brackets.
 */
export const standsForNothing = (text: string): boolean =>
  text === '' || (!isPlainValue(text) && looksEmpty(text))

const looksEmpty = memo((text) => {
  if (text.length > maxTextLength) return visibleText(text.slice(0, 4_096)) === ''
  const plain = visibleText(text)
  if (plain === '' || marksAlone.test(plain) || PHRASES.has(plain) || sheetError.test(plain)) return true
  if (unfilled.test(plain)) return true
  const bare = plain.replaceAll(wrapped, '').trim()
  return PHRASES.has(bare) || (setApart.test(plain) && WORDS.has(bare))
})

/** The same of a value that is no name: words for nothing count wherever they stand alone. */
export const isNoValue = (text: string): boolean =>
  text === '' || (!isPlainValue(text) && (looksEmpty(text) || isWord(text)))

const isWord = memo((text) => text.length <= maxTextLength && WORDS.has(stripWrapping(text)))

/** Whether an id stands for nothing: no value at all, or a number that fills a column. */
export const isNoId = (text: string): boolean => {
  if (isIdWord(text)) return true
  if (isLatin(text.charCodeAt(0)) && isPlainValue(text)) return isFillId(text.trim())
  return isBlankId(text) || isFillNumber(text.trim().toLowerCase()) || isFillId(text.trim())
}

const maxIdWordLength = Math.max(...[...ID_WORDS].map(({ length }) => length))
const isIdWord = (text: string): boolean =>
  text.length <= maxIdWordLength + 2 && (text.startsWith('\\') || !/\d/.test(text))
    ? ID_WORDS.has(stripWrapping(text))
    : noUuid.test(text.trim())
/** The id that is none, and the largest, which programs fill in. */
const noUuid = /^(?:0{8}-(?:0{4}-){3}0{12}|f{8}-(?:f{4}-){3}f{12})$/i

/** The same where numbers are given out one by one, so that `999999` is one of them: nothing, marks alone, zeros. */
export const isBlankId = (text: string): boolean => {
  if (isPlainValue(text)) return text.startsWith('0') && zeros.test(text)
  return isNoValue(text) || zeros.test(text.trim()) || !/[\p{L}\p{N}]/u.test(text)
}

/** Whether a slug or the name of an account stands for nothing. People's words for it are names there: `@nada`. */
export const isNoAccountName = (text: string): boolean => {
  if (isPlainValue(text)) return text.startsWith('0') && zeros.test(text)
  return standsForNothing(text) || isProgramWord(text) || zeros.test(text)
}

/** Whether a text as a whole is a word that programs write for nothing: `null`, `NaN`, `None`. */
export const isProgramWord = (text: string): boolean =>
  text.length <= maxTextLength && !isPlainValue(text) && PROGRAM_WORDS.has(stripWrapping(text))

/** What a spreadsheet makes of a long number: many ids look the same afterwards. */
const scientific = /^[+-]?\d(?:[.,]\d+)?e\+\d{1,3}$|^[+-]?\d[.,]\d+e\d{1,3}$/
/** Zeros, however they are written. */
const zeros = /^[+-]?0+(?:[.,]0+)?$|^(?:0+[-_.\s])+0+$/
/** One digit all over: of nines six, of others eight, since counters pass 111111 once. */
const oneDigit = /^(?:9{6,}|([1-8])\1{7,})$/
const ascending = '12345678901234567890'

/** Whether digits fill a column rather than number something: zeros, `999999`, `123456789`, `1.23E+14`, `-1`. */
function isFillNumber(plain: string): boolean {
  const first = plain.charCodeAt(0)
  // A sign or a digit.
  if (!(first === 43 || first === 45 || (first >= 48 && first <= 57))) return false
  if (zeros.test(plain) || plain === '-1' || oneDigit.test(plain) || scientific.test(plain)) return true
  return plain.length >= 9 && ascending.startsWith(plain)
}

/** A few letters before digits (`DE999999999`, `ATU00000000`), or digits in groups (`12-3456789`). */
const lettersAndDigits = /^([a-z]{1,4}[\s.:/-]{0,2})?(\d[\d\s./-]{3,30})$/i
/** Digits that are hidden: `XXXX-1234`, `****1234`, `529900XXXXXXXXXXXX00`. */
const masked = /[*#•●]{3,}|x{5,}|(?:^|[-_.])x{3,4}(?:[-_.]|$)/iu
/** The prefix of a sort of record, and no number behind it. */
const emptyRecord = /^[a-z\d]{3}0{12}(?:aaa)?$/i
/** Where the id is to be looked for, instead of it: `see LinkedIn`, `same as above`. */
const elsewhere =
  /^(?:see|refer to|same as|as per|ask|on linkedin|via linkedin|none yet|not yet|yet to|to follow|siehe|vgl\.?|folgt|voir|ver|véase|vedi|zie|patrz|см\.?)(?: \p{L}+){0,4}\.?$/iu
/** The first and last days that programs count, and parts of them that are none: `1900-01-00`, `1/1/1970`. */
const endOfTime =
  /^(?:(?:0000|0001|1899|1900|1904|1970|9999)-(?:00|01|12)-(?:00|01|30|31)(?:[t ]00:00.*)?|(?:0{1,2}|0?1|30|31|12)[./](?:0{1,2}|0?1|12|31)[./](?:0000|0001|1899|1900|1904|1970|9999))$/i

/** Whether an id was filled in, hidden or left for later, though it has the form of one. */
function isFillId(text: string): boolean {
  if (text.length > maxTextLength) return false
  const [, letters, digits] = lettersAndDigits.exec(text) ?? []
  if (digits !== undefined && isFillDigits(digits, letters !== undefined)) return true
  return masked.test(text) || emptyRecord.test(text) || elsewhere.test(text) || endOfTime.test(text)
}

function isFillDigits(digits: string, hasLetters: boolean): boolean {
  const bare = digits.replaceAll(/\D/g, '')
  if (!hasLetters && bare === digits) return false
  if (bare.length >= 9 && ascending.startsWith(bare)) return true
  return hasLetters ? /^0{4,}$|^(\d)\1{7,}$/.test(bare) : /^(\d)\1{7,}$/.test(bare)
}
