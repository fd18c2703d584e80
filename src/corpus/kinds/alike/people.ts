import { companyNameForms, matchPersonName } from '../../names/index.ts'
import { normalText } from '../../../lib/text-normal.ts'
import type { Experience, PersonRecord } from '../../records/index.ts'
import { citiesAgree, sharedText } from './evidence.ts'
import { findLife, type Life } from './life.ts'
import { fullName } from './full-name.ts'
import { sameLife } from './same-life.ts'
import { unknownTerms } from './terms.ts'
import { leastDoubt, weigh, type Beside, type Fact, type WeighedVerdict } from './weigh.ts'

/** Names this alike: nicknames count, another middle name does not. */
const sameName = 0.88
/** Doubt that name and employer leave: large employers have several people of one name. */
const afterNameAndEmployer = 0.3
/** What each fact that agrees, or that differs, leaves of the doubt. */
const agrees = {
  birth: 0.05,
  employer: 0.35,
  month: 0.3,
  year: 0.6,
  end: 0.5,
  title: 0.6,
  city: 0.6,
  school: 0.4,
  description: 0.1,
}
/** `employer`: each one of the shorter career that the longer one lacks. */
const differs = { start: 1.5, title: 1.5, city: 1.5, school: 2, employer: 1.6 }
/** Employers of a career that are compared. */
const maxEmployers = 20

/**
 * Whether two records of people who share no identifier are one: the same name at the same employer, and enough besides
 * that namesakes there would not share; or what they say of their lives. Undefined when nothing could make them one.
 */
export function alikePeople(
  a: PersonRecord,
  b: PersonRecord,
  { contacts, variants = [], terms = unknownTerms }: Pick<Beside, 'contacts' | 'variants' | 'terms'> = {
    contacts: [undefined, undefined],
  },
): WeighedVerdict | undefined {
  const colleagues = alikeColleagues(a, b)
  if (colleagues?.isConvincing === true) return colleagues
  const haveJobs = (a.experiences ?? []).length > 0 && (b.experiences ?? []).length > 0
  const haveOtherJobs = haveJobs && sharedPositions(a.experiences ?? [], b.experiences ?? []).length === 0
  const life = findLife(a, contacts[0])
  const lives = comparable(
    life,
    [b, ...(variants as unknown as PersonRecord[])].map((other) => findLife(other, contacts[1])),
  )
  return leastDoubt([colleagues, ...lives.map((other) => sameLife(life, other, { haveOtherJobs, terms }))])
}

/** Without those that leave out what others say and would contradict the line: a family name alone is of all its members. */
function comparable(line: Life, lives: readonly Life[]): readonly Life[] {
  if (lives.length === 1) return lives
  const hasGiven = ({ names }: Life) =>
    names.some(({ given: givenName, family }) => givenName.length > 1 && family !== '')
  const isBorn = ({ born }: Life) => born !== undefined
  const parts = [hasGiven, isBorn].filter((has) => has(line) && lives.some(has))
  return lives.filter((life) => parts.every((has) => has(life)))
}

/** What people are compared by without an employer; undefined where a record has no more than a name. */
export function personVariant(record: PersonRecord): Record<string, unknown> | undefined {
  const { name, first_name, last_name, dob, headline, inferred_location: place } = record
  if (!dob && !place) return undefined
  return withoutEmpty({
    name,
    first_name,
    last_name,
    dob,
    headline,
    inferred_location: withoutEmpty({
      city: place?.city,
      postal_code: place?.postal_code,
      street_address: place?.street_address,
      country_code: place?.country_code,
    }),
  })
}

const withoutEmpty = (members: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => Boolean(value)))

/** Of one name at one employer. */
function alikeColleagues(a: PersonRecord, b: PersonRecord): WeighedVerdict | undefined {
  const jobs = sharedPositions(a.experiences ?? [], b.experiences ?? [])
  if (jobs.length === 0) return undefined
  const [one, other] = [fullName(a), fullName(b)]
  if (matchPersonName(one, other, { loose: false }) < sameName) return undefined
  const places = samePlaces(a, b)
  const births = sameBirth(a, b)
  if (places === undefined || births === undefined) return undefined
  const employer = jobs[0]?.[0].company_name ?? jobs[0]?.[0].pnet_company_id
  const facts = [
    { left: 1, text: `name: ${one} and ${other}` },
    { left: 1, text: `employer: ${employer}` },
    ...employerFacts(a, b),
    ...careerFacts(jobs),
    ...schoolFacts(a, b),
    ...places,
    ...births,
    ...descriptionFacts(a, b),
  ]
  return weigh(afterNameAndEmployer, facts)
}

function descriptionFacts(a: PersonRecord, b: PersonRecord): Fact[] {
  return sharedText([a.summary, a.headline], [b.summary, b.headline])
    ? [{ left: agrees.description, text: 'description: the same' }]
    : []
}

type Pair = [Experience, Experience]

/** Positions of both at one employer: by its id, else by its name. */
function sharedPositions(ones: readonly Experience[], others: readonly Experience[]): Pair[] {
  return ones.flatMap((one) =>
    others.flatMap((other): Pair[] => {
      const [a, b] = [one.pnet_company_id, other.pnet_company_id]
      const isSame = a && b ? a === b : employerKey(one) !== '' && employerKey(one) === employerKey(other)
      return isSame ? [[one, other]] : []
    }),
  )
}

const employerKey = ({ company_name }: Experience) =>
  company_name ? companyNameForms(company_name).joined : ''

/** Further employers of both, and those of the shorter career that the longer one does not know of. */
function employerFacts(a: PersonRecord, b: PersonRecord): Fact[] {
  const [ones, others] = [a, b].map(({ experiences }) =>
    uniqueBy(experiences ?? [], (job) => employerKey(job) || job.pnet_company_id || '').slice(
      0,
      maxEmployers,
    ),
  ) as [Experience[], Experience[]]
  const [few, many] = ones.length <= others.length ? [ones, others] : [others, ones]
  const shared = few.filter((job) => sharedPositions([job], many).length > 0)
  const facts = shared.slice(1, 3).map(({ company_name, pnet_company_id }) => ({
    left: agrees.employer,
    text: `also both at ${company_name ?? pnet_company_id}`,
  }))
  const missing = few.length - shared.length
  if (missing > 0)
    facts.push({
      left: differs.employer ** missing,
      text: `employers of one alone: ${missing} of ${few.length}`,
    })
  return facts
}

function uniqueBy<T>(all: readonly T[], key: (each: T) => string): T[] {
  return [...new Map(all.toReversed().map((each) => [key(each), each])).values()].reverse()
}

function careerFacts(jobs: readonly Pair[]): Fact[] {
  const facts: Fact[] = []
  const titled = jobs.filter(([one, other]) => one.title && other.title)
  const title = titled.find(([one, other]) => normalText(one.title ?? '') === normalText(other.title ?? ''))
  if (title !== undefined) facts.push({ left: agrees.title, text: `title: ${title[0].title}` })
  else if (titled.length > 0) facts.push({ left: differs.title, text: 'title: another' })
  const starts = jobs.flatMap(([one, other]) => sameDates(one.start_date, other.start_date) ?? [])
  const started = narrowest(starts)
  if (started !== undefined) facts.push({ left: agrees[started.by], text: `started: ${started.date}` })
  else if (starts.length > 0) facts.push({ left: differs.start, text: 'started: another day' })
  const ended = narrowest(jobs.flatMap(([one, other]) => sameDates(one.end_date, other.end_date) ?? []))
  if (ended?.by === 'month') facts.push({ left: agrees.end, text: `ended: ${ended.date}` })
  return facts
}

interface DatePair {
  /** How closely both agree; undefined where they do not. */
  by: 'month' | 'year' | undefined
  date: string
}

/** Undefined where one of them is not known. A source that knows the year alone contradicts no month of it. */
function sameDates(a: string | null, b: string | null): DatePair | undefined {
  if (!a || !b) return undefined
  if (isWholeYear(a) || isWholeYear(b))
    return { by: a.slice(0, 4) === b.slice(0, 4) ? 'year' : undefined, date: a.slice(0, 4) }
  return { by: a.slice(0, 7) === b.slice(0, 7) ? 'month' : undefined, date: a }
}

const narrowest = (pairs: readonly DatePair[]) =>
  (['month', 'year'] as const)
    .map((by) => pairs.find((pair) => pair.by === by))
    .find((pair): pair is DatePair & { by: 'month' | 'year' } => pair !== undefined)

/** A year alone is stored as its first day. */
const isWholeYear = (date: string) => date.length < 7 || date.endsWith('-01-01')

function schoolFacts(a: PersonRecord, b: PersonRecord): Fact[] {
  const keys = (person: PersonRecord) =>
    (person.education ?? []).flatMap(({ school_id, school_name }) => [
      ...(school_id ? [school_id] : []),
      ...(school_name ? [normalText(school_name)] : []),
    ])
  const [ones, others] = [keys(a), new Set(keys(b))]
  if (ones.length === 0 || others.size === 0) return []
  const shared = ones.find((key) => others.has(key))
  if (shared === undefined) return [{ left: differs.school, text: 'school: another' }]
  return [{ left: agrees.school, text: `school: ${shared}` }]
}

/** Undefined for people of two countries. */
function samePlaces(a: PersonRecord, b: PersonRecord): Fact[] | undefined {
  const [one, other] = [a.inferred_location, b.inferred_location]
  if (one?.country_code && other?.country_code && one.country_code !== other.country_code) return undefined
  if (!one?.city || !other?.city) return []
  const isSame = citiesAgree(one.city, other.city)
  if (isSame === undefined) return []
  if (!isSame) return [{ left: differs.city, text: 'city: another' }]
  return [{ left: agrees.city, text: `city: ${one.city}` }]
}

/** Undefined for people born in different years, or on different days of one. */
function sameBirth(a: PersonRecord, b: PersonRecord): Fact[] | undefined {
  if (!a.dob || !b.dob) return []
  if (a.dob.slice(0, 4) !== b.dob.slice(0, 4)) return undefined
  if (isWholeYear(a.dob) || isWholeYear(b.dob)) return [{ left: agrees.year, text: 'born: the same year' }]
  return a.dob === b.dob ? [{ left: agrees.birth, text: 'born: the same day' }] : undefined
}
