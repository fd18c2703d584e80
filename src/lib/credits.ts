/** Thousandths of a credit as an integer: the only form in which money is stored, added and compared. */
export type MilliCredits = number

/**
 * 15 decimal digits, just under a trillion credits. Every number of 15 digits survives the way to a double and
 * back, so the JSON edge loses nothing; at 16 digits a double could no longer tell neighbouring thousandths apart.
 */
const MAX_MILLI = 999_999_999_999_999

/**
 * Credits as written in JSON or a price list to milli-credits, rounded to 3 decimals, halves away from zero.
 * Throws RangeError on NaN, infinities and amounts of a trillion credits or more.
 */
export function toMilli(credits: number): MilliCredits {
  if (!Number.isFinite(credits)) throw new RangeError(`not an amount of credits: ${credits}`)
  const size = Math.round(shiftThree(Math.abs(credits)))
  if (size > MAX_MILLI) throw new RangeError(`amount of credits out of range: ${credits}`)
  return size === 0 ? 0 : credits < 0 ? -size : size
}

/** Times 1000 in decimal: 1.0005 * 1000 is 1000.4999999999999 in binary and would round the wrong way. */
function shiftThree(credits: number): number {
  const [digits, exponent] = String(credits).split('e')
  return Number(`${digits}e${Number(exponent ?? 0) + 3}`)
}

/** Milli-credits to the number of credits whose decimal form is exact (`1500` to `1.5`). Throws on a non-integer. */
export function toCredits(milli: MilliCredits): number {
  assertMilli(milli)
  return milli === 0 ? 0 : milli / 1000
}

/** Decimal text without grouping or trailing zeros: `1.5`, `-0.001`, `12000`. */
export function formatCredits(milli: MilliCredits): string {
  assertMilli(milli)
  const size = Math.abs(milli)
  const fraction = String(size % 1000)
    .padStart(3, '0')
    .replace(/0+$/, '')
  const whole = Math.floor(size / 1000)
  return `${milli < 0 ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`
}

/** An amount in so many equal shares of whole milli-credits; what does not divide is on the first. */
export function splitEvenly(milli: MilliCredits, parts: number): MilliCredits[] {
  assertMilli(milli)
  const share = Math.trunc(milli / parts)
  return Array.from({ length: parts }, (_, index) => (index === 0 ? milli - share * (parts - 1) : share))
}

function assertMilli(milli: number): void {
  if (!Number.isSafeInteger(milli) || Math.abs(milli) > MAX_MILLI) {
    throw new RangeError(`not an amount of milli-credits: ${milli}`)
  }
}
