import { z } from 'zod'
import { defineListKind, type List, type ListsOfKind } from '../../platform/lists/index.ts'

/** Origin of an audience: its searches, or members that a client supplied. */
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

/** Default and maximum number of one kind that a build takes. */
export const usualMembers = 10_000
export const maxMembers = 1_000_000

const directions = ['companiesFirst', 'prospectsFirst'] as const
/** The side a build begins with; the other follows from what that side found. */
export type Direction = (typeof directions)[number]

const settings = z.object({
  creationMethod: z.enum(creationMethods),
  /** Set on clones, whose method does not tell it. */
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
