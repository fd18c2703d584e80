import { companyNameForms } from '../../lib/company-likeness.ts'
import { matchPersonName } from '../../lib/person-name.ts'
import { normalText } from '../../lib/text-normal.ts'
import type { Experience, PersonRecord } from '../records/index.ts'
import { weigh, type Fact } from './alike.ts'
import { fullName, type JoinVerdict } from './same-entity.ts'

/** Names this alike: nicknames count, another middle name does not. */
const sameName = 0.88
/** Doubt that name and employer leave: large employers have several people of one name. */
const afterNameAndEmployer = 0.3
/** What each fact that agrees, or that differs, leaves of the doubt. */
const agrees = { birth: 0.05, employer: 0.35, month: 0.3, year: 0.6, title: 0.6, city: 0.6, school: 0.4 }
const differs = { start: 1.5, title: 1.3, city: 1.5, school: 2 }

/**
 * Whether two records of people who share no identifier are one person: the same name at the same employer, and enough
 * besides that namesakes there would not share. Undefined when not, or when in doubt.
 */
export function alikePeople(a: PersonRecord, b: PersonRecord): JoinVerdict | undefined {
  const [one, other] = [fullName(a), fullName(b)]
  if (matchPersonName(one, other, { loose: false }) < sameName) return undefined
  const places = samePlaces(a, b)
  const births = sameBirth(a, b)
  const jobs = sharedPositions(a.experiences ?? [], b.experiences ?? [])
  if (places === undefined || births === undefined || jobs.length === 0) return undefined
  const employer = jobs[0]?.[0].company_name ?? jobs[0]?.[0].pnet_company_id
  const facts = [
    { left: 1, text: `name: ${one} and ${other}` },
    { left: 1, text: `employer: ${employer}` },
    ...careerFacts(jobs),
    ...schoolFacts(a, b),
    ...places,
    ...births,
  ]
  return weigh(afterNameAndEmployer, facts)
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

function careerFacts(jobs: readonly Pair[]): Fact[] {
  const facts: Fact[] = []
  const employers = new Set(jobs.map(([one]) => employerKey(one) || one.pnet_company_id))
  for (const employer of [...employers].slice(1, 3))
    facts.push({ left: agrees.employer, text: `also both at ${employer}` })
  const titled = jobs.filter(([one, other]) => one.title && other.title)
  const title = titled.find(([one, other]) => normalText(one.title ?? '') === normalText(other.title ?? ''))
  if (title !== undefined) facts.push({ left: agrees.title, text: `title: ${title[0].title}` })
  else if (titled.length > 0) facts.push({ left: differs.title, text: 'title: another' })
  const dated = jobs.filter(([one, other]) => one.start_date && other.start_date)
  const started = dated.find(([one, other]) => sameMonth(one.start_date ?? '', other.start_date ?? ''))
  if (started !== undefined) {
    const date = started[0].start_date ?? ''
    facts.push({ left: isWholeYear(date) ? agrees.year : agrees.month, text: `started: ${date}` })
  } else if (dated.length > 0) facts.push({ left: differs.start, text: 'started: another day' })
  return facts
}

const sameMonth = (a: string, b: string) => a.slice(0, 7) === b.slice(0, 7)
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
  if (normalText(one.city) !== normalText(other.city)) return [{ left: differs.city, text: 'city: another' }]
  return [{ left: agrees.city, text: `city: ${one.city}` }]
}

/** Undefined for people born in different years, or on different days of one. */
function sameBirth(a: PersonRecord, b: PersonRecord): Fact[] | undefined {
  if (!a.dob || !b.dob) return []
  if (a.dob.slice(0, 4) !== b.dob.slice(0, 4)) return undefined
  if (isWholeYear(a.dob) || isWholeYear(b.dob)) return [{ left: agrees.year, text: 'born: the same year' }]
  return a.dob === b.dob ? [{ left: agrees.birth, text: 'born: the same day' }] : undefined
}
