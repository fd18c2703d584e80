import { z } from 'zod'
import { normalText } from '../../lib/text-normal.ts'
import { optional } from '../../operation/index.ts'
import { always, and, not } from './condition.ts'
import { filter } from './filter.ts'
import { allPhrases, anyPhrase } from './text.ts'

const normal = (phrases: readonly string[]) => phrases.map(normalText)

/** Phrases in the texts of a record. */
export const keywordFilter = filter(
  z.object({
    containsAll: optional(z.array(z.string().min(1)).max(100)),
    containsAny: optional(z.array(z.string().min(1)).max(1000)),
    containsNone: optional(z.array(z.string().min(1)).max(1000)),
  }),
  ({ containsAll, containsAny, containsNone }) =>
    and([
      allPhrases('words', normal(containsAll ?? [])),
      containsAny === undefined ? always : anyPhrase('words', normal(containsAny)),
      not(anyPhrase('words', normal(containsNone ?? []))),
    ]),
)
