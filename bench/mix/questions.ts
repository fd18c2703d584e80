/** One request of the mix. */
export interface Question {
  path: '/v1/company-count' | '/v1/company-search' | '/v1/people-search/count' | '/v1/people-search'
  body: string
}

/** What a customer asks for, with places and words that change from one request to the next. */
type Template = (pick: Pick) => { kind: 'companies' | 'people'; ask: Record<string, unknown> }
type Pick = <T>(values: readonly T[]) => T

const countries = ['USA', 'GBR', 'DEU', 'FRA', 'CAN', 'IND', 'BRA', 'NLD', 'SWE', 'ESP', 'AUS', 'JPN']
const regions = ['X-NORDICS', 'X-DACH', 'X-BENELUX', 'X-LATAM', 'X-SOUTH_EAST_ASIA', 'X-EUROPEAN_UNION']
const industries = ['Software', 'Information Technology', 'Finance', 'Healthcare', 'Manufacturing']
const stages = ['seed', 'series_a', 'series_b', 'series_c', 'private_equity', 'acquired']
const words = ['predictive maintenance', 'analytics', 'logistics', 'payments', 'robotics', 'cloud', 'data']
const skills = ['kubernetes', 'python', 'sales', 'marketing', 'accounting', 'java', 'sql', 'design']
const titles = ['head of sales', 'vp of sales', 'software engineer', 'product manager', 'data scientist']
const seniorities = ['Director', 'Executive', 'Mid-Senior level', 'Entry level']
const functions = ['Engineering', 'Sales', 'Marketing', 'Finance', 'Human Resources', 'Operations']
const cities = [
  { latitude: 52.52, longitude: 13.405 },
  { latitude: 40.7128, longitude: -74.006 },
  { latitude: 51.5074, longitude: -0.1278 },
  { latitude: 37.7749, longitude: -122.4194 },
  { latitude: 19.076, longitude: 72.8777 },
]
const sizes = [0, 10, 50, 200, 1000, 5000]

const around = (pick: Pick, km: number) => ({
  unionAll: [
    { strategy: 'radial-distance', center: pick(cities), radius: { unit: 'kilometers', quantity: km } },
  ],
})
const companies = (searchParams: object) => ({ kind: 'companies' as const, ask: { searchParams } })
const people = (searchParams: object, more: object = {}) => ({
  kind: 'people' as const,
  ask: { searchParams, ...more },
})
const country = (pick: Pick) => ({ anyOf: [pick(countries)] })

/** Twenty kinds of question: facets, ranges, words, titles, places, history and joins. */
const templates: readonly Template[] = [
  (pick) => companies({ headquartersCountryCode: country(pick) }),
  (pick) =>
    companies({ headquartersCountryCode: country(pick), industriesV2: { allOf: [pick(industries)] } }),
  (pick) =>
    companies({ headquartersCountryCode: { anyOf: [pick(regions)] }, stage: { anyOf: [pick(stages)] } }),
  (pick) =>
    companies({ employeeCountV2: { lowerBoundExclusive: pick(sizes) }, stage: { anyOf: [pick(stages)] } }),
  (pick) => companies({ keywords: { containsAny: [pick(words)] } }),
  (pick) => companies({ keywords: { containsAll: [pick(words)] }, headquartersCountryCode: country(pick) }),
  (pick) => companies({ headquartersLocation: around(pick, 50) }),
  (pick) =>
    companies({
      foundedOn: { strategy: 'absolute', range: { lowerBound: `${pick([2005, 2012, 2019])}-01-01` } },
    }),
  (pick) =>
    companies({
      totalFundingUSD: { lowerBound: pick([1e6, 1e7, 1e8]) },
      headquartersCountryCode: country(pick),
    }),
  (pick) => people({ country3LetterCode: country(pick), seniority: { anyOf: [pick(seniorities)] } }),
  (pick) => people({ country3LetterCode: country(pick), jobFunction: { anyOf: [pick(functions)] } }),
  (pick) => people({ jobTitleV3: { anyOf: [{ type: 'plain', term: pick(titles) }] } }),
  (pick) =>
    people({
      jobTitleV3: {
        anyOf: [
          { type: 'functional', seniority: ['vp', 'director'], keywords: [pick(['engineering', 'sales'])] },
        ],
      },
      country3LetterCode: country(pick),
    }),
  (pick) => people({ keywords: { containsAll: [pick(skills), pick(skills)] } }),
  (pick) => people({ keywords: { containsAny: [pick(skills)] }, country3LetterCode: country(pick) }),
  (pick) => people({ location: around(pick, 40), seniority: { anyOf: [pick(seniorities)] } }),
  (pick) => people({ tags: { allOf: ['decision-maker'] }, country3LetterCode: { anyOf: [pick(regions)] } }),
  (pick) => people({ numConnections: { lowerBound: pick([100, 400]) }, country3LetterCode: country(pick) }),
  (pick) =>
    people({
      yearsOfExperience: { lowerBound: 5, upperBound: 10 },
      jobFunction: { anyOf: [pick(functions)] },
    }),
  (pick) =>
    people(
      { seniority: { anyOf: [pick(seniorities)] } },
      {
        companyParams: {
          industriesV2: { anyOf: [pick(industries)] },
          employeeCountV2: { lowerBoundExclusive: pick(sizes) },
        },
      },
    ),
]

/** Endless questions, the same for the same seed: three pages of 25 to one count. */
export function* questions(seed: number): Generator<Question, never> {
  let state = seed >>> 0
  // Mulberry32: a mix that can be repeated needs no better numbers.
  const random = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const pick: Pick = (values) => values[Math.floor(random() * values.length)] as (typeof values)[number]
  for (;;) {
    const { kind, ask } = pick(templates)(pick)
    const isCount = random() < 0.25
    const paths = {
      companies: ['/v1/company-count', '/v1/company-search'],
      people: ['/v1/people-search/count', '/v1/people-search'],
    } as const
    yield {
      path: paths[kind][isCount ? 0 : 1],
      body: JSON.stringify(isCount ? ask : { ...ask, pageSize: 25 }),
    }
  }
}
