import { z } from 'zod'
import type { CompanySearchParams, ProfileSearchParams } from '../../corpus/search/index.ts'
import { usesParam } from './people-question.ts'
import type { CountedSearch } from './question-schema.ts'

/** Fewer rows than this are described to whoever pays for them, not for nothing. */
export const minRows = 10

/** Why an answer that costs nothing says how many rows there are, and nothing about them. */
export const withholding = z
  .enum(['few_rows', 'names_rows'])
  .nullable()
  .describe(
    `Why there are no values: \`few_rows\` for fewer than ${minRows} rows, \`names_rows\` where the search names its people or companies one by one. null where nothing is withheld. The paid pages (peopleSearch, companySearch, jobPostingSearch) show such rows.`,
  )
export type Withholding = z.output<typeof withholding>

/**
 * Parameters that pick rows one by one. To leave one out counts as well: two answers, with the row and without it, would
 * tell all about it. Companies that people or postings are searched by are no rows of theirs.
 */
const namingPeople: readonly (keyof ProfileSearchParams)[] = ['exactProfile', 'fuzzyName']
const namingCompanies: readonly (keyof CompanySearchParams)[] = [
  'exactCompany',
  'exactCompanyV2',
  'domains',
  'pnetSlugs',
]

function namesRows(search: CountedSearch): boolean {
  if (search.type === 'people') return namingPeople.some((name) => usesParam(search.searchParams, name))
  return search.type === 'companies' && namingCompanies.some((name) => usesParam(search.searchParams, name))
}

/** The one rule of what free answers tell about the rows of a search, of which there are `numRows`. */
export function findWithholding(search: CountedSearch, numRows: number): Withholding {
  if (namesRows(search)) return 'names_rows'
  return numRows < minRows ? 'few_rows' : null
}

/** Classes so wide that few rows, and companies by name, are counted by them as well. */
const wideFacets: Record<CountedSearch['type'], ReadonlySet<string>> = {
  companies: new Set([
    'headquartersCountryCode',
    'employeeCountV2',
    'industriesV2',
    'tags',
    'specialFlags',
    'status',
    'stage',
  ]),
  people: new Set(['country3LetterCode', 'seniority', 'jobFunction', 'languages', 'tags']),
  postings: new Set([
    'jobFunctions',
    'industries',
    'jobLocationType',
    'employmentType',
    'seniorityLevel',
    'countryOrRegionCode',
  ]),
}

/** The same for the values of one facet. */
export function findFacetWithholding(search: CountedSearch, facet: string, numRows: number): Withholding {
  const rule = findWithholding(search, numRows)
  if (!wideFacets[search.type].has(facet)) return rule
  return search.type === 'people' && rule === 'names_rows' ? rule : null
}
