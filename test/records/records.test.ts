import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import {
  companyRecord,
  completeCompany,
  completePerson,
  experience,
  personRecord,
  type CompanyRecord,
  type PersonRecord,
} from '../../src/corpus/records/index.ts'
import { createWorld, generateCompany, generatePerson } from '../../src/corpus/sample/index.ts'
import { verifies } from '../conformance/verifies.ts'

// The members as SPEC.md lists them, written out here on purpose: the schemas are what is under test.
const words = (text: string) => text.trim().split(/\s+/)

const person: PersonRecord = completePerson({ primary_slug: 'ada' })
const company: CompanyRecord = completeCompany({})
const accepts = (changes: Record<string, unknown>) =>
  personRecord.safeParse({ ...person, ...changes }).success
const accept = (schema: z.ZodObject, value: object) => schema.safeParse(value).success

/** A list member takes entries of exactly these members (null each), and none with a member of the wrong type. */
function isListOf(name: keyof PersonRecord, members: string, changes: Record<string, unknown> = {}): void {
  const entry = { ...Object.fromEntries(words(members).map((member) => [member, null])), ...changes }
  expect([name, accepts({ [name]: [entry] })]).toEqual([name, true])
  for (const member of words(members)) {
    expect([name, member, accepts({ [name]: [{ ...entry, [member]: Symbol('wrong') }] })]).toEqual([
      name,
      member,
      false,
    ])
    const { [member]: _left, ...without } = entry
    expect([name, `no ${member}`, accepts({ [name]: [without] })]).toEqual([name, `no ${member}`, false])
  }
}

describe('person record', () => {
  test('members of the table have the types of the table', () => {
    verifies(
      'person.nullable-members',
      'person.text-members',
      'person.counts',
      'person.primary-slug',
      'person.date-members',
    )
    const texts = words(
      'name first_name last_name headline summary locality url user_id profile_pic dob career_began_at',
    )
    for (const name of texts)
      expect([name, accepts({ [name]: 'x' }), accepts({ [name]: 1 }), accepts({ [name]: null })]).toEqual([
        name,
        true,
        false,
        true,
      ])
    for (const name of ['connection_count', 'follower_count']) {
      expect([accepts({ [name]: 3 }), accepts({ [name]: '3' }), accepts({ [name]: null })]).toEqual([
        true,
        false,
        true,
      ])
    }
    expect([accepts({ primary_slug: null }), accepts({ primary_slug: undefined })]).toEqual([false, false])
  })

  test('lists of strings and tags', () => {
    verifies('person.string-lists', 'person.tags')
    for (const name of ['slugs', 'skills', 'interests']) {
      expect([accepts({ [name]: ['a'] }), accepts({ [name]: [1] }), accepts({ [name]: null })]).toEqual([
        true,
        false,
        true,
      ])
    }
    expect(accepts({ tags: ['student', 'attended-top-us-university'] })).toBe(true)
    expect(accepts({ tags: ['no-such-tag'] })).toBe(false)
  })

  test('lists of entries have exactly the members of the table', () => {
    verifies(
      'person.articles',
      'person.certifications',
      'person.courses',
      'person.education',
      'person.patents',
    )
    verifies('person.projects', 'person.publications', 'person.volunteering')
    isListOf('articles', 'id title date_published')
    isListOf('certifications', 'title credential_id verify_url summary pnet_company_id company_name date')
    isListOf('courses', 'title course_number association')
    expect(accepts({ courses: [{ title: 'x', course_number: null, association: 'y' }] })).toBe(false)
    isListOf(
      'education',
      'school_id school_name field_of_study_id field_of_study_name degree grade start_date end_date activities notes',
    )
    isListOf('patents', 'id title country number description url date')
    isListOf(
      'projects',
      'project_id project_title project_url project_summary is_current start_date end_date',
    )
    isListOf('publications', 'collaborators date id publisher summary title url')
    expect(
      accepts({
        publications: [
          {
            ...blank('collaborators date id publisher summary title url'),
            collaborators: [{ name: 'a', url: null }],
          },
        ],
      }),
    ).toBe(true)
    isListOf('volunteering', 'role is_current cause summary pnet_company_id company_name start_date end_date')
  })

  test('the location has thirteen members and whole coordinates', () => {
    verifies('person.inferred-location', 'person.inferred-location.coordinates')
    const location = blank(
      `street_address neighborhood city state_name state_code county postal_code country_code country_name coordinates
       timezone full_address formatted_address`,
    )
    expect(Object.keys(location)).toHaveLength(13)
    const acceptsPoint = (coordinates: unknown) =>
      accepts({ inferred_location: { ...location, coordinates } })
    expect([
      acceptsPoint({ lat: 1, lon: 2 }),
      acceptsPoint({ lat: 1 }),
      acceptsPoint({ lon: 2 }),
      acceptsPoint({ lat: '1', lon: 2 }),
      acceptsPoint(null),
    ]).toEqual([true, false, false, false, true])
    expect(accepts({ inferred_location: null })).toBe(true)
  })

  test('tenures require their range, titles and localities', () => {
    verifies('person.tenures', 'person.tenures.date-range')
    const tenure = {
      ...blank('pnet_company_id company_name range_length_days'),
      date_range: { gte: '2020-01-01', lte: null },
      titles: ['a'],
      localities: [],
    }
    expect(accepts({ tenures: [tenure] })).toBe(true)
    for (const name of ['date_range', 'titles', 'localities']) {
      expect([name, accepts({ tenures: [{ ...tenure, [name]: null }] })]).toEqual([name, false])
    }
    expect(accepts({ tenures: [{ ...tenure, date_range: { gte: '2020-01-01' } }] })).toBe(false)
  })

  test('members beyond the table are present', () => {
    verifies('person.extra-members', 'person.experiences')
    const extra = words(
      `industry_name entity_urn entity_urns open_to_work premium influencer is_hiring organizations current_job languages
       custom_data relevance_score last_sort_key`,
    )
    expect(Object.keys(person)).toEqual(expect.arrayContaining(extra))
    expect(accepts({ experiences: [{}] })).toBe(false)
  })
})

const blank = (members: string) => Object.fromEntries(words(members).map((member) => [member, null]))

describe('experience', () => {
  const role = {
    ...blank(
      'pnet_company_id is_current company_name locality start_date end_date summary title company_start_date company_end_date seniority company_domain company_slug',
    ),
    job_function: [],
    employment_type: [],
    academic_qualification: [],
  }
  const with_ = (changes: object) => accept(experience, { ...role, ...changes })

  test('texts and the current flag', () => {
    verifies('experience.text-members', 'experience.is-current')
    for (const name of words(
      'pnet_company_id company_name locality start_date end_date summary title company_start_date company_end_date company_domain company_slug',
    )) {
      expect([name, with_({ [name]: 'x' }), with_({ [name]: 1 }), with_({ [name]: null })]).toEqual([
        name,
        true,
        false,
        true,
      ])
    }
    expect([with_({ is_current: true }), with_({ is_current: 'yes' })]).toEqual([true, false])
  })

  test('closed lists hold exactly the values of the table', () => {
    verifies(
      'experience.seniority',
      'experience.job-function',
      'experience.employment-type',
      'experience.academic-qualification',
    )
    for (const value of [
      'Entry level',
      'Director',
      'Associate',
      'Mid-Senior level',
      'Internship',
      'Executive',
    ]) {
      expect(with_({ seniority: value })).toBe(true)
    }
    expect(with_({ seniority: 'Boss' })).toBe(false)
    const functions =
      `Arts and Design, Business Development, Community & Social Services, Consulting, Education, Engineering, Entrepreneurship, Healthcare Services, Human Resources, Information Technology, Legal, Military & Protective Services, Operations, Program & Product Management, Real Estate, Sales, Support, Administrative, Finance, Marketing, Purchasing, Product Management, Advertising, Analyst, Customer Service, Distribution, Design, General Business, Management, Manufacturing, Other, Public Relations, Project Management, Production, Quality Assurance, Research, Science, Supply Chain, Training, Health Care Provider, Accounting, Art / Creative, Strategy / Planning, Writing / Editing`.split(
        ', ',
      )
    expect(functions).toHaveLength(44)
    expect([with_({ job_function: functions }), with_({ job_function: ['Juggling'] })]).toEqual([true, false])
    const types = ['Full-time', 'Temporary', 'Internship', 'Contract', 'Part-time', 'Volunteer', 'Other']
    expect([with_({ employment_type: types }), with_({ employment_type: ['Forever'] })]).toEqual([
      true,
      false,
    ])
    const qualifications = ['High School', 'Associate Degree', 'Bachelor Degree']
    expect([
      with_({ academic_qualification: qualifications }),
      with_({ academic_qualification: ['PhD'] }),
    ]).toEqual([true, false])
  })
})

describe('company record', () => {
  const groups = {
    'company.identity-members':
      'pnet_id pnet_ids li_org_id pnet_primary_slug pnet_slugs preferred_name names domains websites logo_url li_category primary_role roles is_subsidiary parent external_ids',
    'company.text-members':
      'li_headline li_description short_description long_description alt_description li_specialties alt_industries alt_keywords tags custom_data',
    'company.class-members': 'standard_industries li_industries naics_codes categories category_groups',
    'company.size-members':
      'employee_count_consensus li_follower_count revenue_usd revenue_estimate market_cap_usd stock_info_consensus employee_trends fortune_rankings',
    'company.place-members': 'location_consensus location_name li_locations num_li_locations',
    'company.state-members':
      'status_consensus founded_on_consensus funding_stage total_funding_consensus latest_funding_consensus num_funding_rounds num_exits funding_rounds best_funding_round full_funding_rounds funding_round_stats investors acquisitions is_investor investor_type investor_categories investment_stats accelerators accelerator_statuses',
    'company.contact-members':
      'emails phone_numbers facebook_urls twitter_handles instagram_handles youtube_urls github_usernames blog_urls',
    'company.search-extras':
      'relevance_score last_sort_key role_count_matches num_matching_locations similar_companies',
  }

  test('every member of every group is always present and may be null', () => {
    verifies(
      'company.identity-members',
      'company.text-members',
      'company.class-members',
      'company.size-members',
    )
    verifies(
      'company.place-members',
      'company.state-members',
      'company.contact-members',
      'company.search-extras',
    )
    for (const [group, members] of Object.entries(groups)) {
      for (const member of words(members)) {
        expect([group, member, member in company]).toEqual([group, member, true])
        expect([member, accept(companyRecord, { ...company, [member]: null })]).toEqual([member, true])
        expect([member, accept(companyRecord, { ...company, [member]: Symbol('wrong') })]).toEqual([
          member,
          false,
        ])
      }
    }
  })

  test('job statistics are seven maps of counts and fractions', () => {
    verifies('company.job-statistics')
    const maps = words(
      'seniority_stats employment_type_stats country_location_stats puree_job_functions_stats standard_industries_stats job_location_type_stats',
    )
    const stats = {
      total_count: 2,
      ...Object.fromEntries(maps.map((name) => [name, { x: { count: 2, fraction: 1 } }])),
    }
    expect(accept(companyRecord, { ...company, li_job_posts_stats: stats })).toBe(true)
    for (const name of maps) {
      const broken = { ...stats, [name]: { x: { count: 'two', fraction: 1 } } }
      expect([name, accept(companyRecord, { ...company, li_job_posts_stats: broken })]).toEqual([name, false])
    }
  })

  test('records of the sample satisfy the schemas, concurrent roles included', () => {
    const world = createWorld({ seed: 7, companies: 60, people: 600 })
    for (let index = 0; index < world.companies; index++)
      companyRecord.parse(completeCompany(generateCompany(world, index)))
    let concurrent = 0
    for (let index = 0; index < world.people; index++) {
      const record = personRecord.parse(completePerson(generatePerson(world, index)))
      if ((record.experiences ?? []).filter((role) => role.is_current).length > 1) concurrent++
    }
    expect(concurrent).toBeGreaterThan(0)
  })
})
