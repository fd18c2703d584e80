import { z } from 'zod'
import { optional } from '../../operation/index.ts'
import { normalText } from '../../lib/text-normal.ts'
import { keywordMarks, type KeywordField } from '../search-index/index.ts'
import { keywordFilter } from './keywords.ts'
import { always, and, hasAll, never, not, or, type Condition } from './condition.ts'
import { filter, modifier } from './filter.ts'

const fields = Object.keys(keywordMarks) as KeywordField[]

/** The members of a profile that keywords are searched for in. */
export const keywordSearchOptions = modifier(
  z.object({
    fieldsToSearchOver: optional(
      z.object(
        Object.fromEntries(fields.map((field) => [field, optional(z.boolean())])) as Record<
          KeywordField,
          ReturnType<typeof optional<z.ZodBoolean>>
        >,
      ),
    ).describe('Only fields set to true are searched. If none is true, those set to false are left out.'),
  }),
  ['keywords'],
)

type KeywordSearchOptions = z.output<(typeof keywordSearchOptions)['schema']>

/** Marks of the chosen fields; undefined when all are chosen. */
function chosenMarks(options: KeywordSearchOptions | undefined): string | undefined {
  const chosen: Partial<Record<KeywordField, boolean | undefined>> = options?.fieldsToSearchOver ?? {}
  const wanted = fields.some((field) => chosen[field] === true)
    ? fields.filter((field) => chosen[field] === true)
    : fields.filter((field) => chosen[field] !== false)
  const isAll = fields.every((field) => chosen[field] === undefined)
  return isAll ? undefined : wanted.map((field) => keywordMarks[field]).join('')
}

/** `keywords` of people, in all texts or in the fields that `keywordSearchOptions` beside it chooses. */
export const personKeywords = filter(keywordFilter.schema, (value, context) => {
  const marks = chosenMarks(context.params?.['keywordSearchOptions'] as KeywordSearchOptions | undefined)
  if (marks === undefined) return keywordFilter.condition(value, context)
  const within = (phrase: string) => phraseInFields(phrase, marks)
  const parts = (value.containsAll ?? []).map(within)
  if (value.containsAny !== undefined) parts.push(or(value.containsAny.map(within)))
  return and([...parts, not(or((value.containsNone ?? []).map(within)))])
})

/** A phrase in a text of the fields with these marks. */
function phraseInFields(phrase: string, marks: string): Condition {
  const normal = normalText(phrase)
  if (normal === '' || marks === '') return never
  return and([
    hasAll('words', normal.split(' ')),
    {
      kind: 'sql',
      text: (bind) => {
        const isWanted = `position(${bind.value('String', marks)}, substring(text, 1, 1)) > 0`
        return `arrayExists(text -> ${isWanted} AND position(text, ${bind.value('String', ` ${normal} `)}) > 0, splitByChar('|', words))`
      },
    },
  ])
}

const { pastJobTitles: title, pastJobSummaries: summary, pastCompanyNames: company } = keywordMarks
const pastMarks = { title, summary, anywhere: `${title}${summary}${company}` }

/** What past positions must say, or must not say. */
export const pastJobText = filter(
  z.object({
    joiner: z.enum(['and', 'or']).describe('Whether all criteria must hold or one is enough.'),
    criteria: z
      .array(
        z.object({
          field: z
            .enum(['title', 'summary', 'anywhere'])
            .describe('anywhere: titles, summaries and names of employers.'),
          rule: z
            .enum(['includes', 'excludes'])
            .describe('includes: a past position says it; excludes: none does.'),
          text: optional(z.string().min(1).max(500)).describe(
            'Words in sequence; without them the criterion is ignored.',
          ),
        }),
      )
      .min(1)
      .max(100),
  }),
  ({ joiner, criteria }) => {
    const parts = criteria.flatMap(({ field, rule, text }) => {
      if (text === undefined) return []
      const condition = phraseInFields(text, pastMarks[field])
      return [rule === 'includes' ? condition : not(condition)]
    })
    if (parts.length === 0) return always
    return joiner === 'and' ? and(parts) : or(parts)
  },
)
