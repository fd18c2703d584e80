/** A location with what is given and nothing else. */
const at = (lat: number, lon: number, more: object = {}) => ({ coordinates: { lat, lon }, ...more })

/** Companies at the edges of what filters look at. Every one has a slug and an organization id of its own. */
export const edgeCompanies: object[] = [
  { names: null, location_consensus: null, employee_count_consensus: null },
  { location_consensus: { country_code: 'DEU', coordinates: null } },
  { location_consensus: at(0, 180, { country_code: 'FJI' }) },
  { location_consensus: at(0.01, -180, { country_code: 'FJI' }) },
  { location_consensus: at(-16.8, 179.99, { country_code: 'FJI', state_name: 'Northern' }) },
  { location_consensus: at(-16.8, -179.98, { country_code: 'FJI', state_name: 'Northern' }) },
  { location_consensus: at(52.9, 173.2, { country_code: 'USA', state_name: 'Alaska', state_code: 'AK' }) },
  { location_consensus: at(65.5, -169.4, { country_code: 'USA', state_name: 'Alaska', state_code: 'AK' }) },
  { location_consensus: at(90, 0, {}) },
  { location_consensus: at(90, 135, {}) },
  { location_consensus: at(-90, -45, { country_code: 'ATA' }) },
  { location_consensus: at(89.9, -120, {}) },
  { location_consensus: at(0, 0, {}) },
  { location_consensus: at(43.26, -2.93, { country_code: 'ESP', state_name: 'País Vasco', city: 'Bilbao' }) },
  { location_consensus: at(31.1, 35.2, { country_code: 'JOR', state_name: "Ma'an" }) },
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
  { domains: ['www.münchen-edge.de', 'EDGE-one.example'], pnet_slugs: ['former-edge', 'Größe'] },
].map((company, index) => ({
  preferred_name: `Edge ${index}`,
  pnet_primary_slug: `edge-${index}`,
  li_org_id: String(880_000 + index),
  ...company,
}))

const position = (title: string | null, more: object = {}) => ({ title, is_current: true, ...more })
const past = (title: string, more: object = {}) => ({ title, is_current: false, ...more })

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
  { inferred_location: at(-17.1, 179.9, { country_code: 'FJI' }) },
  { inferred_location: at(-17.1, -179.9, { country_code: 'FJI' }) },
  { inferred_location: at(90, 77, {}) },
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
  { tags: ['student', 'phd'], certifications: [{ title: 'Project Management' }] },
].map((person, index) => ({ name: `Édge Person ${index}`, primary_slug: `edge-person-${index}`, ...person }))
