import { z } from 'zod'
import { date, flag, list, number, text } from './fields.ts'
import { academicQualification, employmentType, jobFunction, seniority } from './enums.ts'

/** One position. A person with concurrent roles has several with `is_current` true. */
export const experience = z
  .object({
    pnet_company_id: text('Organization id of the employer on the network'),
    is_current: flag('Whether the position is held now'),
    company_name: text('Employer as the person wrote it'),
    locality: text('Where the work is done'),
    start_date: date('First day in the position'),
    end_date: date('Last day in the position, null while current or unknown'),
    summary: text('What the person wrote about it'),
    title: text('Job title'),
    company_start_date: date('First day at this employer in any position'),
    company_end_date: date('Last day at this employer in any position'),
    seniority: seniority.nullable().describe('Level of the position'),
    job_function: list(jobFunction, 'Functions of the position'),
    employment_type: list(employmentType, 'Kinds of employment'),
    academic_qualification: list(academicQualification, 'Qualifications the position asks for'),
    company_domain: text('Domain of the employer, as a bare host name: acme.example'),
    company_slug: text('Slug of the employer’s page on the network: acme-robotics'),
  })
  .meta({ id: 'Experience' })

/** Unbroken time with one employer, across all positions there. */
export const tenure = z
  .object({
    pnet_company_id: text('Organization id of the employer on the network'),
    company_name: text('Employer'),
    date_range: z.object({
      gte: date('First day'),
      lte: date('Last day, null while employed'),
    }),
    range_length_days: number(
      'Length in days; while employed up to the day of observation, or null if the source does not say',
    ),
    titles: z.array(z.string()).describe('Titles held, newest first'),
    localities: z.array(z.string()).describe('Places worked at, newest first'),
  })
  .meta({ id: 'Tenure' })

/** What the corpus knows of an organization in a career or an education; present when asked for. */
export const organizationDetails = z
  .object({
    domains: z.array(z.string()).nullable(),
    pnet_ids: z.array(z.string()).nullable().describe('Every id known on the network'),
    preferred_name: text('Name'),
    pnet_primary_slug: text('Slug on the network'),
    li_org_id: text('Organization id on the network'),
  })
  .meta({ id: 'OrganizationDetails' })

export const detailedWorkExperience = experience
  .extend({ company_details: organizationDetails.nullable() })
  .meta({ id: 'DetailedWorkExperience' })

export type Experience = z.infer<typeof experience>
export type Tenure = z.infer<typeof tenure>
export type OrganizationDetails = z.infer<typeof organizationDetails>
export type DetailedWorkExperience = z.infer<typeof detailedWorkExperience>
