import { z } from 'zod'
import { withSynonyms } from './synonyms.ts'

/** Level of a position, lowest to highest. */
export const seniorities = [
  'Internship',
  'Entry level',
  'Associate',
  'Mid-Senior level',
  'Director',
  'Executive',
] as const
export const seniority = z.enum(seniorities).meta({ id: 'Seniority' })
export type Seniority = (typeof seniorities)[number]

/** Kind of employment. */
export const employmentTypes = [
  'Full-time',
  'Temporary',
  'Internship',
  'Contract',
  'Part-time',
  'Volunteer',
  'Other',
] as const
export const employmentType = z.enum(employmentTypes).meta({ id: 'EmploymentType' })
export type EmploymentType = (typeof employmentTypes)[number]

/** Qualification a position asks for. */
const academicQualifications = ['High School', 'Associate Degree', 'Bachelor Degree'] as const
export const academicQualification = z.enum(academicQualifications).meta({ id: 'AcademicQualification' })
export type AcademicQualification = (typeof academicQualifications)[number]

/** Labels derived for a person. */
export const personTags = [
  'student',
  'attended-top-us-university',
  'attended-top-global-university',
  'second-time-founder',
  'deep-technical-background',
  'major-tech-company-experience',
  'fortune-500-executive',
  'recently-changed-companies',
  'recently-promoted',
  'decision-maker',
  'c-suite',
  'experienced-executive',
  'phd',
  'influencer',
  'board-member',
] as const
export const personTag = z.enum(personTags).meta({ id: 'PersonTag' })
export type PersonTag = (typeof personTags)[number]

/** The sort of mailbox. */
const emailKinds = ['work', 'personal', 'other'] as const
export const emailKind = withSynonyms(z.enum(emailKinds).meta({ id: 'EmailKind' }), {
  work: ['professional', 'current_professional', 'business', 'corporate', 'company', 'office'],
  personal: ['private', 'home'],
})
export type EmailKind = (typeof emailKinds)[number]

/** The result of checking an address. */
const emailVerdicts = ['valid', 'risky', 'unknown', 'invalid'] as const
export const emailVerdict = withSynonyms(z.enum(emailVerdicts).meta({ id: 'EmailVerdict' }), {
  valid: ['verified', 'deliverable', 'ok', 'safe', 'confirmed'],
  risky: ['catch_all', 'accept_all', 'likely', 'questionable', 'disposable', 'role'],
  unknown:
    'unverified guessed extrapolated unavailable pending pending_manual_fulfillment matched_email matched_pattern guessed_common_pattern not_verified unchecked'.split(
      ' ',
    ),
  invalid: ['bounced', 'undeliverable', 'bounce', 'hard_bounce', 'not_valid', 'do_not_mail', 'spamtrap'],
})

/** Kind of line. */
const phoneKinds = ['mobile', 'work', 'home', 'other'] as const
export const phoneKind = withSynonyms(z.enum(phoneKinds).meta({ id: 'PhoneKind' }), {
  mobile: ['cell', 'cellphone', 'cell_phone', 'mobile_phone', 'work_mobile', 'iphone'],
  work: 'work_direct direct direct_dial direct_phone direct_line work_direct_phone business office work_phone hq work_hq headquarters corporate company switchboard main'.split(
    ' ',
  ),
  home: ['personal', 'private', 'home_phone', 'landline'],
  other: ['fax', 'work_fax', 'business_fax', 'home_fax', 'pager', 'unknown', 'other_phone'],
})
export type PhoneKind = (typeof phoneKinds)[number]
