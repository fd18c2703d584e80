import type { TraitKind } from './traits.ts'

export const companyTraitKinds = [
  { member: 'industry', sorts: ['ind'], weight: 3, most: 10 },
  { member: 'niche', sorts: ['naics', 'cat', 'pind'], weight: 2, most: 20 },
  { member: 'size', sorts: ['size'], weight: 2, most: 3 },
  { member: 'place', sorts: ['country', 'cstate'], weight: 2, most: 6 },
  { member: 'technologies', sorts: ['tech'], weight: 2, most: 40 },
  { member: 'stage', sorts: ['stage'], weight: 1, most: 3 },
  { member: 'tags', sorts: ['tag'], weight: 1, most: 10 },
  { member: 'text', sorts: ['spec', 'word'], weight: 2, most: 40 },
] as const satisfies readonly TraitKind[]

export const personTraitKinds = [
  { member: 'function', sorts: ['fn'], weight: 3, most: 10 },
  { member: 'level', sorts: ['sen'], weight: 3, most: 3 },
  { member: 'place', sorts: ['country', 'state'], weight: 2, most: 6 },
  { member: 'employer', sorts: ['co', 'cdom'], weight: 1, most: 10 },
  { member: 'schools', sorts: ['school'], weight: 1, most: 10 },
  { member: 'tags', sorts: ['tag'], weight: 1, most: 10 },
  { member: 'languages', sorts: ['lang'], weight: 1, most: 10 },
  { member: 'career', sorts: ['past', 'did'], weight: 2, most: 20 },
  { member: 'text', sorts: ['skill', 'word'], weight: 2, most: 40 },
] as const satisfies readonly TraitKind[]
