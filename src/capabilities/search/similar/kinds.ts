import type { TraitKind } from './traits.ts'

export const companyTraits = [
  { member: 'industry', facets: ['ind'], weight: 3, most: 10 },
  { member: 'niche', facets: ['naics', 'cat', 'pind'], weight: 2, most: 20 },
  { member: 'size', facets: ['size'], weight: 2, most: 3 },
  { member: 'place', facets: ['country', 'cstate'], weight: 2, most: 6 },
  { member: 'technologies', facets: ['tech'], weight: 2, most: 40 },
  { member: 'stage', facets: ['stage'], weight: 1, most: 3 },
  { member: 'tags', facets: ['tag'], weight: 1, most: 10 },
] as const satisfies readonly TraitKind[]

export const personTraits = [
  { member: 'function', facets: ['fn'], weight: 3, most: 10 },
  { member: 'level', facets: ['sen'], weight: 3, most: 3 },
  { member: 'place', facets: ['country', 'state'], weight: 2, most: 6 },
  { member: 'employer', facets: ['co', 'cdom'], weight: 1, most: 10 },
  { member: 'schools', facets: ['school'], weight: 1, most: 10 },
  { member: 'tags', facets: ['tag'], weight: 1, most: 10 },
  { member: 'languages', facets: ['lang'], weight: 1, most: 10 },
] as const satisfies readonly TraitKind[]
