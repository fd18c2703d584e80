import { slipsBetween } from '../../../lib/slips.ts'

/** Years by which parents are older. */
export const generation = 12

/** Whether one day may have been written for the other: a digit, or day and month the other way round. */
export function isDaySlip(a: string, b: string): boolean {
  if (slipsBetween(a, b, 1) === 1) return true
  const [year, month, day] = a.split('-')
  return `${year}-${day}-${month}` === b
}
