import { readHeadcount } from '../../../lib/headcount-text.ts'
import { moneyOfHeading, readMoneyText } from '../../../lib/money-text.ts'
import type { DecimalSign } from '../../../lib/number-text.ts'
import { areSerialDays } from '../../../lib/serial-day.ts'
import { currencyCode } from '../../records/index.ts'

/** A column as a mapping reads it. */
export interface NumberColumn {
  heading: string
  path: string
  /** Values of it, without empty ones. */
  cells: readonly string[]
  /** What all columns of numbers of the file that say it agree on; for those that say nothing themselves. */
  decimal: DecimalSign | undefined
}

/**
 * `headcount`, with the decimal sign of the column where its cells say which, and without the days that a spreadsheet made
 * of ranges where all others are small: of these a column of sizes says which are headcounts.
 */
export function headcountStep({ cells, decimal: ofFile }: NumberColumn, range: string | undefined): unknown {
  const decimal = findDecimalSign(cells) ?? ofFile
  const counts = cells.flatMap((cell) => {
    const read = readHeadcount(cell, decimal)
    return read === undefined ? [] : [read.lte ?? read.gte ?? 0]
  })
  const argument = {
    ...(decimal !== undefined && { decimal }),
    ...(areSerialDays(counts) && { serial_days: 'out', ...(range !== undefined && { range }) }),
  }
  return Object.keys(argument).length === 0 ? 'headcount' : { headcount: argument }
}

/**
 * `usd`: amounts are in the currency of their cell, else in that of the heading. Those that name none are dollars only where
 * an English heading says revenue and no cell another currency; else they are left out. A sign of several currencies
 * takes the country of its row.
 */
export function revenueStep(
  { heading, cells, decimal: ofFile }: NumberColumn,
  country: string | undefined,
): unknown {
  const money = moneyOfHeading(heading)
  const currency = money.currency === undefined ? undefined : currencyCode(money.currency)
  const decimal = findDecimalSign(cells) ?? ofFile
  const isInDollars = money.currency === undefined && /revenue|sales/i.test(heading) && areDollars(cells)
  const argument = {
    ...(currency !== undefined && { currency }),
    ...(isInDollars && { currency: 'USD' }),
    ...(money.scale !== undefined && { scale: money.scale }),
    ...(decimal !== undefined && { decimal }),
    ...(country !== undefined && cells.some(needsCountry) && { country }),
  }
  return Object.keys(argument).length === 0 ? 'usd' : { usd: argument }
}

const needsCountry = (cell: string): boolean => {
  const currency = readMoneyText(cell)?.currency
  return currency !== undefined && currencyCode(currency) === undefined
}

/** Cells that name a currency all name dollars. */
const areDollars = (cells: readonly string[]): boolean =>
  cells.every((cell) => {
    const currency = (readMoneyText(cell) ?? readMoneyText(cell, ','))?.currency
    return currency === undefined || currencyCode(currency) === 'USD'
  })

const withComma = /\d\.\d{3}(?:\.\d{3}|,\d)|(?<![\d.,])\d+,\d{1,2}(?![\d,])|\d{4,},\d/
const withPoint = /\d,\d{3}(?:,\d{3}|\.\d)|(?<![\d.,])\d+\.\d{1,2}(?!\d)|\d{4,}\.\d|\d['’]\d{3}/
const groupedByPoints = /(?<![\d.,])[1-9]\d{0,2}\.\d{3}(?![\d.,])/
const minCells = 3

/** The decimal sign that the cells of a column bear witness to: `1.234` alone says nothing, three of its kind do. */
export function findDecimalSign(cells: readonly string[]): DecimalSign | undefined {
  const [comma, point] = [
    cells.some((cell) => withComma.test(cell)),
    cells.some((cell) => withPoint.test(cell)),
  ]
  if (comma !== point) return comma ? ',' : '.'
  if (comma) return undefined
  const dotted = cells.filter((cell) => cell.includes('.') && /\d/.test(cell))
  const isGrouped = dotted.length >= minCells && dotted.every((cell) => groupedByPoints.test(cell))
  return isGrouped && !cells.some((cell) => /\d,\d{3}/.test(cell)) ? ',' : undefined
}
