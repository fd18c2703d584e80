import {
  and,
  companyFilters,
  personSkills,
  postingFilters,
  profileFilters,
  type Condition,
  type Facet,
  type FilterSet,
} from '../../corpus/search/index.ts'
import { joinClauses } from './ask.ts'
import type { QuestionClause } from './people-question.ts'
import type { CountedSearch } from './question-schema.ts'
import { searchPaths } from './search-question.ts'

/** Filters that rows can be counted by, by the filter's name. */
const listFacets = (filters: FilterSet): [string, Facet][] =>
  Object.entries(filters).flatMap(([name, { facet }]) => (facet === undefined ? [] : [[name, facet]]))

/** Of employers, tokens alone are counted; a label that holds by the day has none. */
const employerFacets = listFacets(companyFilters).flatMap(([name, facet]): [string, Facet][] =>
  facet.column === undefined && facet.byArea === undefined && name !== 'specialFlags'
    ? [[`companyParams.${name}`, { ...facet, ofEmployers: true }]]
    : [],
)

/** The skills of people have no parameter of their own: keywords find them. */
const skills: Facet = { kind: 'skill', column: personSkills, readValue: (text) => text }

const currentCompanies: Facet = {
  kind: 'cname',
  readValue: (key) => ({ name: key.replaceAll('_', ' ') }),
  readLabel: (key) => key.replaceAll('_', ' '),
}

/** What the rows of each kind can be counted by, by name: the parameter, as it stands in the search. */
export const facetsByKind: Record<CountedSearch['type'], ReadonlyMap<string, Facet>> = {
  companies: new Map(listFacets(companyFilters)),
  people: new Map([
    ...listFacets(profileFilters),
    ['skills', skills],
    ['currentCompanies', currentCompanies],
    ...employerFacets,
  ]),
  postings: new Map(listFacets(postingFilters)),
}

/** Where the parameter that a facet is named by stands in the request. */
function findPath(name: string): string {
  if (name.startsWith('companyParams.')) return `search.${name}`
  return name === 'currentCompanies' ? searchPaths.currentCompanies : `${searchPaths.searchParams}.${name}`
}

/** A search without the parameter that a facet is named by; undefined where the search does not have it. */
export function withoutOwn(clauses: readonly QuestionClause[], name: string): Condition | undefined {
  const own = findPath(name)
  if (clauses.some(({ path }) => path === own)) return joinClauses(clauses.filter(({ path }) => path !== own))
  const part = clauses.flatMap(({ parts = [] }) => parts).find(({ path }) => path === own)
  if (part === undefined) return undefined
  const others = clauses.filter(({ path }) => path !== searchPaths.companyParams)
  return and([joinClauses(others), part.without])
}
