import { boundingBoxes } from '../../src/lib/geo.ts'

import { expandCountryCodes } from '../../src/corpus/reference/index.ts'

/** One question of the fixed mix, in the words of each system. */
export interface SearchCase {
  name: string
  kind: 'companies' | 'people'
  /** Members of the request. */
  ask: { searchParams?: Record<string, unknown>; companyParams?: Record<string, unknown> }
  /** The same condition over the Postgres table of the kind. */
  postgres: string
  /** And over the DuckDB table. */
  duckdb: string
  /** Its hundredth page is measured too. */
  isDeep?: true
}

const list = (values: readonly string[]) =>
  values.map((value) => `'${value.replaceAll("'", "''")}'`).join(', ')

/** Postgres: facet tokens by the GIN index. */
const all = (...tokens: string[]) => `facets @> ARRAY[${list(tokens)}]`
const any = (...tokens: string[]) => `facets && ARRAY[${list(tokens)}]`
const titled = (...tokens: string[]) => `title_tokens && ARRAY[${list(tokens)}]`
const words = (...tokens: string[]) => `string_to_array(words, ' ') @> ARRAY[${list(tokens)}]`
/** Words side by side: the index finds rows with all of them, the text decides. */
const phrase = (text: string) => `(${words(...text.split(' '))} AND words LIKE '% ${text} %')`

/** DuckDB: one value or several of a padded list of words. */
const has = (column: string, value: string) => `contains(${column}, ' ${value} ')`
const hasAny = (column: string, ...values: string[]) =>
  `(${values.map((value) => has(column, value)).join(' OR ')})`

const codesOf = (region: string) =>
  [...expandCountryCodes([region]).countries].map((code) => code.toLowerCase())
const countryTokens = (region: string) => codesOf(region).map((code) => `country:${code}`)

const berlin = { latitude: 52.52, longitude: 13.405 }
const newYork = { latitude: 40.7128, longitude: -74.006 }

/** SnapshotRows `km`: a box for the index, the haversine for the rest. Both baselines have `lat` and `lon`. */
function within(
  { latitude, longitude }: typeof berlin,
  km: number,
): { distance: string; box: string; range: string } {
  const box = boundingBoxes({ latitude, longitude }, km)[0]
  if (box === undefined) throw new Error('no box')
  const half = (a: string, b: number) => `power(sin((radians(${a}) - radians(${b})) / 2), 2)`
  const chord = `${half('lat', latitude)} + cos(radians(lat)) * cos(radians(${latitude})) * ${half('lon', longitude)}`
  return {
    distance: `2 * 6371.0088 * asin(sqrt(least(1, ${chord}))) <= ${km}`,
    box: `place <@ box(point(${box.minLongitude}, ${box.minLatitude}), point(${box.maxLongitude}, ${box.maxLatitude}))`,
    range: `lat BETWEEN ${box.minLatitude} AND ${box.maxLatitude} AND lon BETWEEN ${box.minLongitude} AND ${box.maxLongitude}`,
  }
}

const nearBerlin = within(berlin, 50)
const nearNewYork = within(newYork, 40)
const radius = (center: typeof berlin, km: number) => ({
  unionAll: [{ strategy: 'radial-distance', center, radius: { unit: 'kilometers', quantity: km } }],
})

const companyCases: SearchCase[] = [
  {
    name: 'companies: country (broad)',
    kind: 'companies',
    ask: { searchParams: { headquartersCountryCode: { anyOf: ['USA'] } } },
    postgres: all('country:usa'),
    duckdb: `country = 'usa'`,
    isDeep: true,
  },
  {
    name: 'companies: country, industry, stage (selective)',
    kind: 'companies',
    ask: {
      searchParams: {
        headquartersCountryCode: { anyOf: ['DEU'] },
        industriesV2: { allOf: ['Software'] },
        stage: { anyOf: ['series_a', 'series_b'] },
      },
    },
    postgres: `${all('country:deu', 'ind:software')} AND ${any('stage:series_a', 'stage:series_b')}`,
    duckdb: `country = 'deu' AND ${has('industries', 'software')} AND stage IN ('series_a', 'series_b')`,
  },
  {
    name: 'companies: region, industries, size, no stage of two',
    kind: 'companies',
    ask: {
      searchParams: {
        headquartersCountryCode: { anyOf: ['X-NORDICS'] },
        industriesV2: { anyOf: ['Software', 'Information Technology', 'Cloud'] },
        employeeCountV2: { lowerBoundExclusive: 10, upperBoundInclusive: 1000 },
        stage: { noneOf: ['acquired', 'closed'] },
      },
    },
    postgres: [
      any(...countryTokens('X-NORDICS')),
      any('ind:software', 'ind:information_technology', 'ind:cloud'),
      any('size:3', 'size:4', 'size:5', 'size:6'),
      `NOT ${any('stage:acquired', 'stage:closed')}`,
    ].join(' AND '),
    duckdb: [
      `country IN (${list(codesOf('X-NORDICS'))})`,
      hasAny('industries', 'software', 'information_technology', 'cloud'),
      'size BETWEEN 3 AND 6',
      `(stage IS NULL OR stage NOT IN ('acquired', 'closed'))`,
    ].join(' AND '),
  },
  {
    name: 'companies: keyword phrase',
    kind: 'companies',
    ask: { searchParams: { keywords: { containsAny: ['predictive maintenance'] } } },
    postgres: phrase('predictive maintenance'),
    duckdb: has('words', 'predictive maintenance'),
  },
  {
    name: 'companies: 50 km around Berlin',
    kind: 'companies',
    ask: { searchParams: { headquartersLocation: radius(berlin, 50) } },
    postgres: `${nearBerlin.box} AND ${nearBerlin.distance}`,
    duckdb: `${nearBerlin.range} AND ${nearBerlin.distance}`,
  },
]

const heads = ['head of sales', 'vp of sales', 'sales director']
const peopleCases: SearchCase[] = [
  {
    name: 'people: country and seniority (broad)',
    kind: 'people',
    ask: {
      searchParams: {
        country3LetterCode: { anyOf: ['USA'] },
        seniority: { anyOf: ['Director', 'Executive'] },
      },
    },
    postgres: `${all('country:usa')} AND ${any('sen:director', 'sen:executive')}`,
    duckdb: `country = 'usa' AND ${hasAny('seniorities', 'director', 'executive')}`,
    isDeep: true,
  },
  {
    name: 'people: level and keyword in one title, country',
    kind: 'people',
    ask: {
      searchParams: {
        country3LetterCode: { anyOf: ['GBR'] },
        jobTitleV3: {
          anyOf: [{ type: 'functional', seniority: ['vp', 'director'], keywords: ['engineering'] }],
        },
      },
    },
    postgres: `${all('country:gbr')} AND ${titled('vp>engineering', 'director>engineering')}`,
    duckdb: `country = 'gbr' AND ${hasAny('title_tokens', 'vp>engineering', 'director>engineering')}`,
  },
  {
    name: 'people: any of three title phrases',
    kind: 'people',
    ask: { searchParams: { jobTitleV3: { anyOf: heads.map((term) => ({ type: 'plain', term })) } } },
    postgres: `(${[
      ...heads.slice(0, 2).map((text) => {
        const pairs = text
          .split(' ')
          .slice(1)
          .map((word, index) => `${text.split(' ')[index]}_${word}`)
        return `(title_tokens @> ARRAY[${list(pairs)}] AND titles LIKE '% ${text} %')`
      }),
      titled('sales_director'),
    ].join(' OR ')})`,
    duckdb: hasAny('titles', ...heads),
  },
  {
    name: 'people: keyword and state (selective)',
    kind: 'people',
    ask: {
      searchParams: {
        keywords: { containsAll: ['kubernetes', 'python'] },
        state: { anyOf: [{ stateName: 'California', countryCode: 'USA' }] },
      },
    },
    postgres: `${words('kubernetes', 'python')} AND ${all('cstate:usa_ca')}`,
    duckdb: `country = 'usa' AND ${has('states', 'california')} AND ${has('words', 'kubernetes')} AND ${has('words', 'python')}`,
  },
  {
    name: 'people: region, function, tag, without a country',
    kind: 'people',
    ask: {
      searchParams: {
        country3LetterCode: { anyOf: ['X-EUROPEAN_UNION'], noneOf: ['DEU'] },
        jobFunction: { anyOf: ['Engineering', 'Information Technology'] },
        tags: { allOf: ['decision-maker'] },
      },
    },
    postgres: [
      any(...countryTokens('X-EUROPEAN_UNION')),
      any('fn:engineering', 'fn:information_technology'),
      all('tag:decision_maker'),
      `NOT ${all('country:deu')}`,
    ].join(' AND '),
    duckdb: [
      `country IN (${list(codesOf('X-EUROPEAN_UNION'))}) AND country != 'deu'`,
      hasAny('functions', 'engineering', 'information_technology'),
      has('tags', 'decision_maker'),
    ].join(' AND '),
  },
  {
    name: 'people: 40 km around New York, seniority',
    kind: 'people',
    ask: { searchParams: { location: radius(newYork, 40), seniority: { anyOf: ['Executive'] } } },
    postgres: `${nearNewYork.box} AND ${nearNewYork.distance} AND ${all('sen:executive')}`,
    duckdb: `${nearNewYork.range} AND ${nearNewYork.distance} AND ${has('seniorities', 'executive')}`,
  },
  {
    name: 'people: at companies of an industry and size, seniority',
    kind: 'people',
    ask: {
      searchParams: { seniority: { anyOf: ['Director'] } },
      companyParams: {
        industriesV2: { anyOf: ['Software'] },
        employeeCountV2: { lowerBoundExclusive: 200 },
      },
    },
    postgres: `${all('sen:director')} AND id IN (SELECT id FROM person_orgs WHERE org_id IN (
      SELECT org_id FROM companies WHERE org_id <> 0 AND ${all('ind:software')}
        AND ${any('size:5', 'size:6', 'size:7', 'size:8', 'size:9')}))`,
    duckdb: `${has('seniorities', 'director')} AND id IN (SELECT id FROM person_orgs WHERE org_id IN (
      SELECT org_id FROM companies WHERE org_id <> 0 AND ${has('industries', 'software')} AND size >= 5))`,
  },
]

export const searchCases: readonly SearchCase[] = [...companyCases, ...peopleCases]
