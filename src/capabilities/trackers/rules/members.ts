import { z } from 'zod'
import { storable } from '../../../lib/storable-text.ts'
import { normalText } from '../../../lib/text-normal.ts'
import { optional } from '../../../operation/index.ts'

/** A word or phrase of a rule. Texts are compared by their letters and digits, so a word without any is in no text. */
const phrase = z
  .string()
  .trim()
  .overwrite(storable)
  .min(1)
  .max(200)
  .refine((text) => text === '' || normalText(text) !== '', 'Expected a word: this has no letter or digit.')

/** Most words, names or values a member of a rule has. */
const maxMembers = 200

export const phrases = z.array(phrase).min(1).max(maxMembers)

/** Left out or null: no bound. */
export const optionalPhrases = (what: string) => optional(phrases).describe(what)

export const makeOptionalList = <const T extends readonly [string, ...string[]]>(values: T, what: string) =>
  optional(z.array(z.enum(values)).min(1).max(maxMembers)).describe(what)

/** A whole number above zero. */
export const countAboveZero = z.int().min(1)

/** Zero or more, or no bound. */
export const optionalLeast = (what: string) => optional(z.int().min(0)).describe(what)

export const aboveOrBelow = z
  .enum(['above', 'below'])
  .describe('above: from under the threshold to it or over it; below: from it or over it to under it.')

/** A state that is entered and left. */
export const startedOrStopped = z.enum(['started', 'stopped', 'either'])
