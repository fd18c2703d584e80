export { answerCompanies, answerPeople } from './answer-search.ts'
export { companyMatches, type CompanyMatches, type MatchedPosting } from './company-matches.ts'
export {
  type AskedFilter,
  entityIds,
  entityKeys,
  buildFilter,
  questionOfEntities,
  questionOfPostings,
  requireNarrowed,
  sidesOfEntities,
  type EntityQuestion,
  type EntitySide,
} from './entity-ids.ts'
export { selectSources, type SearchSource } from './outside-search.ts'
export type { SearchDeps } from './slice.ts'
export { searchEverywhere } from './search-everywhere.ts'
export { companiesQuestion, peopleQuestionOf, type SearchQuestion } from './question-schema.ts'
export { cursor, exclusionListIds, nextCursor, pageSize } from './schema.ts'
export { search } from './open.ts'
export { withSimilar } from './similar/companies-like.ts'
export { getSimilarCompanies } from './similar/schema.ts'
