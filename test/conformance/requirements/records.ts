import { group } from './entry.ts'

/** The records of the world: person, company, and what resolvers may ask to be added. */
export const records = [
  ...group(
    { source: 'SPEC Resources, Person profile record' },
    {
      'person.nullable-members': 'every member but the ones marked is nullable',
      'person.text-members': 'name to career_began_at are strings',
      'person.counts': 'connection_count and follower_count are numbers',
      'person.primary-slug': 'primary_slug is a string, never null',
      'person.string-lists': 'slugs, skills and interests are lists of strings',
      'person.tags':
        'tags holds values of the tag enumeration, student and attended-top-us-university among them',
      'person.articles': 'articles has id, title, date_published',
      'person.certifications': 'certifications has its seven members',
      'person.courses': 'courses has title, course_number and association, which is always null',
      'person.education': 'education has its ten members',
      'person.experiences': 'experiences is a list of experience entries',
      'person.inferred-location': 'inferred_location has its thirteen members',
      'person.inferred-location.coordinates': 'coordinates has lat and lon, both required numbers',
      'person.patents': 'patents has its seven members',
      'person.projects': 'projects has its seven members, is_current a boolean',
      'person.publications': 'publications has its seven members, collaborators of name and url',
      'person.volunteering': 'volunteering has its eight members, is_current a boolean',
      'person.tenures': 'tenures requires date_range, titles and localities',
      'person.tenures.date-range': 'date_range has gte and lte',
      'person.date-members': 'date members are strings',
    },
  ),
  ...group(
    { source: 'SPEC Resources, Experience entry' },
    {
      'experience.text-members': 'company, locality, dates, summary and title are strings or null',
      'experience.is-current': 'is_current is a boolean',
      'experience.seniority': 'seniority is one of six values',
      'experience.job-function': 'job_function holds values of the 44 listed',
      'experience.employment-type': 'employment_type holds values of the seven listed',
      'experience.academic-qualification': 'academic_qualification holds values of the three listed',
      'experience.concurrent-roles': 'several experiences may be current, and a search sees all of them',
    },
  ),
  ...group(
    { source: 'SHAPES 3, extra person members' },
    { 'person.extra-members': 'industry_name to last_sort_key are present beyond the table' },
  ),
  ...group(
    { source: 'SPEC Resources, Person profile record' },
    {
      'person.detailed-education': 'getDetailedEducation adds detailed_education with school_details',
      'person.detailed-work': 'getDetailedWorkExperience adds detailed_work_experiences with company_details',
      'person.detailed-work.members':
        'company_details has domains, preferred_name, pnet_primary_slug, li_org_id',
    },
  ),
  ...group(
    { source: 'SHAPES 1' },
    {
      'company.identity-members': 'the identity members are present, snake_case',
      'company.text-members': 'the text members are present',
      'company.class-members': 'industries, naics codes and categories are present',
      'company.size-members': 'employee count, followers, revenue and trends are present',
      'company.place-members': 'location_consensus has the members of inferred_location',
      'company.state-members': 'status, founding, funding, investors and acquisitions are present',
      'company.contact-members': 'emails, phone numbers and social handles are present',
      'company.job-statistics': 'li_job_posts_stats has its seven maps of count and fraction',
      'company.search-extras': 'search adds relevance_score, last_sort_key and match counts',
      'company.role-count-matches':
        'role_count_matches says how many people each employees rule counted: exact, all, none or not-matched',
    },
  ),
  ...group(
    { source: 'SHAPES 1' },
    { 'company.live-record': 'a live company is the smaller record of its own' },
  ),
]
