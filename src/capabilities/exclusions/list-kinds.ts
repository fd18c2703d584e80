import { z } from 'zod'
import { defineListKind } from '../../platform/lists/index.ts'

const settings = z.object({
  /** Whether every search of the organization applies it, even without naming it. */
  isOrganizationWide: z.boolean(),
})
const alike = { settings, states: ['ACTIVE'], quota: 1_000, names: 'free' } as const

export const companyExclusions = defineListKind({
  kind: 'company_exclusions',
  prefix: 'cexcl',
  ...alike,
  memberKinds: ['company'],
})

export const prospectExclusions = defineListKind({
  kind: 'prospect_exclusions',
  prefix: 'pexcl',
  ...alike,
  memberKinds: ['person'],
})
