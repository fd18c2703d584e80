import type { z } from 'zod'

/** What a number counts or measures. Impossible values are left out of records. */
interface Quantity {
  least: number
  most: number
  isWhole?: true
  /** The sign of its unit in a text. Another sign is another unit. */
  sign?: 'money' | 'percent'
}

/** Every quantity of records, with its bounds. */
const quantities = {
  headcount: { least: 0, most: 10_000_000, isWhole: true },
  /** Followers, rounds, reviews, views. */
  count: { least: 0, most: 1e13, isWhole: true },
  dollars: { least: 0, most: 1e14, sign: 'money' },
  /** Pay and prices in a currency that another member names. */
  price: { least: 0, most: 1e13, sign: 'money' },
  percentChange: { least: -100, most: 1e9, sign: 'percent' },
  share: { least: 0, most: 1 },
  year: { least: 1000, most: 2200, isWhole: true },
  /** Of a working life. */
  workingYears: { least: 0, most: 80 },
  rank: { least: 1, most: 1e7, isWhole: true },
  months: { least: 0, most: 1200 },
  days: { least: 0, most: 40_000 },
  seconds: { least: 0, most: 1e8 },
  squareFeet: { least: 0, most: 1e12 },
  rooms: { least: 0, most: 100_000 },
} as const satisfies Record<string, Quantity>

export type QuantityName = keyof typeof quantities

const measured = new WeakMap<z.ZodType, QuantityName>()

/** Says what a schema's numbers are. */
export function measures<Schema extends z.ZodType>(name: QuantityName, schema: Schema): Schema {
  measured.set(schema, name)
  return schema
}

/** The meaning of the numbers of a schema, if given. */
export const findQuantity = (schema: z.ZodType): QuantityName | undefined => measured.get(schema)

/** Whether a number can be one of the quantity. */
export function isPossible(name: QuantityName, value: number): boolean {
  const { least, most, isWhole }: Quantity = quantities[name]
  return value >= least && value <= most && (isWhole !== true || Number.isInteger(value))
}

/** The unit in a text of the quantity; undefined for a bare number. */
export const readSign = (name: QuantityName): Quantity['sign'] => (quantities[name] as Quantity).sign

const founded = new WeakSet<z.ZodType>()

/** Marks a date that lies between the year 1000 and the next one. */
export function isFoundingDate<Schema extends z.ZodType>(schema: Schema): Schema {
  founded.add(schema)
  return schema
}

/** Whether a member is the day something was founded. */
export const holdsFoundingDate = (schema: z.ZodType): boolean => founded.has(schema)
