import { lesser, noCredits, plus, times, type MilliCredits } from '../../lib/credits.ts'
import type { PriceKey, PriceLine, UnitPrices } from '../../operation/index.ts'

/** A price line with the price it was paid at, as kept in the journal. */
export interface PaidLine {
  key: PriceKey
  units: number
  unitPrice: MilliCredits
}

/** Adds unit prices; lines without units drop out. Throws on a key without a price and on units that are no count. */
export function addUnitPrices(lines: readonly PriceLine[], unitPrices: UnitPrices): PaidLine[] {
  return lines
    .filter((line) => line.units !== 0)
    .map(({ key, units }) => {
      const unitPrice = unitPrices[key]
      if (unitPrice === undefined) throw new RangeError(`no unit price for ${key}`)
      if (!Number.isSafeInteger(units) || units < 0) throw new RangeError(`not a number of units: ${units}`)
      return { key, units, unitPrice }
    })
}

export function sumLines(lines: readonly PaidLine[]): MilliCredits {
  return plus(...lines.map((line) => times(line.unitPrice, line.units)))
}

/** The least that buys anything: one unit of the cheapest line. */
export function cheapestUnit(lines: readonly PaidLine[]): MilliCredits {
  const [first, ...others] = lines.map((line) => line.unitPrice)
  return others.reduce(lesser, first ?? noCredits)
}
