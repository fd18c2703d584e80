import { z } from 'zod'
import { maxQuestionLength } from './parse/parse-question.ts'

export const query = z
  .string()
  .min(1)
  .max(maxQuestionLength)
  .describe('The question in plain words: who is looked for, and what they must satisfy.')

export const notices = z.array(z.string()).describe('How unclear parts of the question were read.')

export const notUnderstood = z
  .array(
    z.object({
      start: z.number().int().describe('Offset of the first character, in UTF-16 units.'),
      end: z.number().int().describe('Offset after the last one.'),
      text: z.string(),
    }),
  )
  .describe('Parts of the question that are in no filter.')

/** Filters as answered: an object that the search takes as it is; its members are described there. */
const describeParams = (what: string) => z.record(z.string(), z.unknown()).nullable().describe(what)

export const companyParams = describeParams(
  'Filters for companies, as searchParams of companySearch: those searched, or the current employers of the people searched.',
)
export const profileParams = describeParams(
  'Filters for the people searched, as searchParams of peopleSearch.',
)
export const limit = z
  .number()
  .int()
  .nullable()
  .describe('How many the question asks for (`top 10`); null if it does not say.')
