import { z } from 'zod'
import { optional } from '../../operation/index.ts'
import { unknownDay } from '../search-index/index.ts'
import { always, and, never, type Condition } from './condition.ts'
import { yearsBefore } from './dates.ts'
import { filter, type Filter, type FilterContext } from './filter.ts'
import { isCrossed } from './range.ts'

/** Bounds of a number, both inclusive; an absent one is open. */
export const numberBounds = z
  .object({
    lowerBound: optional(z.number().min(0).max(1e15)),
    upperBound: optional(z.number().min(0).max(1e15)),
  })
  .meta({ id: 'NumberBounds' })

type NumberBounds = z.output<typeof numberBounds>

/** A numeric column within bounds. Unknown values are NaN and within no bounds. */
export function numberFilter(column: string): Filter<typeof numberBounds> {
  return filter(numberBounds, (value) => {
    if (isCrossed(value)) return never
    const { lowerBound, upperBound } = value
    return and([
      lowerBound === undefined ? always : compared(`${column} >=`, 'Float64', lowerBound),
      upperBound === undefined ? always : compared(`${column} <=`, 'Float64', upperBound),
    ])
  })
}

/** Whole years from the day in a column until today, within bounds. An unknown day is within none. */
export function yearsSince(column: string, value: NumberBounds, context: FilterContext): Condition {
  if (isCrossed(value)) return never
  const { lowerBound, upperBound } = value
  if (lowerBound === undefined && upperBound === undefined) return always
  const farthest = 4_000
  const day = (years: number) => yearsBefore(context.today, Math.min(years, farthest))
  return and([
    compared(`${column} !=`, 'Int32', unknownDay),
    lowerBound === undefined ? always : compared(`${column} <=`, 'Int32', day(Math.ceil(lowerBound))),
    upperBound === undefined ? always : compared(`${column} >`, 'Int32', day(Math.floor(upperBound) + 1)),
  ])
}

function compared(left: string, type: string, value: number): Condition {
  return { kind: 'sql', text: (bind) => `${left} ${bind.value(type, value)}` }
}
