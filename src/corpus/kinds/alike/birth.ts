import { slipsBetween } from '../../../lib/slips.ts'

/** Years by which parents are older. */
const generation = 12

/**
 * How two days of birth agree: `year` where one of them says no more, `slip` where one may have been written for the other,
 * `near` where two of year, month and day are the same, `apart` within one generation, `other` beyond it.
 */
export type BirthLikeness = 'day' | 'year' | 'slip' | 'near' | 'apart' | 'other'

/** Of days as `YYYY-MM-DD`; a year alone is its first of January. */
export function birthLikeness(a: string, b: string): BirthLikeness {
  const years = [a, b].filter((day) => day.endsWith('-01-01') || day.length < 10)
  if (years.length > 0 && a.slice(0, 4) === b.slice(0, 4)) return 'year'
  if (a === b) return 'day'
  // Of two years alone a digit is shared by many: everybody of one class of school has three.
  if (years.length < 2 && isDaySlip(a, b)) return 'slip'
  const [one, other] = [a, b].map((day) => day.split('-')) as [string[], string[]]
  if (Math.abs(Number(one[0]) - Number(other[0])) > generation) return 'other'
  const parts = years.length < 2 && one.filter((value, index) => value === other[index]).length === 2
  return parts ? 'near' : 'apart'
}

/** A digit, or day and month the other way round. */
function isDaySlip(a: string, b: string): boolean {
  // Digits may change places over a hyphen: `1960-08-06`, `1960-00-86`.
  const [one, other] = [a, b].map((written) => written.replaceAll('-', '')) as [string, string]
  if (slipsBetween(a, b, 1) === 1 || slipsBetween(one, other, 1) === 1) return true
  const [year, month, day] = a.split('-')
  return `${year}-${day}-${month}` === b
}
