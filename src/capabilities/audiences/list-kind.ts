import { z } from 'zod'
import { defineListKind, type List, type ListsOfKind } from '../../platform/lists/index.ts'

/** How an audience came to be: by its searches, or by what somebody brought. */
export const creationMethods = [
  'NORMAL',
  'COMPANY_UPLOAD',
  'PROSPECT_UPLOAD',
  'START_FROM_PROSPECTS',
  'FOLLOW_ME',
  'INDIVIDUAL_SALES_NAV_SCRAPE',
  'MERGE_AUDIENCES',
  'BATCH_ENRICHMENT',
  'CLONED',
  'SALES_NAV_COMPANIES',
  'SALES_NAV_PROFILES',
] as const
export type CreationMethod = (typeof creationMethods)[number]

/** Most of a kind that a build takes where nobody says how many, and the most anybody may say. */
export const usualMembers = 10_000
export const maxMembers = 1_000_000

const directions = ['companiesFirst', 'prospectsFirst'] as const
/** Which side a build begins with: the other goes with what was found of it. */
export type Direction = (typeof directions)[number]

const settings = z.object({
  creationMethod: z.enum(creationMethods),
  /** Of clones, whose method does not say it. */
  direction: z.enum(directions).optional(),
  maxCompanies: z.int().default(usualMembers),
  maxProspects: z.int().default(usualMembers),
})

export const audienceStates = ['DRAFT', 'BUILDING', 'NORMAL', 'FAILED'] as const
export type AudienceState = (typeof audienceStates)[number]

export type AudienceSettings = z.infer<typeof settings>
export type Audience = List<AudienceSettings, AudienceState, 'company' | 'person'>
export type AudienceLists = ListsOfKind<AudienceSettings, AudienceState, 'company' | 'person'>

/** Audiences are lists whose members a build finds. */
export const audienceKind = defineListKind({
  kind: 'audience',
  prefix: 'aud',
  settings,
  states: audienceStates,
  quota: 1_000,
  memberKinds: ['company', 'person'],
  names: 'free',
})
