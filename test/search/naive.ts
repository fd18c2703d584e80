import { normalizeDomain } from '../../src/lib/domain-name.ts'
import { normalText } from '../../src/lib/text-normal.ts'
import {
  findTitleLevels,
  type CompanyRecord,
  type Experience,
  type LocationRecord,
  type PersonRecord,
} from '../../src/corpus/records/index.ts'
import { expandCountryCodes, findState } from '../../src/corpus/reference/index.ts'
import { moreCompanyTests } from './naive-company.ts'
import {
  hadJob,
  hasJob,
  holdsJob,
  hasJobStatus,
  inStealthSo,
  isEmployedBy,
  nameKeyOf,
  saysOfPastJobs,
  stealthOf,
  studied,
  type Employers,
  sameEmployer,
  type FindCompanies,
} from './naive-career.ts'
import { ageOf, experienceOf, isBetween, isInZone, isNamedLike, isProfile } from './naive-person.ts'
import { fullDay, isTrueToday } from './naive-day-tags.ts'
import { inDates, type Dates } from './naive-dates.ts'
import { passes, type CompanyParams, type Lists, type ProfileParams } from './naive-params.ts'
import { inPlaces, type Places } from './naive-place.ts'
import { chosenTexts, companyTexts, holds, oneHolds, sameWords } from './naive-text.ts'

export type { CompanyParams, ProfileParams } from './naive-params.ts'

/** What each company parameter means, read off the plain record. `today` is an ISO day. */
const companyTests: {
  [K in Exclude<keyof CompanyParams, 'group'>]-?: (
    record: CompanyRecord,
    value: NonNullable<CompanyParams[K]>,
    today: string,
  ) => boolean
} = {
  ...moreCompanyTests,
  exactCompanyV2: (record, value) => passes(value, (identifier) => isCompany(record, identifier)),
  exactCompany: (record, value) => passes(value, (named) => record.li_org_id === named.li_org_id),
  domains: (record, value) => value.some((domain) => hasDomain(record, domain)),
  headquartersCountryCode: (record, value) => inCountries(record.location_consensus, value),
  headquartersStateName: (record, value) => {
    return passes(value, (state) => isInState(record.location_consensus, state))
  },
  headquartersLocation: (record, value) => inPlaces(record.location_consensus, value as Places),
  employeeCountV2: (record, { lowerBoundExclusive: above, upperBoundInclusive: most }) => {
    if ((above ?? null) === null && (most ?? null) === null) return true
    const count = record.employee_count_consensus?.gte ?? record.employee_count_consensus?.lte ?? null
    return count !== null && count > (above ?? -Infinity) && count <= (most ?? Infinity)
  },
  industriesV2: (record, value) =>
    passes(value, (industry) => record.standard_industries?.includes(industry) === true),
  keywords: (record, value) => hasKeywords(companyTexts(record), value),
  stage: (record, value) => passes(value, (stage) => record.funding_stage === stage),
  foundedOn: (record, value, today) => inDates(record.founded_on_consensus, value as Dates, today),
  tags: (record, value) => passes(value, (tag) => record.tags?.includes(tag) === true),
}

/** What each profile parameter means. */
const profileTests: {
  [K in Exclude<keyof ProfileParams, 'group'>]-?: (
    record: PersonRecord,
    value: NonNullable<ProfileParams[K]>,
    context: PersonContext,
  ) => boolean
} = {
  country3LetterCode: (record, value) => inCountries(record.inferred_location, value),
  state: (record, value) => {
    const place = record.inferred_location
    return passes(
      value,
      ({ stateName, countryCode }) =>
        isInState(place, stateName) && (!countryCode || place?.country_code === countryCode.toUpperCase()),
    )
  },
  location: (record, value) => inPlaces(record.inferred_location, value as Places),
  keywords: (record, value, { params }) =>
    hasKeywords(chosenTexts(record, params.keywordSearchOptions?.fieldsToSearchOver), value),
  keywordSearchOptions: () => true,
  exactProfile: (record, value) => passes(value, (wanted) => isProfile(record, wanted)),
  fuzzyName: (record, { anyOf }) => anyOf.some(({ name }) => isNamedLike(record, name)),
  timeZone: (record, { anyOf }, { today }) => anyOf.some((window) => isInZone(record, window, today)),
  startedInRole: (record, value, { today }) =>
    anyDay(
      current(record).map((position) => position.start_date),
      value as Dates,
      today,
    ),
  startedAtCompany: (record, value, { today }) =>
    anyDay(
      current(record).map((position) => joinedOn(record, position)),
      value as Dates,
      today,
    ),
  jobStatus: (record, _, { params, today }) => hasJobStatus(record, params, today),
  companyMatchMode: () => true,
  sort: () => true,
  jobs: (record, value, { find }) => passes(value, (wanted) => hasJob(record, wanted, find)),
  currentJobs: (record, value, { find }) => passes(value, (wanted) => holdsJob(record, wanted, find)),
  pastJobs: (record, value, { find }) => passes(value, (wanted) => hadJob(record, wanted, find)),
  pastJobText: (record, value) => saysOfPastJobs(record, value),
  yearsOfExperience: (record, value, { today }) => isBetween(experienceOf(record, today), value),
  approxAge: (record, value, { today }) => isBetween(ageOf(record, today), value),
  numConnections: (record, value) => isBetween(record.connection_count, value),
  numFollowers: (record, value) => isBetween(record.follower_count, value),
  isInStealth: (record, value) => (stealthOf(record)?.isNow ?? false) === value,
  stealthV2: (record, value, { today }) => inStealthSo(record, value, today),
  leftStealthAt: (record, value, { today }) =>
    inDates(stealthOf(record)?.left ?? null, value as Dates, today),
  education: (record, { anyOf, allOf }, context) =>
    passes({ anyOf, allOf }, (wanted) => studied(record, wanted, context)),
  languages: (record, value) =>
    passes(value, (language) => record.languages?.some(({ name }) => sameWords(name, language)) === true),
  hasProfilePicture: (record, value) => !!record.profile_pic === value,
  getDetailedEducation: () => true,
  getDetailedWorkExperience: () => true,
  jobTitleV2: (record, value) =>
    passes(value, (group) => currentTitles(record).some((title) => isTitled(title, termOf(group)))),
  jobTitleV3: (record, value) =>
    passes(value, (term) => currentTitles(record).some((title) => isTitled(title, term))),
  seniority: (record, value) =>
    passes(value, (level) => current(record).some((position) => position.seniority === level)),
  jobFunction: (record, value) =>
    passes(value, (name) =>
      current(record).some((position) => position.job_function?.includes(name) === true),
    ),
  tags: (record, value, { today }) =>
    passes(
      value,
      (tag) => record.tags?.includes(tag) === true || isTrueToday(record, tag, { today, joinedOn }),
    ),
}

/** Whether a company passes all parameters given. `today` is an ISO day. */
export function matchesCompany(record: CompanyRecord, params: CompanyParams, today: string): boolean {
  return everyTest(companyTests, record, params, today)
}

/**
 * Whether a person passes all parameters given and, where `companies` is given, holds a current position at one of
 * those companies.
 */
export function matchesPerson(
  record: PersonRecord,
  params: ProfileParams,
  { companies, today, find }: { companies?: Employers | undefined; today: string; find?: FindCompanies },
): boolean {
  if (companies && !isEmployedBy(record, companies, { params, today })) return false
  return everyTest(profileTests, record, params, { params, today, find: find ?? (() => new Set()) })
}

/** What the test of one profile parameter may look at besides. */
interface PersonContext {
  params: ProfileParams
  /** ISO day. */
  today: string
  find: FindCompanies
}

/** The companies that pass, as employers are compared with them. */
export function organizationsOf(
  companies: readonly CompanyRecord[],
  params: CompanyParams,
  today: string,
): Employers {
  const matching = companies.filter((company) => matchesCompany(company, params, today))
  const names = matching.flatMap(({ preferred_name, names: others }) => [preferred_name, ...(others ?? [])])
  return {
    ids: new Set(matching.flatMap((company) => company.li_org_id ?? [])),
    names: new Set(names.flatMap((name) => (name ? nameKeyOf(name) : []))),
    slugs: new Set(
      matching.flatMap(({ pnet_primary_slug, pnet_slugs }) =>
        [pnet_primary_slug, ...(pnet_slugs ?? [])].flatMap((slug) => (slug ? slug.toLowerCase() : [])),
      ),
    ),
    domains: new Set(
      matching.flatMap(({ domains }) => (domains ?? []).flatMap((each) => normalizeDomain(each) ?? [])),
    ),
  }
}

/** Tests of a group's member see the parameters beside them, those of that member. */
function innerContext(context: unknown, params: object): unknown {
  return typeof context === 'object' ? { ...context, params } : context
}

function everyTest<R>(tests: object, record: R, params: object, context: unknown): boolean {
  type Test = (record: R, value: unknown, context: unknown) => boolean
  return Object.entries(params).every(([name, value]) => {
    if (value === null || value === undefined) return true
    if (name === 'group')
      return inGroup(value as RandomGroup, (inner) =>
        everyTest(tests, record, inner, innerContext(context, inner)),
      )
    return (tests as Record<string, Test>)[name]!(record, value, context)
  })
}

/** A group of parameters as a client sends it. */
interface RandomGroup {
  and?: object[] | null
  or?: object[] | null
  not?: object | null
}

function inGroup({ and, or, not }: RandomGroup, holds: (params: object) => boolean): boolean {
  if (and && !and.every(holds)) return false
  if (or && !or.some(holds)) return false
  return !not || !holds(not)
}

/** By a name or code as the record has it, or by any other of the same state of its country. */
function isInState(place: LocationRecord | null, wanted: string): boolean {
  const held = [place?.state_name, place?.state_code].filter((state) => !!state) as string[]
  if (held.some((state) => sameWords(state, wanted))) return true
  const country = place?.country_code ?? ''
  const code = findState(country, wanted)?.code
  return code !== undefined && held.some((state) => findState(country, state)?.code === code)
}

const covered = new WeakMap<readonly string[], ReadonlySet<string>>()

/** Countries behind a list of codes, worked out once a list. */
function countriesOf(codes: readonly string[]): ReadonlySet<string> {
  let found = covered.get(codes)
  if (found === undefined) covered.set(codes, (found = expandCountryCodes(codes).countries))
  return found
}

function inCountries(place: LocationRecord | null, lists: Lists<string>): boolean {
  const covers = (codes: string[]) => !!place?.country_code && countriesOf(codes).has(place.country_code)
  if (lists.anyOf && !covers(lists.anyOf)) return false
  return !(lists.noneOf && covers(lists.noneOf))
}

function hasKeywords(texts: readonly string[], value: NonNullable<CompanyParams['keywords']>): boolean {
  const has = (keyword: string) => oneHolds(texts, keyword)
  return passes({ anyOf: value.containsAny, allOf: value.containsAll, noneOf: value.containsNone }, has)
}

const current = (record: PersonRecord) =>
  (record.experiences ?? []).filter((position) => position.is_current === true)
const currentTitles = (record: PersonRecord) => current(record).flatMap(({ title }) => title ?? [])

/** Whether a day of several is in a range; a range without bounds asks nothing. */
function anyDay(days: (string | null)[], range: Dates, today: string): boolean {
  return inDates(null, range, today) || days.some((day) => inDates(day, range, today))
}

export function joinedOn(record: PersonRecord, position: Experience): string | null {
  if (position.company_start_date) return position.company_start_date
  const isSame = (other: Experience) => sameEmployer(other, position)
  const starts = (record.experiences ?? []).filter(isSame).flatMap(({ start_date }) => start_date ?? [])
  return starts.flatMap((start) => fullDay(start) ?? []).sort()[0] ?? null
}

type TitleGroup = NonNullable<NonNullable<ProfileParams['jobTitleV2']>['anyOf']>[number]

function termOf(group: TitleGroup): TitleTerm {
  if (group.type === 'term') return { type: 'plain', term: group.term }
  const keywords = group.type === 'dynamic-groups' && group.keywords?.length ? group.keywords : null
  return { type: 'functional', seniority: group.groups, keywords }
}

type TitleTerm = NonNullable<NonNullable<ProfileParams['jobTitleV3']>['anyOf']>[number]

function isTitled(title: string, term: TitleTerm): boolean {
  switch (term.type) {
    case 'plain':
      return holds(title, term.term)
    case 'functional': {
      const levels: readonly string[] = findTitleLevels(normalText(title))
      const named = term.seniority.some((level) => levels.includes(level) || saysLevel(title, level))
      return named && (!term.keywords || term.keywords.some((keyword) => holds(title, keyword)))
    }
    case 'cartesian':
      return term.keywordArrays.every((keywords) => keywords.some((keyword) => holds(title, keyword)))
  }
}

const levelWords: Record<string, RegExp> = {
  senior: /\b(senior|sr|snr)\b/,
  principal: /\bprincipal\b/,
  lead: /\b(lead|leader|teamlead|leiter|leiterin)\b/,
  manager: /\b(manager|managerin|gerente)\b/,
  head: /\b(head|leiter|leiterin)\b/,
  svp: /\b(svp|senior vice president)\b/,
}

function saysLevel(title: string, level: string): boolean {
  const text = normalText(title)
  if (level === 'staff') return /\bstaff\b/.test(text) && !/\bchief of staff\b/.test(text)
  return levelWords[level]?.test(text) === true
}

type Identifier = NonNullable<NonNullable<CompanyParams['exactCompanyV2']>['anyOf']>[number]

function isCompany(record: CompanyRecord, identifier: Identifier): boolean {
  switch (identifier.identifier) {
    case 'domain':
      return hasDomain(record, identifier.domain)
    case 'entity-id':
      return record.entity_id === identifier.entity_id
    case 'external-id':
      return record.external_ids?.[identifier.source] === identifier.value
    case 'pnet-org-id':
      return record.li_org_id === identifier.org_id
    case 'advanced':
      return record.li_org_id === identifier.li_org_id
    case 'pnet-url': {
      const page = decodeURIComponent(new URL(identifier.pnet_url).pathname.split('/')[2] ?? '').toLowerCase()
      if (/^\d+$/.test(page)) return record.li_org_id === page
      return [record.pnet_primary_slug, ...(record.pnet_slugs ?? [])].some(
        (slug) => slug?.toLowerCase() === page,
      )
    }
  }
}

function hasDomain(record: CompanyRecord, wanted: string): boolean {
  const domain = normalizeDomain(wanted)
  return (record.domains ?? []).some((each) => normalizeDomain(each) === domain)
}
