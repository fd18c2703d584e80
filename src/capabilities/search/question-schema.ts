import { z } from 'zod'
import { filterSet, optional, withDefault } from '../../operation/index.ts'
import {
  companySearchParams,
  currentCompany,
  postingSearchParams,
  profileSearchParams,
} from '../../corpus/search/index.ts'
import { exclusionListIds } from './schema.ts'

/** The members people searches and counts have in common. */
export const peopleQuestion = {
  searchParams: optional(profileSearchParams).describe('What the person must satisfy.'),
  companyParams: optional(companySearchParams).describe(
    'What a current employer must satisfy. One of several concurrent positions is enough. searchParams.jobStatus makes it a former employer, or any; searchParams.companyMatchMode says how employers are matched.',
  ),
  currentCompanies: withDefault(filterSet(z.array(currentCompany).max(100)), []).describe(
    'A current employer is one of these; jobStatus and companyMatchMode apply as for companyParams.',
  ),
  prospectExclusionListIDs: exclusionListIds,
  companyExclusionListIDs: exclusionListIds,
}

/** A search of companies, and one of people, distinguished by `type`. */
export const companiesQuestion = z.object({
  type: z.literal('companies'),
  searchParams: optional(companySearchParams).describe('What companySearch takes.'),
  companyExclusionListIDs: exclusionListIds,
})
export const peopleQuestionOf = z.object({ type: z.literal('people'), ...peopleQuestion })
const postings = z.object({
  type: z.literal('postings'),
  searchParams: optional(postingSearchParams).describe('What jobPostingSearch takes.'),
})

type EntityQuestions = [typeof companiesQuestion, typeof peopleQuestionOf]

/** A search of either kind, as its page and its count take it. */
// The types are written down because the compiler does not serialize unions of this length.
const searchQuestion: z.ZodDiscriminatedUnion<EntityQuestions, 'type'> = z
  .discriminatedUnion('type', [companiesQuestion, peopleQuestionOf])
  .describe('The search, with the members of companySearch or peopleSearch.')
  .meta({ id: 'SearchQuestion' })

export type SearchQuestion = z.output<typeof searchQuestion>

/** The same, or one of job postings. */
export const countedSearch: z.ZodDiscriminatedUnion<[...EntityQuestions, typeof postings], 'type'> = z
  .discriminatedUnion('type', [companiesQuestion, peopleQuestionOf, postings])
  .describe('The search, with the members of companySearch, peopleSearch or jobPostingSearch.')
  .meta({ id: 'CountedSearch' })

export type CountedSearch = z.output<typeof countedSearch>
