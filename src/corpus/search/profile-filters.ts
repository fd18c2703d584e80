import { z } from 'zod'
import { Failure, optional } from '../../operation/index.ts'
import { jobFunction, personTag, seniority } from '../records/index.ts'
import { titleLevels, token } from '../search-index/index.ts'
import { hasAny, mostValues, or, type Condition } from './condition.ts'
import { countryFilter } from './country.ts'
import { conditionLists, facetFilter, facetLists, filter, pair, paramsSchema, triple } from './filter.ts'
import { keywordFilter } from './keywords.ts'
import { placeFilter } from './place.ts'
import { titleContains } from './text.ts'
import { cartesianTitle } from './cartesian-title.ts'

const words = z.string().min(1).max(500)

/** What a current job title must say (SHAPES.md 3 "jobTitleV3"). */
export const titleTerm = z
  .discriminatedUnion('type', [
    z.object({ type: z.literal('plain'), term: words.describe('These words side by side in one title.') }),
    z.object({
      type: z.literal('functional'),
      seniority: z.array(z.enum(titleLevels)).min(1).describe('The title names one of these levels.'),
      keywords: optional(z.array(words).max(1000)).describe('The same title holds one of these.'),
    }),
    z.object({
      type: z.literal('cartesian'),
      keywordArrays: z
        .array(z.array(words).min(1).max(200))
        .min(2)
        .max(10)
        .describe('One title holds a keyword of every array.'),
    }),
  ])
  .meta({ id: 'TitleTerm' })

export type TitleTerm = z.output<typeof titleTerm>

/** Phrases a term compares titles with. Levels and keywords multiply, so a small body can ask for millions. */
function phrasesOf(term: TitleTerm): number {
  if (term.type === 'plain') return 1
  if (term.type === 'functional') return term.seniority.length * (term.keywords?.length ?? 1)
  return term.keywordArrays.reduce((sum, keywords) => sum + keywords.length, 0)
}

/** Refuses a question whose phrases alone are more than a query may hold, before they are taken apart. */
function requireFew(lists: { anyOf?: TitleTerm[]; allOf?: TitleTerm[]; noneOf?: TitleTerm[] }): void {
  const terms = [...(lists.anyOf ?? []), ...(lists.allOf ?? []), ...(lists.noneOf ?? [])]
  if (terms.reduce((sum, term) => sum + phrasesOf(term), 0) > mostValues) throw new Failure('too-expensive')
}

function titleCondition(term: TitleTerm): Condition {
  switch (term.type) {
    case 'plain':
      return titleContains(term.term)
    case 'functional': {
      const { keywords } = term
      if (keywords === undefined)
        return hasAny(
          'title_tokens',
          term.seniority.map((level) => `${level}>`),
        )
      return or(term.seniority.flatMap((level) => keywords.map((keyword) => titleContains(keyword, level))))
    }
    case 'cartesian':
      return cartesianTitle(term.keywordArrays)
  }
}

const state = z.object({ stateName: z.string().min(1), countryCode: optional(z.string().length(3)) })

/** Profile search parameters (SHAPES.md 3). A new one is one entry here. */
export const profileFilters = {
  country3LetterCode: countryFilter,
  state: filter(pair(state), (value) =>
    facetLists(value, ({ stateName, countryCode }) => [
      countryCode === undefined ? token('state', stateName) : token('cstate', `${countryCode} ${stateName}`),
    ]),
  ),
  location: placeFilter,
  keywords: keywordFilter,
  jobTitleV3: filter(triple(titleTerm), (value) => {
    requireFew(value)
    return conditionLists(value, titleCondition)
  }),
  seniority: facetFilter(pair(seniority), (level: string) => token('sen', level)),
  jobFunction: facetFilter(triple(jobFunction), (name: string) => token('fn', name)),
  tags: facetFilter(triple(personTag), (tag: string) => token('tag', tag)),
}

export const profileSearchParams = paramsSchema('ProfileSearchParams', profileFilters, {
  country3LetterCode: 'Country the person lives in: ISO 3166-1 alpha-3 codes and region codes (X-…).',
  state: 'State, province or region the person lives in, by name or code, in one country or in any.',
  location: 'Home within any of unionAll and none of subtractAll.',
  keywords:
    'Words or phrases in name, headline, summary, positions, schools, skills and certifications; whole words.',
  jobTitleV3: 'Current job titles; one of several concurrent positions is enough.',
  seniority: 'Level of a current position.',
  jobFunction: 'Function of a current position.',
  tags: 'Derived labels of the person.',
})
export type ProfileSearchParams = z.output<typeof profileSearchParams>
