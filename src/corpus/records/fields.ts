import { z } from 'zod'
import { measures, type QuantityName } from './quantities.ts'

// Every member of a record is present and nullable unless its schema says otherwise, so these builders include the
// null. Each takes the sentence that documents the member.

export const text = (doc: string) => z.string().nullable().describe(doc)
export const number = (doc: string) => z.number().nullable().describe(doc)
/** A number with known bounds. Lines with an impossible one get a message. */
export const quantity = (name: QuantityName, doc: string) =>
  measures(name, z.number()).nullable().describe(doc)
export const flag = (doc: string) => z.boolean().nullable().describe(doc)
export const texts = (doc: string) => z.array(z.string()).nullable().describe(doc)
/** ISO 8601 calendar date. Sources that know less give `YYYY` or `YYYY-MM`. */
export const date = (doc: string) => z.string().nullable().describe(`${doc} (ISO 8601 date)`)
export const textMap = (doc: string) => z.record(z.string(), z.string()).nullable().describe(doc)

/** Put into a record where it is shown, and never stored in it: of a merged entity it is the id of the one that remains. */
export const entityId = z
  .string()
  .optional()
  .describe('Id in this service, which every record has. Look-ups, filters and tracker lists take it.')

/** For lines: a count or measure, of which less than nothing is a mistake. */
export const notBelowZero = z.number().min(0).nullish()
/** For lines: a currency whose amounts are converted. No rate has another form. */
export const currencyCode = z.string().regex(/^[A-Z]{3}$/, 'Expected an ISO 4217 code such as EUR.')
export const latitude = z.number().min(-90).max(90)
export const longitude = z.number().min(-180).max(180)

/** A list of entries, null if unknown. */
export function list<Entry extends z.ZodType>(entry: Entry, doc: string) {
  return z.array(entry).nullable().describe(doc)
}

/** Bounds of a number; a null bound is open. */
export const numberRange = z
  .object({
    gte: number('Lower bound, inclusive'),
    lte: number('Upper bound, inclusive'),
  })
  .meta({ id: 'NumberRange' })
