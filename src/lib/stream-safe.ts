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
