declare const unit: unique symbol

/**
 * Thousandths of a credit as a whole number: the only form in which money is stored, added and compared. To the
 * compiler it is no number, so that nothing divides it or mixes it with counts and credits: `plus`, `minus`, `times`
 * and `splitEvenly` reckon, `<` and `===` compare two amounts. Rows of a table carry it as it is (int8).
 */
export interface MilliCredits {
  readonly [unit]: 'milli-credits'
}

/**
 * 15 decimal digits, just under a trillion credits. Every number of 15 digits survives the way to a double and
 * back, so the JSON edge loses nothing; at 16 digits a double could no longer tell neighbouring thousandths apart.
 */
const maxMilli = 999_999_999_999_999

/**
 * Credits as written in JSON or a price list to milli-credits, rounded to 3 decimals, halves away from zero.
 * Throws RangeError on NaN, infinities and amounts of a trillion credits or more.
 */
export function toMilli(credits: number): MilliCredits {
  if (!Number.isFinite(credits)) throw new RangeError(`not an amount of credits: ${credits}`)
  const size = Math.round(shiftThree(Math.abs(credits)))
  if (size > maxMilli) throw new RangeError(`amount of credits out of range: ${credits}`)
  return milli(credits < 0 ? -size : size)
}

/** So many milli-credits. Throws RangeError on what is not a whole number of at most 15 digits. */
export function milli(count: number): MilliCredits {
  if (!Number.isSafeInteger(count) || Math.abs(count) > maxMilli) {
    throw new RangeError(`not an amount of milli-credits: ${count}`)
  }
  // Zero has no sign. The brand is for the compiler alone, and this function and the next are the only ways through it.
  return (count === 0 ? 0 : count) as unknown as MilliCredits
}

/** The whole number that stands for an amount in metrics and in the columns of a table. */
export function countMilli(amount: MilliCredits): number {
  return amount as unknown as number
}

export const noCredits: MilliCredits = milli(0)

export function plus(...amounts: readonly MilliCredits[]): MilliCredits {
  return milli(amounts.reduce((sum, amount) => sum + countMilli(amount), 0))
}

export function minus(from: MilliCredits, amount: MilliCredits): MilliCredits {
  return milli(countMilli(from) - countMilli(amount))
}

/** An amount for each of so many units. Throws RangeError on a fraction of a unit that leaves a fraction of the amount. */
export function times(amount: MilliCredits, units: number): MilliCredits {
  return milli(countMilli(amount) * units)
}

export function lesser(one: MilliCredits, other: MilliCredits): MilliCredits {
  return one < other ? one : other
}

export function greater(one: MilliCredits, other: MilliCredits): MilliCredits {
  return one > other ? one : other
}

/** Times 1000 in decimal: 1.0005 * 1000 is 1000.4999999999999 in binary and would round the wrong way. */
function shiftThree(credits: number): number {
  const [digits, exponent] = String(credits).split('e')
  return Number(`${digits}e${Number(exponent ?? 0) + 3}`)
}

/** What falls on a part of a whole, rounded down; nothing where there is no whole. */
export function measureShare(amount: MilliCredits, part: MilliCredits, whole: MilliCredits): MilliCredits {
  if (whole === noCredits) return noCredits
  return milli(Math.floor((countMilli(amount) * countMilli(part)) / countMilli(whole)))
}

/** Whether an amount is a tenth of another, or less. */
export function isTenthAtMost(amount: MilliCredits, of: MilliCredits): boolean {
  return countMilli(amount) * 10 <= countMilli(of)
}

/** How many whole units of a price an amount pays for, which may be none. The price is more than nothing. */
export function unitsPaidBy(amount: MilliCredits, unitPrice: MilliCredits): number {
  return Math.max(0, Math.floor(countMilli(amount) / countMilli(unitPrice)))
}

/** Milli-credits to the number of credits whose decimal form is exact (`1500` to `1.5`). Throws on a non-integer. */
export function toCredits(amount: MilliCredits): number {
  return countMilli(milli(countMilli(amount))) / 1000
}

/** Decimal text without grouping or trailing zeros: `1.5`, `-0.001`, `12000`. */
export function formatCredits(amount: MilliCredits): string {
  const count = countMilli(milli(countMilli(amount)))
  const size = Math.abs(count)
  const fraction = String(size % 1000)
    .padStart(3, '0')
    .replace(/0+$/, '')
  const whole = Math.floor(size / 1000)
  return `${count < 0 ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`
}

/** An amount in so many equal shares of whole milli-credits; what does not divide is on the first. */
export function splitEvenly(amount: MilliCredits, parts: number): MilliCredits[] {
  return splitWhole(countMilli(amount), parts).map(milli)
}

/** The same of a count of something else. */
export function splitWhole(count: number, parts: number): number[] {
  const share = Math.trunc(count / parts)
  return Array.from({ length: parts }, (_, index) => (index === 0 ? count - share * (parts - 1) : share))
}
