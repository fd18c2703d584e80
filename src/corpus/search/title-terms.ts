import { z } from 'zod'
import { Failure, optional } from '../../operation/index.ts'
import { titleLevels } from '../records/index.ts'
import { cartesianTitle } from './cartesian-title.ts'
import { hasAny, maxValues, or, type Condition } from './condition.ts'
import { conditionLists, filter, triple, type FilterContext } from './filter.ts'
import { spendPhrases } from './request-budget.ts'
import { titleContains } from './text.ts'
import { isWordLevel, titleOfLevel, wordLevels } from './word-levels.ts'

const words = z.string().min(1).max(500)

/** What a current job title must say (SHAPES.md 3 "jobTitleV3"). */
const titleTerm = z
  .discriminatedUnion('type', [
    z.object({ type: z.literal('plain'), term: words.describe('These words in sequence in one title.') }),
    z.object({
      type: z.literal('functional'),
      seniority: z
        .array(z.enum([...titleLevels, ...wordLevels]))
        .min(1)
        .describe('The title names one of these levels.'),
      keywords: optional(z.array(words).max(1000)).describe('The same title contains one of these.'),
    }),
    z.object({
      type: z.literal('cartesian'),
      keywordArrays: z
        .array(z.array(words).min(1).max(200))
        .min(2)
        .max(10)
        .describe('One title contains a keyword of every array.'),
    }),
  ])
  .meta({ id: 'TitleTerm' })

export type TitleTerm = z.output<typeof titleTerm>

/** The older form of a title term (SHAPES.md 3 "jobTitleV2"). */
const titleGroup = z
  .discriminatedUnion('type', [
    z.object({ type: z.literal('term'), term: words.describe('These words in sequence in one title.') }),
    z.object({
      type: z.literal('static-groups'),
      groups: z
        .array(z.enum(['founder', 'c-suite', 'board-member']))
        .describe('The title names one of these levels.'),
    }),
    z.object({
      type: z.literal('dynamic-groups'),
      groups: z
        .array(z.enum(['vp', 'director', 'management', 'entry-level', 'assistant', 'intern']))
        .describe('The title names one of these levels.'),
      keywords: optional(z.array(words).max(1000)).describe(
        'The same title contains one of these; an empty list is ignored.',
      ),
    }),
  ])
  .meta({ id: 'TitleGroup' })

type TitleGroup = z.output<typeof titleGroup>

export const titleFilter = filter(triple(titleTerm), (value, context) => {
  requireFew(value, value, context)
  return conditionLists(value, titleCondition)
})

export const titleGroupFilter = filter(triple(titleGroup), (value, context) => {
  const terms = (groups: TitleGroup[] | undefined) => groups?.map(toTerm)
  const lists = { anyOf: terms(value.anyOf), allOf: terms(value.allOf), noneOf: terms(value.noneOf) }
  requireFew(lists, value, context)
  return conditionLists(lists, titleCondition)
})

function toTerm(group: TitleGroup): TitleTerm {
  if (group.type === 'term') return { type: 'plain', term: group.term }
  const seniority = [...group.groups]
  if (group.type === 'static-groups' || !group.keywords?.length)
    return { type: 'functional', seniority, keywords: undefined }
  return { type: 'functional', seniority, keywords: group.keywords }
}

/**
 * Counts the phrases that a term compares titles with. Levels and keywords multiply, so a small body can ask for
 * millions.
 */
function countPhrases(term: TitleTerm): number {
  if (term.type === 'plain') return 1
  if (term.type === 'functional') return term.seniority.length * (term.keywords?.length ?? 1)
  return term.keywordArrays.reduce((sum, keywords) => sum + keywords.length, 0)
}

interface Terms {
  anyOf?: TitleTerm[] | undefined
  allOf?: TitleTerm[] | undefined
  noneOf?: TitleTerm[] | undefined
}

/** Refuses a question with more phrases than a query may hold, before any is read. */
function requireFew(lists: Terms, value: object, { budget }: FilterContext): void {
  const terms = [...(lists.anyOf ?? []), ...(lists.allOf ?? []), ...(lists.noneOf ?? [])]
  const phrases = terms.reduce((sum, term) => sum + countPhrases(term), 0)
  if (phrases > maxValues) throw new Failure('too-expensive')
  spendPhrases(budget, value, phrases)
}

function titleCondition(term: TitleTerm): Condition {
  switch (term.type) {
    case 'plain':
      return titleContains(term.term)
    case 'functional': {
      const { keywords } = term
      const levels = term.seniority.filter((level) => !isWordLevel(level))
      const ofWords = term.seniority.filter(isWordLevel).map((level) => titleOfLevel(level, keywords))
      if (keywords === undefined)
        return or([
          hasAny(
            'title_tokens',
            levels.map((level) => `${level}>`),
          ),
          ...ofWords,
        ])
      return or([
        ...levels.flatMap((level) => keywords.map((keyword) => titleContains(keyword, level))),
        ...ofWords,
      ])
    }
    case 'cartesian':
      return cartesianTitle(term.keywordArrays)
  }
}
