import { z } from 'zod'
import { organizationDetails } from './experience.ts'
import { date, flag, list, text } from './fields.ts'

export const education = z
  .object({
    school_id: text('Organization id of the school on the network'),
    school_name: text('School'),
    field_of_study_id: text('Id of the field of study'),
    field_of_study_name: text('Field of study'),
    degree: text('Degree'),
    grade: text('Grade'),
    start_date: date('First day'),
    end_date: date('Last day, or the expected one'),
    activities: text('Activities and societies'),
    notes: text('Notes'),
  })
  .meta({ id: 'Education' })

export const detailedEducation = education
  .extend({ school_details: organizationDetails.nullable() })
  .meta({ id: 'DetailedEducation' })

export const article = z
  .object({ id: text('Id'), title: text('Title'), date_published: date('Day published') })
  .meta({ id: 'Article' })

export const certification = z
  .object({
    title: text('Title'),
    credential_id: text('Credential id'),
    verify_url: text('Where to verify it'),
    summary: text('Summary'),
    pnet_company_id: text('Organization id of the issuer on the network'),
    company_name: text('Issuer'),
    date: date('Day issued'),
  })
  .meta({ id: 'Certification' })

export const course = z
  .object({ title: text('Title'), course_number: text('Number'), association: z.null() })
  .meta({ id: 'Course' })

export const patent = z
  .object({
    id: text('Id'),
    title: text('Title'),
    country: text('Country of the office'),
    number: text('Patent or application number'),
    description: text('Description'),
    url: text('Address'),
    date: date('Day granted or filed'),
  })
  .meta({ id: 'Patent' })

export const project = z
  .object({
    project_id: text('Id'),
    project_title: text('Title'),
    project_url: text('Address'),
    project_summary: text('Summary'),
    is_current: flag('Whether it is ongoing'),
    start_date: date('First day'),
    end_date: date('Last day'),
  })
  .meta({ id: 'Project' })

export const publication = z
  .object({
    collaborators: list(z.object({ name: text('Name'), url: text('Address') }), 'Co-authors'),
    date: date('Day published'),
    id: text('Id'),
    publisher: text('Publisher'),
    summary: text('Summary'),
    title: text('Title'),
    url: text('Address'),
  })
  .meta({ id: 'Publication' })

export const volunteering = z
  .object({
    role: text('Role'),
    is_current: flag('Whether it is ongoing'),
    cause: text('Cause'),
    summary: text('Summary'),
    pnet_company_id: text('Id of the organization on the network'),
    company_name: text('Organization'),
    start_date: date('First day'),
    end_date: date('Last day'),
  })
  .meta({ id: 'Volunteering' })

export const membership = z
  .object({
    name: text('Organization'),
    title: text('Position in it'),
    start_date: date('First day'),
    end_date: date('Last day'),
  })
  .meta({ id: 'Membership' })

export const spokenLanguage = z
  .object({
    name: text('Language, English name'),
    proficiency_id: text('Level as an id, e.g. `native_or_bilingual`'),
    proficiency_name: text('Level in words'),
  })
  .meta({ id: 'SpokenLanguage' })

export type Education = z.infer<typeof education>
export type DetailedEducation = z.infer<typeof detailedEducation>
export type Certification = z.infer<typeof certification>
export type SpokenLanguage = z.infer<typeof spokenLanguage>
