import { z } from 'zod'

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

/** Whose mailbox it is. */
const emailKinds = ['work', 'personal', 'other'] as const
export const emailKind = z.enum(emailKinds).meta({ id: 'EmailKind' })
export type EmailKind = (typeof emailKinds)[number]

/** Kind of line. */
const phoneKinds = ['mobile', 'work', 'home', 'other'] as const
export const phoneKind = z.enum(phoneKinds).meta({ id: 'PhoneKind' })
export type PhoneKind = (typeof phoneKinds)[number]
