import { z } from 'zod'
import { defineListKind } from '../../platform/lists/index.ts'

const settings = z.object({
  /** Left out by every search of the organization, named or not. */
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
