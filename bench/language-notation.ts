import { readdirSync, readFileSync } from 'node:fs'
import { stableStringify } from '../src/lib/stable-json.ts'
import { companyStage, toDollars } from '../src/corpus/records/index.ts'

/** A question of the gold set and what it means. */
export interface GoldQuestion {
  set: string
  question: string
  kind: 'companies' | 'people' | undefined
  isCount: boolean
  limit: number | undefined
  /** Each filter value as `side.path=value`. */
  atoms: Set<string>
  /** The parser was not tuned on these. */
  isHeldOut: boolean
}

type Params = Record<string, unknown>
interface Wanted {
  company: Params
  person: Params
  limit: number | undefined
}

/** Sets all of whose questions are held out, and those of which none is; of the others every second one is. */
const heldOut = new Set(['outsiders', 'passers-by', 'coffee-break'])
const tuned = new Set(['call-notes', 'trade-fair'])

/** The questions of bench/language-sets; english.txt says how they are written. */
export function goldQuestions(): GoldQuestion[] {
  const folder = `${import.meta.dirname}/language-sets`
  const lines = readdirSync(folder)
    .toSorted()
    .flatMap((file) =>
      readFileSync(`${folder}/${file}`, 'utf8')
        .split('\n')
        .filter((line) => line !== '' && !line.startsWith('#'))
        .map((line) => ({ set: file.replace('.txt', ''), line })),
    )
  return lines.map(({ set, line }, index) => ({
    set,
    ...questionOf(line),
    isHeldOut: heldOut.has(set) || (index % 2 === 1 && !tuned.has(set)),
  }))
}

function questionOf(line: string): Omit<GoldQuestion, 'set' | 'isHeldOut'> {
  const arrow = line.lastIndexOf(' => ')
  const [sign = '', ...filters] = line.slice(arrow + 4).split(' ')
  const wanted: Wanted = { company: {}, person: {}, limit: undefined }
  for (const filter of filters) read(filter, wanted)
  const kind = sign.startsWith('C') ? 'companies' : sign.startsWith('P') ? 'people' : undefined
  return {
    question: line.slice(0, arrow),
    kind,
    isCount: sign.endsWith('#'),
    limit: wanted.limit,
    atoms: atomsOf(wanted.company, wanted.person),
  }
}

/** `side.path=value` of every filter value; members of a list are one each. */
export function atomsOf(company: object | undefined, person: object | undefined): Set<string> {
  return new Set([...atomsIn('company', company ?? {}), ...atomsIn('person', person ?? {})])
}

function* atomsIn(path: string, value: unknown): Iterable<string> {
  if (value === undefined || value === null) return
  if (Array.isArray(value)) for (const each of value) yield `${path}=${stableStringify(shown(each))}`
  else if (typeof value === 'object' && !('strategy' in value))
    for (const [name, member] of Object.entries(value)) yield* atomsIn(`${path}.${name}`, member)
  else yield `${path}=${stableStringify(shown(value))}`
}

/** Members that are not set left out; a city the same whether it is named or given by its coordinates. */
function shown(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  const { strategy, city, countryCode, center, radius } = value as Record<string, never> & {
    center?: { name?: string }
    radius?: { quantity: number; unit: string }
  }
  if (strategy === 'free-form-city' || strategy === 'radial-distance') {
    const name = strategy === 'free-form-city' ? `${city}/${countryCode}` : center?.name
    return `${String(name).split(/[,/]/)[0]} ${radius?.quantity} ${radius?.unit}`
  }
  if (Array.isArray(value)) return value.map(shown)
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) =>
      member === undefined || member === null ? [] : [[name, shown(member)]],
    ),
  )
}

const words = (text: string) => text.replaceAll('_', ' ')
const many = (text: string) => text.split('|').map(words)

function push(params: Params, param: string, list: string, values: readonly unknown[]): void {
  const lists = (params[param] ??= {}) as Record<string, unknown[]>
  lists[list] = [...(lists[list] ?? []), ...values]
}

function boundsOf(text: string): { lowerBound?: number; upperBound?: number } {
  const [low = '', high = ''] = text.split('..')
  return {
    ...(low === '' ? {} : { lowerBound: amountOf(low) }),
    ...(high === '' ? {} : { upperBound: amountOf(high) }),
  }
}

/** `20000000EUR` is worth as many dollars as the parser takes it for. */
function amountOf(text: string): number {
  const [, amount = '', currency = ''] = /^(.*?)([A-Z]{3})?$/.exec(text) ?? []
  return currency === '' ? Number(amount) : toDollars({ amount: Number(amount), currency })!
}

function cityOf(text: string): object {
  const [city = '', countryCode, distance = '40km'] = text.split('/')
  const unit = distance.endsWith('mi') ? 'miles' : 'kilometers'
  return {
    strategy: 'free-form-city',
    city: words(city),
    countryCode,
    radius: { unit, quantity: Number.parseInt(distance, 10) },
  }
}

function dateOf(text: string): object {
  if (text === 'thisyear')
    return { strategy: 'relative', window: { method: 'calendar', period: 'year', which: 'current' } }
  const relative = /^(\d+)(day|week|month|quarter|year)$/.exec(text)
  if (relative !== null)
    return {
      strategy: 'relative',
      window: { method: 'lastN', period: relative[2], quantity: Number(relative[1]) },
    }
  const [lowerBound = '', upperBound = ''] = text.split('..')
  return {
    strategy: 'absolute',
    range: { ...(lowerBound && { lowerBound }), ...(upperBound && { upperBound }) },
  }
}

function titleOf(text: string): object[] {
  const level = /^([a-z,-]+)\[(.*)\]$/.exec(text)
  if (level !== null)
    return [
      { type: 'functional', seniority: level[1]!.split(','), keywords: level[2]!.split(',').map(words) },
    ]
  if (['founder', 'vp', 'c-suite', 'board-member', 'intern', 'director', 'head'].includes(text))
    return [{ type: 'functional', seniority: [text] }]
  return [{ type: 'plain', term: words(text) }]
}

const chiefs: Record<string, string> = {
  CTO: 'Chief Technology Officer',
  CEO: 'Chief Executive Officer',
  CFO: 'Chief Financial Officer',
  CMO: 'Chief Marketing Officer',
  COO: 'Chief Operating Officer',
  CRO: 'Chief Revenue Officer',
  CPO: 'Chief People Officer',
  CISO: 'Chief Information Security Officer',
}
const stages = companyStage.options.filter((stage) => /^(pre_seed|seed|series_[a-j])$/.test(stage))
function stagesOf(text: string): string[] {
  const [first = '', last] = text.split('..')
  return last === undefined
    ? text.split('|')
    : stages.slice(stages.indexOf(first as never), stages.indexOf(last as never) + 1)
}

function stateOf(text: string): object[] {
  const [stateName = '', countryCode] = text.split('/')
  return [{ stateName: words(stateName), countryCode }]
}

function postingOf(text: string): object {
  const rule: Record<string, unknown> = {}
  for (const part of text.split(';')) {
    const [name = '', value = ''] = part.split(/:(.*)/s)
    if (name === 'title') rule['jobTitle'] = many(value)
    if (name === 'type') rule['jobLocationType'] = [value]
    if (name === 'fn') rule['jobFunction'] = many(value)
    if (name === 'country') rule['countryOrRegionCode'] = [value]
    if (name === 'city') rule['geoLocation'] = cityOf(value)
  }
  return { ...rule, jobPostingStatus: 'active' }
}

const listed = (text: string) => many(text).map((technology) => ({ type: 'predefined', technology }))
const trendOf = (windowMonths: string, range: string) => ({
  type: 'percent_change',
  windowMonths: Number(windowMonths),
  change: boundsOf(range),
})

type Reader = (company: Params, value: string, person: Params) => void
const list =
  (param: string, name: string, of: (text: string) => readonly unknown[]): Reader =>
  (company, value) =>
    push(company, param, name, of(value))
const ofPerson =
  (param: string, name: string, of: (text: string) => readonly unknown[]): Reader =>
  (_company, value, person) =>
    push(person, param, name, of(value))
const past = (value: string) => {
  const [name = '', title] = value.split(':')
  return [{ ...(title === undefined ? {} : { jobTitle: many(title) }), company: { name: words(name) } }]
}

const readers: Record<string, Reader> = {
  hq: list('headquartersCountryCode', 'anyOf', (text) => text.split('|')),
  '-hq': (company, value) => push(company, 'headquartersCountryCode', 'noneOf', value.split('|')),
  state: list('headquartersStateName', 'anyOf', many),
  '-state': list('headquartersStateName', 'noneOf', many),
  city: list('headquartersLocation', 'unionAll', (text) => text.split('|').map(cityOf)),
  '-city': list('headquartersLocation', 'subtractAll', (text) => text.split('|').map(cityOf)),
  area: list('headquartersLocation', 'unionAll', (region) => [{ strategy: 'preset-region', region }]),
  ind: list('industriesV2', 'anyOf', many),
  'ind&': list('industriesV2', 'allOf', many),
  '-ind': list('industriesV2', 'noneOf', many),
  stage: list('stage', 'anyOf', stagesOf),
  '-stage': list('stage', 'noneOf', stagesOf),
  tech: list('technologies', 'anyOf', listed),
  'tech&': list('technologies', 'allOf', listed),
  '-tech': list('technologies', 'noneOf', listed),
  techx: list('technologies', 'anyOf', (name) => [{ type: 'custom', name }]),
  'techx&': list('technologies', 'allOf', (name) => [{ type: 'custom', name }]),
  '-techx': list('technologies', 'noneOf', (name) => [{ type: 'custom', name }]),
  tag: list('tags', 'anyOf', (text) => text.split('|')),
  '-flag': list('specialFlags', 'noneOf', (text) => text.split('|')),
  flag: list('specialFlags', 'anyOf', (text) => text.split('|')),
  status: list('status', 'anyOf', many),
  post: list('jobPostingsV2', 'anyOf', (text) => [postingOf(text)]),
  openings: list('jobPostingStats', 'anyOf', (text) => [{ rule: 'total', count: boundsOf(text) }]),
  trend: list('employeeTrendsV2', 'obeysAll', (text) => [trendOf(...(text.split(':') as [string, string]))]),
  grow: list('employeeTrendsV2', 'obeysAll', () => [trendOf('12', '0.01..')]),
  shrink: list('employeeTrendsV2', 'obeysAll', () => [trendOf('12', '..-0.01')]),
  fntrend: list('employeeTrends', 'obeysAll', (text) => {
    const [jobFunction, months, range = ''] = text.split(':')
    return [
      {
        jobFunction,
        countCriteria: {
          type: 'percent_change',
          change: boundsOf(range),
          windowLookBackMonths: Number(months),
        },
      },
    ]
  }),
  dept: list('employeeTrends', 'obeysAll', (text) => {
    const [jobFunction, range = ''] = text.split(':')
    return [{ jobFunction, countCriteria: { type: 'current_count', range: boundsOf(range) } }]
  }),
  acc: list('acceleratorsV2', 'anyOf', (text) => {
    const [acceleratorName, batch] = text.split(':')
    return [
      {
        acceleratorName,
        ...(batch && { batchSelection: { strategy: 'only-these-batches', batches: [words(batch)] } }),
      },
    ]
  }),
  fortune: list('fortuneRankings', 'anyOf', (high) => [
    { list: 'fortune-500-usa', range: { low: 1, high: Number(high) } },
  ]),
  inv: list('investorsV2', 'anyOf', (text) =>
    text.split('|').map((domain) => ({ investorIdentifier: { type: 'domain', domain } })),
  ),
  name: list('nameLike', 'anyOf', many),
  '-name': list('nameLike', 'noneOf', many),
  domain: list('exactCompanyV2', 'anyOf', (domain) => [{ identifier: 'domain', domain }]),
  tld: list('tlds', 'anyOf', (text) => [text]),
  naics: list('naicsCodes', 'anyOf', (code) => [{ code }]),
  office: list('officeLocationsV2', 'anyOf', (text) =>
    text.split('|').map((countryOrRegionCode) => ({ type: 'country-or-region', countryOrRegionCode })),
  ),
  '-office': list('officeLocationsV2', 'noneOf', (countryOrRegionCode) => [
    { type: 'country-or-region', countryOrRegionCode },
  ]),
  officecity: list('officeLocationsV2', 'anyOf', (text) => [{ type: 'geography', location: cityOf(text) }]),
  officesin: list('officeLocationsV2', 'anyOf', (text) => {
    const [countryOrRegionCode, range = ''] = text.split(':')
    return [{ type: 'country-or-region', countryOrRegionCode, range: boundsOf(range) }]
  }),
  offices: list('officeLocationsV2', 'anyOf', (text) => [{ type: 'worldwide', range: boundsOf(text) }]),
  kw: list('keywords', 'containsAll', many),
  '-kw': list('keywords', 'containsNone', many),
  size(company, value) {
    const { lowerBound, upperBound } = boundsOf(value)
    company['employeeCountV2'] = { lowerBoundExclusive: lowerBound, upperBoundInclusive: upperBound }
  },
  total: (company, value) => void (company['totalFundingUSD'] = boundsOf(value)),
  last: (company, value) => void (company['lastFundingUSD'] = boundsOf(value)),
  revenue: (company, value) => void (company['revenueRangeUSD'] = boundsOf(value)),
  funded: (company, value) => void (company['lastFundedOn'] = dateOf(value)),
  founded: (company, value) => void (company['foundedOn'] = dateOf(value)),
  staff(company, value) {
    const [titles = '', range = '1..'] = value.split(':')
    staffRule(company, titles, boundsOf(range.includes('..') ? range : `${range}..`))
  },
  nostaff: (company, value) => staffRule(company, value, { upperBound: 0 }),
  sort(company, value) {
    const [field, direction] = value.split(':')
    company['sort'] = [{ field, direction }]
  },
  or(company, value) {
    company['group'] = {
      or: value.split('|').map((choice) => {
        const inner: Params = {}
        const [name = '', of = ''] = choice.split(/:(.*)/s)
        readers[name]!(inner, of, {})
        return inner
      }),
    }
  },
  'p.title': ofPerson('jobTitleV3', 'anyOf', (text) => text.split('|').flatMap(titleOf)),
  'p.-title': ofPerson('jobTitleV3', 'noneOf', (text) => text.split('|').flatMap(titleOf)),
  'p.chief': ofPerson('jobTitleV3', 'anyOf', (text) =>
    text.split('|').flatMap((chief) => [chief, chiefs[chief]!].map((term) => ({ type: 'plain', term }))),
  ),
  'p.country': ofPerson('country3LetterCode', 'anyOf', (text) => text.split('|')),
  'p.-country': ofPerson('country3LetterCode', 'noneOf', (text) => text.split('|')),
  'p.state': ofPerson('state', 'anyOf', stateOf),
  'p.-state': ofPerson('state', 'noneOf', stateOf),
  'p.-city': ofPerson('location', 'subtractAll', (text) => text.split('|').map(cityOf)),
  'p.area': ofPerson('location', 'unionAll', (region) => [{ strategy: 'preset-region', region }]),
  'p.city': ofPerson('location', 'unionAll', (text) => text.split('|').map(cityOf)),
  'p.past': ofPerson('pastJobs', 'anyOf', past),
  'p.pasttitle': ofPerson('pastJobs', 'anyOf', (text) => [{ jobTitle: many(text) }]),
  'p.school': ofPerson('education', 'anyOf', (text) => [{ schoolNameKeywords: { anyOf: many(text) } }]),
  'p.degree': ofPerson('education', 'anyOf', (text) => [{ degree: { anyOf: many(text) } }]),
  'p.lang': ofPerson('languages', 'anyOf', many),
  'p.lang&': ofPerson('languages', 'allOf', many),
  'p.fn': ofPerson('jobFunction', 'anyOf', many),
  'p.tag': ofPerson('tags', 'anyOf', (text) => text.split('|')),
  'p.kw': ofPerson('keywords', 'containsAny', many),
  'p.kw&': ofPerson('keywords', 'containsAll', many),
  'p.name': ofPerson('fuzzyName', 'anyOf', (text) => [{ name: words(text) }]),
  'p.yoe': (_company, value, person) => void (person['yearsOfExperience'] = boundsOf(value)),
  'p.followers': (_company, value, person) => void (person['numFollowers'] = boundsOf(value)),
  'p.connections': (_company, value, person) => void (person['numConnections'] = boundsOf(value)),
  'p.stealth'(_company, value, person) {
    const [status, since] = value.split(':')
    if (status === 'left')
      person['stealthV2'] = { status: 'left-stealth', ...(since && { leftStealthAt: dateOf(since) }) }
    else person['isInStealth'] = value === 'true'
  },
  'p.started': (_company, value, person) => void (person['startedAtCompany'] = dateOf(value)),
}

function staffRule(company: Params, titles: string, bounds: object): void {
  const rule = {
    employeesToMatch: { tag: 'finiteRange', ...bounds },
    employeeFilters: { jobTitle: many(titles) },
  }
  company['employees'] = { rules: [rule], joiner: 'AND' }
}

function read(filter: string, wanted: Wanted): void {
  const [name = '', value = ''] = filter.split(/=(.*)/s)
  if (name === 'limit') wanted.limit = Number(value)
  else if (readers[name] === undefined)
    throw new Error(`No filter ${JSON.stringify(filter)} in the notation of the gold set`)
  else readers[name](wanted.company, value, wanted.person)
}
