import anyAscii from 'any-ascii'
import { memo } from './memo.ts'
import { normalText } from './text-normal.ts'

const notLatin = /[\u0080-\uffff]/

/**
 * Normal text in Latin letters: `Газпром` is `gazprom`, `小米` is `xiaomi`, `Αθηνά` is `athena`. Equal to `normalText`
 * for Latin text. It compares names across scripts; shown names keep their own.
 */
export const latinText = memo((text: string): string => {
  const normal = normalText(text)
  return notLatin.test(normal) ? normalText(anyAscii(normal)) : normal
})

/** `Müller` is also written `Mueller`. Without the `e` after a, o and u both are equal. */
export function withoutUmlauts(latin: string): string {
  return latin.replace(/([aou])e/g, '$1')
}

/**
 * How a word sounds, roughly: its first letter and its consonants, one for each run, with spellings of one sound
 * joined.
 */
export const toSound = memo((latin: string): string => {
  const spelled = latin
    .replace(/^(?:kn|gn|pn)/, 'n')
    .replace(/^wr/, 'r')
    .replace(/^ps/, 's')
    .replaceAll('ph', 'f')
    .replace(/sch|sh|tch|ch|cz|sz/g, 's')
    .replace(/ck|cq|kh|q|c(?![eiy])/g, 'k')
    .replace(/c|z|x/g, 's')
    .replace(/th|dt/g, 't')
    .replace(/[wv]/g, 'v')
    .replace(/[jy]/g, 'i')
    .replace(/gh|h/g, '')
  const first = spelled.slice(0, 1)
  const rest = spelled.slice(1).replace(/[aeiou ]/g, '')
  return (/[aeiou]/.test(first) ? 'a' : first).concat(rest).replace(/(.)\1+/g, '$1')
})
