/** Digits of any script, full-width letters and signs, and invisible characters. */
const UNUSUAL = /[^\u0020-\u007e\u00a0-\u00bf]/
const FULL_WIDTH = /[\uff01-\uff5e\uffe0-\uffe6]+/g
const DIGITS = /\p{Nd}/gu
const UNSEEN = /[\p{Cf}\u00ad]+/gu
const SPACES = /[\u1680\u2000-\u200a\u202f\u205f\u3000]/g

/**
 * Writes the numbers of a text in ASCII digits, without marks of writing directions: `１２３`, `٥٠٠` and `५०` are `123`,
 * `500` and `50`. Full-width signs (`￥`, `～`) become the usual ones. ASCII stays as it is.
 */
export function withPlainDigits(text: string): string {
  if (!UNUSUAL.test(text)) return text
  return text
    .replace(UNSEEN, '')
    .replace(SPACES, ' ')
    .replace(FULL_WIDTH, (letters) => letters.normalize('NFKC'))
    .replace(DIGITS, (digit) => String(readDigit(digit)))
    .replace(/(?<=\d)\u066b(?=\d)/g, ',')
    .replace(/(?<=\d)\u066c(?=\d{3})/g, '’')
}

/** Digits of a script are in a row of ten code points. */
function readDigit(digit: string): number {
  const code = digit.codePointAt(0) as number
  if (code < 0x80) return code - 48
  let zero = code
  while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1
  return code - zero
}
