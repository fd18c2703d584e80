/** One request of the mix. */
export interface Question {
  path: '/v1/company-count' | '/v1/company-search' | '/v1/people-search/count' | '/v1/people-search'
  body: string
}

/** What a customer asks for, with places and words that change from one request to the next. */
type Template = (pick: Pick) => { kind: 'companies' | 'people'; ask: Record<string, unknown> }

/** Where the values of a question come from. */
interface Pick {
  one<T>(values: readonly T[]): T
  /** One of them; where no question is asked twice, up to three of them and of `more`. */
  some<T>(values: readonly T[], more?: readonly T[]): T[]
  /** The number; where no question is asked twice, another one up to a share of it away. */
  near(value: number, decimals?: number, share?: number): number
}

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

// For questions that are not asked twice.
const moreCountries =
  'ITA PRT CHE AUT BEL DNK NOR FIN POL CZE IRL MEX ARG CHL COL ZAF NGA KEN EGY ISR TUR ARE SAU SGP MYS THA VNM IDN PHL KOR NZL'.split(
    ' ',
  )
const moreWords =
  'security energy battery insurance education gaming retail travel mobile biotech diagnostics drones sensors marketplace compliance recruiting advertising storage networks agriculture'.split(
    ' ',
  )
const moreSkills =
  'typescript rust react docker excel finance recruiting negotiation leadership research statistics writing photoshop salesforce azure aws linux security'.split(
    ' ',
  )
const moreTitles =
  'account executive,marketing manager,chief technology officer,founder,recruiter,designer,accountant,project manager,director of engineering,business analyst'.split(
    ',',
  )
const moreTitleWords = ['marketing', 'product', 'finance', 'operations', 'design']

const around = (pick: Pick, km: number) => {
  const { latitude, longitude } = pick.one(cities)
  const center = { latitude: pick.near(latitude, 3, 0.01), longitude: pick.near(longitude, 3, 0.01) }
  const radius = { unit: 'kilometers', quantity: pick.near(km) }
  return { unionAll: [{ strategy: 'radial-distance', center, radius }] }
}
const companies = (searchParams: object) => ({ kind: 'companies' as const, ask: { searchParams } })
const people = (searchParams: object, more: object = {}) => ({
  kind: 'people' as const,
  ask: { searchParams, ...more },
})
const country = (pick: Pick) => ({ anyOf: pick.some(countries, moreCountries) })

/** Twenty kinds of question: facets, ranges, words, titles, places, history and joins. */
const templates: readonly Template[] = [
  (pick) => companies({ headquartersCountryCode: country(pick) }),
  (pick) =>
    companies({ headquartersCountryCode: country(pick), industriesV2: { allOf: pick.some(industries) } }),
  (pick) =>
    companies({
      headquartersCountryCode: { anyOf: pick.some(regions) },
      stage: { anyOf: pick.some(stages) },
    }),
  (pick) =>
    companies({
      employeeCountV2: { lowerBoundExclusive: pick.near(pick.one(sizes)) },
      stage: { anyOf: pick.some(stages) },
    }),
  (pick) => companies({ keywords: { containsAny: pick.some(words, moreWords) } }),
  (pick) =>
    companies({
      keywords: { containsAll: pick.some(words, moreWords) },
      headquartersCountryCode: country(pick),
    }),
  (pick) => companies({ headquartersLocation: around(pick, 50) }),
  (pick) =>
    companies({
      foundedOn: {
        strategy: 'absolute',
        range: { lowerBound: `${pick.near(pick.one([2005, 2012, 2019]), 0, 0.003)}-01-01` },
      },
    }),
  (pick) =>
    companies({
      totalFundingUSD: { lowerBound: pick.near(pick.one([1e6, 1e7, 1e8])) },
      headquartersCountryCode: country(pick),
    }),
  (pick) => people({ country3LetterCode: country(pick), seniority: { anyOf: pick.some(seniorities) } }),
  (pick) => people({ country3LetterCode: country(pick), jobFunction: { anyOf: pick.some(functions) } }),
  (pick) =>
    people({ jobTitleV3: { anyOf: pick.some(titles, moreTitles).map((term) => ({ type: 'plain', term })) } }),
  (pick) =>
    people({
      jobTitleV3: {
        anyOf: [
          {
            type: 'functional',
            seniority: ['vp', 'director'],
            keywords: pick.some(['engineering', 'sales'], moreTitleWords),
          },
        ],
      },
      country3LetterCode: country(pick),
    }),
  (pick) =>
    people({
      keywords: { containsAll: [...pick.some(skills, moreSkills), ...pick.some(skills, moreSkills)] },
    }),
  (pick) =>
    people({ keywords: { containsAny: pick.some(skills, moreSkills) }, country3LetterCode: country(pick) }),
  (pick) => people({ location: around(pick, 40), seniority: { anyOf: pick.some(seniorities) } }),
  (pick) =>
    people({
      tags: { allOf: ['decision-maker'] },
      country3LetterCode: { anyOf: pick.some(regions, [...regions, ...moreCountries]) },
    }),
  (pick) =>
    people({
      numConnections: { lowerBound: pick.near(pick.one([100, 400])) },
      country3LetterCode: country(pick),
    }),
  (pick) =>
    people({
      yearsOfExperience: { lowerBound: pick.near(5), upperBound: pick.near(10) },
      jobFunction: { anyOf: pick.some(functions) },
    }),
  (pick) =>
    people(
      { seniority: { anyOf: pick.some(seniorities) } },
      {
        companyParams: {
          industriesV2: { anyOf: pick.some(industries) },
          employeeCountV2: { lowerBoundExclusive: pick.near(pick.one(sizes)) },
        },
      },
    ),
]

/**
 * Endless questions, the same for the same seed: three pages of 25 to one count. Real customers neither repeat themselves
 * all the time, as the twenty templates with a few values do, nor never: `once` holds the questions that were asked, of
 * which none comes again.
 */
export function* questions(seed: number, once?: Set<string>): Generator<Question, never> {
  const pick = pickFrom(seed, once !== undefined)
  for (;;) {
    const { kind, ask } = pick.one(templates)(pick)
    const isCount = pick.random() < 0.25
    const paths = {
      companies: ['/v1/company-count', '/v1/company-search'],
      people: ['/v1/people-search/count', '/v1/people-search'],
    } as const
    const path = paths[kind][isCount ? 0 : 1]
    const body = JSON.stringify(isCount ? ask : { ...ask, pageSize: 25 })
    const name = `${path} ${body}`
    if (once?.has(name) === true) continue
    once?.add(name)
    yield { path, body }
  }
}

function pickFrom(seed: number, varies: boolean): Pick & { random(): number } {
  let state = seed >>> 0
  // Mulberry32: a mix that can be repeated needs no better numbers.
  const random = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const one = <T>(values: readonly T[]) => values[Math.floor(random() * values.length)] as T
  return {
    random,
    one,
    some(values, more = []) {
      if (!varies) return [one(values)]
      const all = [...values, ...more]
      const chosen = Array.from({ length: 1 + Math.floor(random() * 3) }, () => one(all))
      return [...new Set(chosen)]
    },
    near(value, decimals = 0, share = 0.2) {
      if (!varies) return value
      const scale = 10 ** decimals
      return Math.round(value * (1 + (2 * random() - 1) * share) * scale) / scale
    },
  }
}
