import { compileMapping, type Mapping } from '../mapping/compile-mapping.ts'
import { standardIndustries } from './industries.ts'
import { pdlCompany, pdlPerson } from './pdl-shapes.ts'
import {
  functions,
  levels,
  proficiencies,
  proficiencyNames,
  rounds,
  seniorities,
  stages,
  subFunctions,
} from './pdl-words.ts'
import { conform, type Shape } from './shape.ts'

// Mapping files, as objects: docs/guide/import.md has the language. Names, titles and places come in lower case.

const capitalized = (path: string) => ({ path, do: ['capitalize'] })
const readSlug = (path: string, folders: string) => ({
  path,
  do: [{ match: `linkedin\\.com/(?:${folders})/([^/?#]+)` }, 'lower'],
})
const readPlace = (prefix: string) => ({
  object: {
    street_address: capitalized(`${prefix}street_address`),
    city: capitalized(`${prefix}locality`),
    state: capitalized(`${prefix}region`),
    postal_code: `${prefix}postal_code`,
    country: `${prefix}country`,
    full_address: capitalized(`${prefix}name`),
    lat: {
      path: `${prefix}geo`,
      do: [{ match: '^\\s*(-?[\\d.]+)\\s*,' }],
    },
    lon: {
      path: `${prefix}geo`,
      do: [{ match: ',\\s*(-?[\\d.]+)\\s*$' }],
    },
  },
  do: ['location'],
})

const company = {
  kind: 'companies',
  source: 'pdl',
  tables: {
    industries: standardIndustries,
    // Sizes as the network shows them: the last one is open.
    kinds: {
      educational: 'is-school',
      government: 'is-government',
      nonprofit: null,
      private: null,
      public: null,
    },
  },
  record: {
    preferred_name: { first: ['display_name', capitalized('name')] },
    names: {
      list: [
        'display_name',
        capitalized('name'),
        capitalized('legal_name'),
        capitalized('alternative_names'),
      ],
      do: ['unique'],
    },
    li_org_id: { path: 'linkedin_id', do: [{ match: '^\\d+$' }] },
    pnet_primary_slug: { first: ['linkedin_slug', readSlug('linkedin_url', 'company|school|showcase')] },
    pnet_slugs: { ...readSlug('profiles', 'company|school|showcase') },
    domains: { list: ['website', 'alternative_domains'], do: ['domain', 'unique'] },
    websites: { list: ['website'], do: ['url'] },
    li_headline: 'headline',
    li_description: 'summary',
    alt_keywords: 'tags',
    tags: { path: 'type', do: [{ lookup: 'kinds' }] },
    standard_industries: { path: 'industry', do: [{ lookup: 'industries' }] },
    li_industries: { list: [capitalized('industry')], do: [{ each: { name: '.', primary: true } }] },
    alt_industries: { list: [capitalized('industry')] },
    employee_count_consensus: {
      first: [
        { path: 'employee_count', do: ['range'] },
        { path: 'size', do: ['range'] },
      ],
    },
    li_follower_count: 'linkedin_follower_count',
    total_funding_consensus: 'total_funding_raised',
    num_funding_rounds: 'number_funding_rounds',
    funding_stage: { path: 'latest_funding_stage', do: [{ lookup: { map: stages, else: null } }] },
    full_funding_rounds: {
      first: [
        {
          path: 'funding_details',
          do: [
            {
              each: {
                round_type: { path: 'funding_type', do: [{ lookup: { map: rounds } }] },
                round_date: { path: 'funding_round_date', do: ['date'] },
                // The vendor's sums are dollars where it names no currency.
                round_raised_usd: {
                  object: {
                    amount: 'funding_raised',
                    currency: { first: ['funding_currency', { value: 'USD' }] },
                    date: 'funding_round_date',
                  },
                  do: ['usd'],
                },
                investors: {
                  list: ['investing_companies', 'investing_individuals'],
                  do: ['capitalize', 'unique', { each: { investor_name: '.' } }],
                },
              },
            },
          ],
        },
        // Deliveries without details tell of the last round.
        {
          list: [
            {
              object: {
                round_type: { path: 'latest_funding_stage', do: [{ lookup: { map: rounds } }] },
                round_date: { path: 'last_funding_date', do: ['date'] },
              },
            },
          ],
          do: [{ where: { path: 'round_date', exists: true } }],
        },
      ],
    },
    revenue_estimate: {
      object: {
        value_usd: { path: 'inferred_revenue', do: ['range'] },
        sources: {
          if: { path: 'inferred_revenue', exists: true },
          // oxlint-disable-next-line unicorn/no-thenable -- a word of the mapping language
          then: { list: [{ value: 'pdl' }] },
        },
      },
    },
    naics_codes: { path: 'naics.naics_code', do: ['text', 'unique'] },
    founded_on_consensus: { path: 'founded', do: ['date'] },
    stock_info_consensus: {
      object: {
        ticker: { path: 'ticker', do: ['upper'] },
        exchange: { path: 'mic_exchange', do: ['upper'] },
      },
    },
    location_consensus: readPlace('location.'),
    location_name: capitalized('location.name'),
    facebook_urls: { list: ['facebook_url'], do: ['url'] },
    twitter_handles: { list: ['twitter_url'], do: [{ match: 'twitter\\.com/@?([A-Za-z0-9_]+)' }] },
    custom_data: { object: { company_type: 'type' } },
  },
}

const readSeniority = (path: string) => ({
  path,
  do: [{ lookup: { map: { ...levels, unpaid: null } } }, 'min', { lookup: { map: { ...seniorities } } }],
})
const readFunctions = (role: string, sub: string) => ({
  list: [
    { path: role, do: [{ lookup: { map: functions } }] },
    { path: sub, do: [{ lookup: { map: subFunctions, else: null } }] },
  ],
  do: ['unique'],
})

const person = {
  kind: 'people',
  source: 'pdl',
  tables: {
    mailboxes: { current_professional: 'work', professional: 'work', personal: 'personal' },
  },
  define: {
    listed: {
      path: 'experience',
      do: [
        {
          each: {
            title: capitalized('title.name'),
            company_name: capitalized('company.name'),
            company_domain: { path: 'company.website', do: ['domain'] },
            company_slug: readSlug('company.linkedin_url', 'company|school|showcase'),
            pnet_company_id: { path: 'company.linkedin_id', do: [{ match: '^\\d+$' }] },
            locality: { path: 'location_names', do: [{ item: 0 }, 'capitalize'] },
            start_date: { path: 'start_date', do: ['date'] },
            end_date: { path: 'end_date', do: ['date'] },
            summary: 'summary',
            // The vendor marks one position; others without an end continue too, when their start is known.
            is_current: {
              test: {
                any: [
                  { path: 'is_primary', is: true },
                  {
                    all: [
                      { path: 'end_date', exists: false },
                      { path: 'start_date', exists: true },
                    ],
                  },
                ],
              },
            },
            seniority: readSeniority('title.levels'),
            job_function: readFunctions('title.role', 'title.sub_role'),
          },
        },
      ],
    },
    // Deliveries without `experience` have the current position in members of its own.
    current: {
      object: {
        title: capitalized('job_title'),
        company_name: capitalized('job_company_name'),
        company_domain: { path: 'job_company_website', do: ['domain'] },
        company_slug: readSlug('job_company_linkedin_url', 'company|school|showcase'),
        pnet_company_id: { path: 'job_company_linkedin_id', do: [{ match: '^\\d+$' }] },
        locality: capitalized('job_company_location_name'),
        start_date: { path: 'job_start_date', do: ['date'] },
        is_current: true,
        seniority: readSeniority('job_title_levels'),
        job_function: readFunctions('job_title_role', 'job_title_sub_role'),
      },
    },
    positions: {
      first: [
        '$listed',
        {
          list: ['$current'],
          do: [{ where: { any: ['title', 'company_name'].map((path) => ({ path, exists: true })) } }],
        },
      ],
    },
  },
  record: {
    name: capitalized('full_name'),
    first_name: capitalized('first_name'),
    last_name: capitalized('last_name'),
    primary_slug: { first: ['linkedin_username', readSlug('linkedin_url', 'in|pub')] },
    slugs: {
      path: 'profiles',
      do: [{ where: { path: 'network', is: 'linkedin' } }, { template: '{username}' }, 'unique'],
    },
    url: { path: 'linkedin_url', do: ['url'] },
    user_id: 'linkedin_id',
    headline: 'headline',
    summary: 'summary',
    dob: {
      first: [
        { path: 'birth_date', do: ['date'] },
        { path: 'birth_year', do: ['date'] },
      ],
    },
    industry_name: capitalized('industry'),
    locality: capitalized('location_name'),
    inferred_location: readPlace('location_'),
    connection_count: 'linkedin_connections',
    skills: { path: 'skills', do: ['capitalize'] },
    interests: { path: 'interests', do: ['capitalize'] },
    experiences: { path: '$positions', do: ['career'] },
    education: {
      path: 'education',
      do: [
        {
          each: {
            school_id: { path: 'school.linkedin_id', do: [{ match: '^\\d+$' }] },
            school_name: capitalized('school.name'),
            degree: { path: 'degrees', do: ['capitalize', { join: ', ' }] },
            field_of_study_name: { path: 'majors', do: ['capitalize', { join: ', ' }] },
            grade: 'gpa',
            start_date: { path: 'start_date', do: ['date'] },
            end_date: { path: 'end_date', do: ['date'] },
            notes: 'summary',
          },
        },
      ],
    },
    certifications: {
      path: 'certifications',
      do: [
        { each: { title: 'name', company_name: 'organization', date: { path: 'start_date', do: ['date'] } } },
      ],
    },
    languages: {
      path: 'languages',
      do: [
        {
          each: {
            name: capitalized('name'),
            proficiency_id: { path: 'proficiency', do: [{ lookup: { map: proficiencies } }] },
            proficiency_name: {
              path: 'proficiency',
              do: [{ lookup: { map: proficiencies } }, { lookup: { map: proficiencyNames } }],
            },
          },
        },
      ],
    },
    emails: {
      list: [
        {
          list: ['work_email'],
          do: [{ each: { email: { path: '.', do: ['email'] }, type: { value: 'work' } } }],
        },
        {
          path: 'emails',
          do: [
            {
              each: {
                email: { path: 'address', do: ['email'] },
                type: { path: 'type', do: [{ lookup: 'mailboxes' }] },
              },
            },
          ],
        },
        {
          path: 'personal_emails',
          do: [{ each: { email: { path: '.', do: ['email'] }, type: { value: 'personal' } } }],
        },
      ],
      do: [{ where: { path: 'email', exists: true } }],
    },
    phone_numbers: {
      list: [
        {
          list: ['mobile_phone'],
          do: [{ each: { number: { path: '.', do: ['phone'] }, type: { value: 'mobile' } } }],
        },
        { path: 'phone_numbers', do: [{ each: { number: { path: '.', do: ['phone'] } } }] },
      ],
      do: [{ where: { path: 'number', exists: true } }],
    },
    external_ids: { object: { pdl: 'id' } },
    custom_data: {
      object: { facebook_url: 'facebook_url', twitter_url: 'twitter_url', github_url: 'github_url' },
    },
  },
}

const deliveries = new Map([
  ['companies', { content: company, shape: pdlCompany }],
  ['people', { content: person, shape: pdlPerson }],
])

const compiled = new Map<string, Mapping>()

/** The vendor's mapping of a kind; undefined for kinds it does not deliver. */
export function pdlMapping(kind: string): Mapping | undefined {
  const compiledMapping = compiled.get(kind)
  if (compiledMapping !== undefined) return compiledMapping
  const delivery = deliveries.get(kind)
  if (delivery === undefined) return undefined
  const { content, shape } = delivery
  const own = compileMapping(content)
  const origin = { format: 'pdl', of: own.kind, dependsOnDay: own.origin.dependsOnDay } as const
  const mapping = { ...withShape(own, shape), origin }
  compiled.set(kind, mapping)
  return mapping
}

/** A mapping of rows that are first brought to the vendor's documented shape. */
function withShape(mapping: Mapping, shape: Shape): Mapping {
  return {
    ...mapping,
    map(row, asOf, probe) {
      conform(row as Record<string, unknown>, shape, (drift) => probe?.drifted?.(drift))
      return mapping.map(row, asOf, probe)
    },
  }
}
