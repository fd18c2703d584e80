/** The limit of Unicode's Stream-Safe Text Format (UAX 15); no language needs more than a handful. */
const MAX_MARKS = 30
const EXCESS = new RegExp(`(\\p{M}{${MAX_MARKS}})\\p{M}+`, 'gu')
const SUSPECT = new RegExp(`\\p{M}{${MAX_MARKS + 1}}`, 'u')
const COMBINING = /[\u0300-\uffff]/

/**
 * The text without combining marks beyond the 30th in a row. To be applied before `normalize`: it sorts such runs
 * in quadratic time, and 20 kB of marks would hold the event loop for 200 ms.
 */
export function streamSafe(text: string): string {
  if (text.length <= MAX_MARKS || !COMBINING.test(text) || !SUSPECT.test(text)) return text
  return text.replace(EXCESS, '$1')
}
