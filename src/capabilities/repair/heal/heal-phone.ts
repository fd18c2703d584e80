import { normalizePhone } from '../../../lib/phone.ts'
import type { Healed } from './heal-text.ts'

/** A number in E.164; `country` (alpha-2) is where national forms are from. Several in a cell: each, joined. */
export function healPhone(text: string, country: string | undefined): Healed {
  const parts = text
    .split(/\s*(?:;|\||,(?=\s*[+(\d])|\bor\b|\boder\b|\s\/\s(?=\+|0))\s*/i)
    .filter((part) => part !== '')
  const numbers = parts.map((part) => e164(part, country))
  if (numbers.length === 0 || numbers.includes(undefined))
    return { value: text, changes: [], problem: 'invalid' }
  const value = [...new Set(numbers)].join('; ')
  return { value, changes: value === text ? [] : ['format'] }
}

function e164(part: string, country: string | undefined): string | undefined {
  const text = part
    .replace(/^(?:tel|telefon|phone|mobile|mobil|cell|fax|handy|t|m|f|p|ph)\b\s*[.:]*\s*/i, '')
    // `+49 (0)30`: the zero is for calls from inside.
    .replace(/(\+\d{1,3}\s*)\(0\)/, '$1')
    .replace(/[\u2010-\u2015]/g, '-')
    .replace(/\s*(?:x|ext\.?|extension|durchwahl|dw|#)\s*\d{1,6}$/i, '')
    .replace(/\.0$/, '')
    .trim()
  if (/e\+?\d/i.test(text)) return scientific(text, country)
  return normalizePhone(text, country) ?? international(text)
}

/** Digits that begin with a country's code, as systems keep them that drop the plus. */
function international(text: string): string | undefined {
  const digits = text.replace(/[\s()./-]/g, '')
  return /^[1-9]\d{9,14}$/.test(digits) ? normalizePhone(`+${digits}`) : undefined
}

/** `4.915112345678E+12`, what spreadsheets make of a number; lost digits are not made up. */
function scientific(text: string, country: string | undefined): string | undefined {
  const found = /^(\d)[.,](\d+)e\+?(\d{1,2})$/i.exec(text.replace(/\s/g, ''))
  if (found === null) return undefined
  const [, first = '', decimals = '', power = ''] = found
  if (decimals.length < Number(power)) return undefined
  return normalizePhone(first + decimals, country) ?? international(first + decimals)
}
