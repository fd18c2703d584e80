/** A location with what is given and nothing else. */
const placed = (lat: number, lon: number, more: object = {}) => ({ coordinates: { lat, lon }, ...more })

const office = (lat: number, lon: number, country_code: string) => ({
  location: placed(lat, lon, { country_code }),
})
const staff = (
  functions: string[],
  current_count: number | null,
  back: [months: number, count: number][],
) => ({
  functions,
  current_count,
  changes: back.map(([months_back, count_start]) => ({ months_back, count_start })),
})
const part = (accelerator_slug: string, batch: string | null, year: number | null) => ({
  accelerator_slug,
  batch,
  year,
})

/** Companies at the edges of what filters look at. Every one has a slug and an organization id of its own. */
export const edgeCompanies: object[] = [
  { names: null, location_consensus: null, employee_count_consensus: null },
  { location_consensus: { country_code: 'DEU', coordinates: null } },
  { location_consensus: placed(0, 180, { country_code: 'FJI' }) },
  { location_consensus: placed(0.01, -180, { country_code: 'FJI' }) },
  { location_consensus: placed(-16.8, 179.99, { country_code: 'FJI', state_name: 'Northern' }) },
  { location_consensus: placed(-16.8, -179.98, { country_code: 'FJI', state_name: 'Northern' }) },
  {
    location_consensus: placed(52.9, 173.2, { country_code: 'USA', state_name: 'Alaska', state_code: 'AK' }),
  },
  {
    location_consensus: placed(65.5, -169.4, { country_code: 'USA', state_name: 'Alaska', state_code: 'AK' }),
  },
  { location_consensus: placed(90, 0, {}) },
  { location_consensus: placed(90, 135, {}) },
  { location_consensus: placed(-90, -45, { country_code: 'ATA' }) },
  { location_consensus: placed(89.9, -120, {}) },
  { location_consensus: placed(0, 0, {}) },
  {
    location_consensus: placed(43.26, -2.93, {
      country_code: 'ESP',
      state_name: 'País Vasco',
      city: 'Bilbao',
    }),
  },
  { location_consensus: placed(31.1, 35.2, { country_code: 'JOR', state_name: "Ma'an" }) },
  { employee_count_consensus: { gte: 0, lte: 0 } },
  { employee_count_consensus: { gte: 0, lte: 1 } },
  { employee_count_consensus: { gte: 1, lte: 10 } },
  { employee_count_consensus: { gte: 10, lte: 10 } },
  { employee_count_consensus: { gte: 11, lte: 50 } },
  { employee_count_consensus: { gte: null, lte: 50 } },
  { employee_count_consensus: { gte: 10_000, lte: null } },
  { employee_count_consensus: { gte: 10_001, lte: null } },
  { employee_count_consensus: { gte: null, lte: null } },
  { founded_on_consensus: '1856' },
  { founded_on_consensus: '0987-03' },
  { founded_on_consensus: '2026' },
  { founded_on_consensus: '2026-11' },
  { founded_on_consensus: '2026-11-20' },
  { founded_on_consensus: '2026-11-21' },
  { founded_on_consensus: '2026-10-31' },
  { founded_on_consensus: '2024-02-29' },
  { founded_on_consensus: '1969-12-31' },
  { preferred_name: 'Müller & Söhne GmbH', names: ['Mueller und Soehne'], short_description: 'Bäckerei' },
  { preferred_name: 'C++ Alliance', short_description: 'Tools for C++, C# and F#.' },
  { preferred_name: 'C Alliance', short_description: 'Tools for C and nothing else' },
  { preferred_name: 'Alpha Beta', li_specialties: ['Gamma', 'Delta Alpha'] },
  { preferred_name: 'Alpha Gamma', li_specialties: ['Beta Gamma', 'Delta'] },
  { preferred_name: 'a b x b c', short_description: 'a b c' },
  { preferred_name: 'a b x b c', short_description: 'c a b' },
  { preferred_name: '東京 ソフト', names: ['Tokyo Soft'] },
  {
    preferred_name: "It's | a_pipe",
    short_description: "quote ' and \\ backslash\tand tab\nand line {p0:String}",
  },
  {
    standard_industries: ['Software', 'Finance'],
    tags: ['is-school', 'raised-from-top-vc'],
    funding_stage: 'seed',
  },
  { standard_industries: null, tags: null, funding_stage: null },
  { num_li_locations: 3 },
  { num_li_locations: 0, li_locations: [] },
  { num_li_locations: 7, li_locations: [office(48.1, 11.6, 'DEU'), office(40.4, -3.7, 'ESP')] },
  { li_locations: [office(48.1, 11.6, 'DEU'), office(52.5, 13.4, 'DEU'), office(48.2, 16.4, 'AUT')] },
  { li_locations: [office(-16.8, 179.99, 'FJI'), office(-16.8, -179.98, 'FJI')] },
  { li_locations: [{ address: 'Somewhere', location: null }, { location: { country_code: 'USA' } }] },
  {
    employee_trends: [
      staff(['_all_employees'], 100, [
        [3, 90],
        [12, 50],
      ]),
    ],
  },
  {
    employee_trends: [
      staff(['_all_employees'], 100, [[12, 0]]),
      staff(['sales'], 0, [
        [6, 4],
        [30, 40],
      ]),
    ],
  },
  { employee_trends: [staff(['sales', 'engineering'], 40, [[12, 20]])] },
  { employee_trends: [staff(['engineering'], null, [[6, 10]]), staff(['engineering'], 12, [])] },
  {
    total_funding_consensus: 0,
    latest_funding_consensus: { raised_amount_usd: 0, announced_on_date: '2026' },
  },
  {
    total_funding_consensus: 1_500_000.5,
    latest_funding_consensus: { raised_amount_usd: null, announced_on_date: '2025-02' },
    num_funding_rounds: 1,
  },
  { revenue_usd: 5_000_000, revenue_estimate: { value_usd: { gte: 1, lte: 2 } } },
  { revenue_estimate: { value_usd: { gte: null, lte: 2_000_000 } } },
  { revenue_estimate: { value_usd: { gte: 1_000_000, lte: null } } },
  { preferred_name: 'The J. P. Example Company, Inc.', names: ['JP Example', 'Example & Sons'] },
  { preferred_name: ' - ', names: ['|', 'Pipe | Works'] },
  { preferred_name: 'AT & T', naics_codes: ['31-33', '541511', 'x', '5'] },
  {
    full_funding_rounds: [
      {
        investors: [
          { investor_domain: 'WWW.Fund.example', investor_pnet_url: 'https://www.pnet.example/company/777/' },
          { investor_pnet_url: 'https://www.pnet.example/in/ada-angel' },
          { investor_pnet_org_id: '778' },
        ],
      },
      { investors: null },
    ],
    investors: [
      { entity_type: 'person', pnet_slug: 'ada-angel' },
      { entity_type: 'company', pnet_slug: 'Fund' },
    ],
  },
  { accelerators: [part('ycombinator', 'Winter 2021', 2021), part('techstars', 'Summer 2019', 2015)] },
  { accelerators: [part('ycombinator', null, 2021), part('ycombinator', 'Winter 2020', null)] },
  {
    fortune_rankings: [
      { list: 'fortune-500-usa', year: 2020, rank: 500 },
      { list: 'fortune-500-usa', year: null, rank: 1 },
      { list: 'global-500', year: 2026, rank: null },
    ],
  },
  ...[
    [2019, 500],
    [2020, 41],
    [2021, 42],
    [2020, 60],
  ].map(([year, rank]) => ({ fortune_rankings: [{ list: 'fortune-500-usa', year, rank }] })),
  { categories: ['Réal Estate'], category_groups: ['A', 'a b'], technologies: ['C++', 'In-house CRM'] },
  {
    li_industries: [
      { id: '4', name: 'Software Development', primary: true },
      { name: null, id: '96' },
    ],
  },
  {
    status_consensus: 'closed',
    is_subsidiary: true,
    roles: ['investor'],
    stock_info_consensus: { ticker: '' },
  },
  { domains: ['acme-edge.co.uk', 'edge.github.io', 'пример-edge.рф'] },
  { domains: ['www.münchen-edge.de', 'EDGE-one.example'], pnet_slugs: ['former-edge', 'Größe'] },
  { domains: ['domain-only.example', 'https://www.domain-only.test'], li_org_id: null },
].map((company, index) => ({
  preferred_name: `Edge ${index}`,
  pnet_primary_slug: `edge-${index}`,
  li_org_id: String(880_000 + index),
  ...company,
}))

const position = (title: string | null, more: object = {}) => ({ title, is_current: true, ...more })
const past = (title: string, more: object = {}) => ({ title, is_current: false, ...more })

/** First and last days of positions in stealth: two years to the day, half a year, a week, until today. */
export const stealthy = [
  ['2021-03-01', '2023-03-01'],
  ['2022-06-15', '2022-12-15'],
  ['2025-02-01', '2025-02-08'],
  ['2026-01-05', '2026-11-20'],
] as const

/** People at the edges: several positions at once, none, titles that look alike. */
export const edgePeople: object[] = [
  { name: null, experiences: null, inferred_location: null },
  { experiences: [] },
  { experiences: [past('Chief Executive Officer', { pnet_company_id: '880001', seniority: 'Executive' })] },
  { experiences: [{ title: 'Engineer', is_current: null, pnet_company_id: '880001' }] },
  {
    experiences: [
      position('Founder & CEO', {
        pnet_company_id: '880001',
        seniority: 'Executive',
        job_function: ['Operations'],
      }),
      position('Board Member', { pnet_company_id: '880002' }),
      position('Sales Manager', {
        pnet_company_id: '880002',
        seniority: 'Director',
        job_function: ['Sales'],
      }),
    ],
  },
  { experiences: [position('Sales Director'), position('Marketing Manager')] },
  { experiences: [position('Sales Manager'), position('Marketing Director')] },
  // Three words: their pairs are in titles of the level, the phrase itself only in one of another level, or in none.
  { experiences: [position('Director a b x b c'), position('Engineer a b c')] },
  { experiences: [position('Director a b'), position('Director b c'), position('Engineer a b c')] },
  { experiences: [position('Director a b x b c')] },
  { experiences: [position('Director of a b c')] },
  { experiences: [position('Director of a b c'), position('Gardener')] },
  { experiences: [position('Vice President'), position('President of the Board')] },
  { experiences: [position('vice-president, Sales & Marketing (EMEA)')] },
  { experiences: [position('C++ Developer'), position('C# Lead')] },
  { experiences: [position('C Developer')] },
  { experiences: [position('Geschäftsführer'), position('Geschäftsführer')] },
  { experiences: [position(null, { pnet_company_id: '880003', seniority: 'Director' })] },
  { experiences: [position('!?', { pnet_company_id: 'not-a-number' })] },
  {
    experiences: [
      position('Engineer', { pnet_company_id: '0' }),
      position('Engineer', { pnet_company_id: '880004' }),
    ],
  },
  { inferred_location: placed(-17.1, 179.9, { country_code: 'FJI' }) },
  { inferred_location: placed(-17.1, -179.9, { country_code: 'FJI' }) },
  { inferred_location: placed(90, 77, {}) },
  {
    inferred_location: { country_code: 'ESP', state_name: 'País Vasco', state_code: 'PV', coordinates: null },
  },
  { inferred_location: { country_code: null, state_name: 'California', coordinates: null } },
  { inferred_location: { country_code: 'MEX', state_name: 'California', coordinates: null } },
  { summary: 'one two', headline: 'two three', skills: ['Fun', 'two'], interests: ['three four'] },
  {
    skills: ['C++', 'C#'],
    education: [{ school_name: 'École Polytechnique', degree: 'MSc', field_of_study_name: null }],
  },
  {
    dob: '1990-02-28',
    experiences: [past('Clerk', { company_name: 'Stealth Startup', end_date: '2025-03-01' })],
  },
  { dob: '2000', education: [{ school_name: 'Night School', start_date: '2024-09-01' }], follower_count: 0 },
  { education: [{ start_date: '2000-02-29', end_date: '2026-11-20' }, { end_date: '2026-11-19' }] },
  {
    education: [
      { school_id: '880013', school_name: 'Alpha', degree: 'Beta Gamma' },
      { school_id: '880014', school_name: 'Gamma Alpha', degree: 'Beta' },
    ],
  },
  {
    experiences: [
      past('Sales Clerk', { pnet_company_id: '880001', end_date: '2020-01-31', summary: 'Sold bread' }),
      past('Baker', { pnet_company_id: '880002', company_name: 'Edge 2', summary: 'Baked bread, sales' }),
      past('Head Baker', { pnet_company_id: '880002', company_name: 'Edge Two', end_date: '2022-05' }),
      position('Owner', { company_name: 'Edge 3 GmbH', start_date: '2022-06-01' }),
      past('Apprentice', { company_name: 'Edge 3', start_date: '2010-01-01', end_date: '2012-01-01' }),
    ],
  },
  {
    experiences: [
      past('Clerk', { company_name: "It's | a_pipe \\ 'x'" }),
      past('x', { company_name: '!!!' }),
    ],
  },
  { experiences: [position('Founder', { company_name: 'stealth mode AI', start_date: '2025-09' })] },
  {
    experiences: [
      past('Founder', { company_name: 'Stealth', start_date: '2023-01-01', end_date: null }),
      past('CTO', { company_name: 'Stealth Co', start_date: '2021-01-01', end_date: '2022-01-01' }),
      position('Engineer', { company_name: 'Stealth Communications' }),
    ],
  },
  ...stealthy.map(([start_date, end_date]) => ({
    experiences: [past('Founder', { company_name: 'Stealth AI', start_date, end_date })],
  })),
  ...stealthy.map(([start_date]) => ({
    experiences: [position('Founder', { company_name: 'In stealth', start_date })],
  })),
  { name: "Siobhán O'Brien-Smith", first_name: 'Siobhán' },
  { name: 'Bob Müller', connection_count: 0 },
  { name: 'M. Robert' },
  { name: 'Mueller' },
  { name: '王 小明', languages: [{ name: 'Mandarin' }, { name: 'haitian creole' }], profile_pic: '' },
  { inferred_location: { timezone: 'US/Eastern', country_code: 'USA' } },
  {
    inferred_location: { timezone: 'Asia/Calcutta', country_code: 'IND' },
    profile_pic: 'https://img.pnet.example/a',
  },
  { inferred_location: { timezone: 'Mars/Olympus' } },
  {
    industry_name: 'Bread making',
    patents: [{ title: 'Oven', description: 'bread oven' }],
    projects: [{ project_title: 'Bread', project_summary: 'oven project' }],
    volunteering: [{ role: 'Baker', cause: 'bread for all', company_name: 'Bread Fund' }],
    courses: [{ title: 'Bread 101' }],
    articles: [{ title: 'On bread' }],
    publications: [{ title: 'Bread', summary: 'of ovens', publisher: 'Oven Press' }],
    languages: [{ name: 'French', proficiency_id: null, proficiency_name: null }],
  },
  { tags: ['student', 'phd'], certifications: [{ title: 'Project Management' }] },
  {
    experiences: [
      position('Engineer', {
        company_domain: 'https://www.Domain-Only.example/about',
        start_date: '2023-01-01',
      }),
      past('Trainee', { company_domain: 'domain-only.example', start_date: '2022-01-01' }),
      past('Clerk', { company_domain: 'edge-one.example', company_name: 'Edge 2', end_date: '2021-01-01' }),
    ],
  },
  {
    experiences: [
      past('Clerk', { company_domain: 'domain-only.test', end_date: '2022-03-01' }),
      past('Baker', { company_domain: 'nowhere-known.example', end_date: '2020-05-01' }),
      past('Baker', { company_domain: 'nowhere-known.example', pnet_company_id: '880002' }),
    ],
  },
  {
    experiences: [
      position('Engineer', { company_domain: 'no domain', company_name: 'Edge 3' }),
      position('Clerk', { company_domain: 'acme-edge.co.uk', pnet_company_id: '880001' }),
      position('Clerk', { company_domain: 'nowhere-known.example' }),
      position('Baker', { company_slug: 'https://www.pnet.example/company/Edge-1/' }),
      past('Miller', { company_slug: 'edge-2' }),
      past('Smith', { company_slug: 'edge-3', company_domain: 'nowhere-known.example' }),
    ],
  },
  // Pages that no company of the corpus has.
  {
    experiences: [
      position('Cook', { company_slug: 'unheard-of' }),
      past('Waiter', { company_slug: 'never-seen' }),
    ],
  },
  { experiences: [position('Waiter', { company_slug: 'never-seen', company_domain: 'elsewhere.example' })] },
].map((person, index) => ({ name: `Édge Person ${index}`, primary_slug: `edge-person-${index}`, ...person }))
