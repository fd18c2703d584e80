import { z } from 'zod'
import { storable } from '../../../lib/storable-text.ts'
import { normalText } from '../../../lib/text-normal.ts'
import { sentiment } from '../../../corpus/records/index.ts'
import { optional } from '../../../operation/index.ts'

/** A word or phrase of a rule. Texts are compared by letters and digits, so a phrase without any would never match. */
const phrase = z
  .string()
  .trim()
  .overwrite(storable)
  .min(1)
  .max(200)
  .refine((text) => text === '' || normalText(text) !== '', 'Expected a word: this has no letter or digit.')

/** Maximum words, names or values of one member of a rule. */
const maxMembers = 200

export const phrases = z.array(phrase).min(1).max(maxMembers)

/** An optional bound. */
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

/** Tone of articles; any where left out or null. */
export const tone = optional(sentiment).describe('Tone of the article.')
