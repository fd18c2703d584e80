export { type CompanyIdentifier } from './company/identity.ts'
export { matchingOffices } from './company/matching-offices.ts'
export { companyFilters, companySearchParams, type CompanySearchParams } from './company-filters.ts'
export {
  always,
  and,
  hasAll,
  hasAny,
  identifiedBy,
  inSets,
  isSameCondition,
  notInSets,
  never,
  not,
  or,
  type Bind,
  type Condition,
} from './condition.ts'
export { whenInStealth, whenStealthLeft } from './person/career-filters.ts'
export { countriesIn, inRegion } from './place/country.ts'
export type { Candidates, CandidatesRequest } from './candidates.ts'
export { openCompiler, type ConditionCompiler } from './compiler.ts'
export { openCursors, hashQuestion, type Cursors, type Others } from './cursor.ts'
export {
  currentCompany,
  employedBy,
  compareEmployers,
  notEmployedIn,
  referenced,
  type EmployerReference,
  type Employment,
  type Referenced,
} from './person/employment.ts'
export type { FacetCounts } from './facets.ts'
export { personSkills } from './value-columns.ts'
export {
  listClauses,
  type Clause,
  type Facet,
  type FilterContext,
  type FilterSet,
  type OtherKind,
} from './filter.ts'
export { batchSearch } from './batch-search.ts'
export {
  employerTokens,
  postingFilters,
  postingSearchParams,
  type PostingSearchParams,
} from './posting-filters.ts'
export { openExclusionTables, type ExclusionTables } from './exclusion-tables.ts'
export { mapPlaces, type MapArea, type MapQuestion } from './place/map-places.ts'
export { around, near } from './place/place-filter.ts'
export { requireColumns } from './lacking-rows.ts'
export { requestBudget, type RequestBudget } from './request-budget.ts'
export { profileFilters, profileSearchParams, type ProfileSearchParams } from './profile-filters.ts'
export { openSearch, type CorpusSearch } from './search.ts'
export type { PageRequest, Position, RecordPage } from './page-request.ts'
export type { RowsRequest } from './rows.ts'
export { takenAs, type Town, type TownAsked } from './place/gazetteer-town.ts'
export type { Towns, TownSource } from './place/find-towns.ts'
export type { Suggestion, Suggestions } from './suggest/open-suggestions.ts'
export { suggestionTypes, type SuggestionType } from './suggest/gather-terms.ts'
export { withDetails } from './person/organization-details.ts'
export { containsWords, titleContains } from './text.ts'
export { visibleAt, upTo } from './visibility.ts'
export { measureRelevance, relevanceOrder, scoredPhrases } from './relevance.ts'
export { readSort } from './sort-fields.ts'
export { columnOrder, sortSchema, type Order, type Sort } from './sort.ts'
