import { z } from 'zod'
import { briefRecord, entityRecord } from '../../operation/index.ts'
import { personTag } from './enums.ts'
import { detailedWorkExperience, experience, tenure } from './experience.ts'
import { date, entityId, flag, list, number, text, textMap, texts, quantity } from './fields.ts'
import { locationRecord } from './location.ts'
import {
  article,
  certification,
  course,
  detailedEducation,
  education,
  membership,
  patent,
  project,
  publication,
  spokenLanguage,
  volunteering,
} from './person-parts.ts'

/**
 * The person profile record as the wire shows it. Every member is present; all but `primary_slug` may be null. The
 * two `detailed_` members appear only when the request asked for them.
 */
export const personRecord = z
  .object({
    name: text('Full name'),
    first_name: text('Given name'),
    last_name: text('Family name'),
    headline: text('Headline the person wrote'),
    summary: text('Summary the person wrote'),
    locality: text('Where the person lives, as written'),
    url: text('Address of the profile on the network'),
    user_id: text('Numeric id on the network'),
    profile_pic: text('Address of the picture'),
    dob: text('Date of birth'),
    career_began_at: date('Start of the first position'),
    connection_count: quantity('count', 'Connections on the network'),
    follower_count: quantity('count', 'Followers on the network'),
    primary_slug: z.string().describe('Current slug on the network'),
    slugs: texts('Every slug known, former ones too'),
    skills: texts('Skills'),
    interests: texts('Interests'),
    tags: list(personTag, 'Derived labels'),
    articles: list(article, 'Articles written'),
    certifications: list(certification, 'Certifications'),
    courses: list(course, 'Courses'),
    education: list(education, 'Schools, newest first'),
    experiences: list(experience, 'Positions, newest first'),
    inferred_location: locationRecord.nullable(),
    patents: list(patent, 'Patents'),
    projects: list(project, 'Projects'),
    publications: list(publication, 'Publications'),
    volunteering: list(volunteering, 'Volunteer work'),
    tenures: list(tenure, 'Time with each employer, newest first'),
    industry_name: text('Industry of the person'),
    entity_urn: text('Current entity id on the network'),
    entity_urns: texts('Every entity id known'),
    open_to_work: flag('Shows as open to offers'),
    premium: flag('Has a paid membership'),
    influencer: flag('Is marked as an influencer'),
    is_hiring: flag('Shows as hiring'),
    organizations: list(membership, 'Memberships'),
    current_job: experience.nullable().describe('The main position held now'),
    languages: list(spokenLanguage, 'Languages spoken'),
    custom_data: textMap('Members the operator added'),
    external_ids: textMap('Ids in other data sets, by source'),
    relevance_score: number('Score in the search that returned the record'),
    last_sort_key: text('Place in the search that returned the record'),
    entity_id: entityId,
    detailed_education: z.array(detailedEducation).nullable().optional(),
    detailed_work_experiences: z.array(detailedWorkExperience).nullable().optional(),
  })
  .meta({ id: 'PersonRecord' })
entityRecord('people', personRecord)
briefRecord(personRecord, [
  'name',
  'primary_slug',
  'headline',
  'locality',
  'current_job.title',
  'current_job.company_name',
  'current_job.company_domain',
  'current_job.start_date',
  // Present only where a request asks for them.
  'detailed_education',
  'detailed_work_experiences',
])

export type PersonRecord = z.infer<typeof personRecord>
