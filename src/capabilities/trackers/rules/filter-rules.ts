import { customFilterLeft } from './company/custom-filter-left.ts'
import { customFilterMatched } from './company/custom-filter-matched.ts'
import type { Rule } from './define-rule.ts'
import { personCustomFilterLeft } from './person/person-custom-filter-left.ts'
import { personCustomFilterMatched } from './person/person-custom-filter-matched.ts'

/** Rules beside the 52 of the specification. Each watches a search. */
export const companyFilterRules: readonly Rule<'company'>[] = [customFilterMatched, customFilterLeft]
export const personFilterRules: readonly Rule<'person'>[] = [
  personCustomFilterMatched,
  personCustomFilterLeft,
]
