import { normalizeEmail } from '../../lib/email.ts'
import { normalName } from '../names/index.ts'
import { freeMailDomains } from '../../lib/mail-domains.ts'
import { readPersonPage } from '../../lib/network-url.ts'
import { canonicalZone } from '../../lib/time-zone.ts'
import { normalText } from '../../lib/text-normal.ts'
import type { Experience, PersonRecord } from '../records/index.ts'
import {
  cellTokens,
  dayNumber,
  logShare,
  organizationNumber,
  readPoint,
  toRank,
  unknownDay,
} from './columns.ts'
import { birthDay } from './person-age.ts'
import { dayTagTokens } from './day-tags.ts'
import { careerColumns, notLeft, stealthStatus, type CareerColumns } from './person-career.ts'
import { educationColumns, type EducationColumns } from './person-education.ts'
import { personWords } from './person-text.ts'
import { unplacedCityTokens } from './city-tokens.ts'
import { stateTokens } from './state-tokens.ts'
import { tenureRows, type TenureRow } from './tenure-rows.ts'
import { normalTitle, titleColumns } from './titles.ts'
import { personTraits } from './traits.ts'
import { employerTie } from './employer-domains.ts'
import type { PersonContacts } from './person-identifiers.ts'
import { employerKey, exactToken, nameToken, token } from './tokens.ts'

/** Search columns of a person; the column names of table `people`. */
export interface PersonRow extends CareerColumns, EducationColumns {
  rank: number
  orgIds: bigint[]
  titleCount: number
  lat: number
  lon: number
  /** Current positions, aligned: employer (0 unknown), ` title ` in normal form, first day in the position. */
  jobOrgs: bigint[]
  jobTitles: string[]
  jobStarts: number[]
  /** Domain of the employer as a number, 0 unknown; its name key, '' unknown. */
  jobDomains: bigint[]
  jobNames: string[]
  facets: string
  titles: string
  titleTokens: string
  words: string
  /** NaN when unknown. */
  connections: number
  /** NaN when unknown. */
  followers: number
  /** Day of birth as far as the record tells, see person-age.ts. */
  birth: number
  /** What makes people alike; the column holds their numbers. */
  traits: string[]
  /** Rows of table `tenures`. */
  tenures: TenureRow[]
}

/**
 * The person's page by its address, where the record has no slug of it: no identifier, since the host may be any, but
 * what one is found by who asks to be removed.
 */
export function personPageTokens(record: Pick<PersonRecord, 'url'>): string[] {
  const page = readPersonPage(record.url)
  return page === undefined ? [] : [exactToken('page', page)]
}

/**
 * Domains of a person's addresses, by which the people of a domain are found: how it makes addresses is learned from
 * them. None for domains where anybody gets a mailbox.
 */
export function mailDomainTokens(emails: PersonContacts['emails']): string[] {
  const domains = new Set<string>()
  for (const { email } of emails) {
    const domain = normalizeEmail(email)?.split('@').at(-1)
    if (domain !== undefined && !freeMailDomains.has(domain)) domains.add(domain)
  }
  return [...domains].map((domain) => exactToken('md', domain))
}

export function personRow(record: PersonRecord): PersonRow {
  const experiences = record.experiences ?? []
  const current = experiences.filter((experience) => experience.is_current === true)
  const employers = current.map((position) => BigInt(organizationNumber(position.pnet_company_id)))
  const titles = titleColumns(current.flatMap((experience) => experience.title ?? []))
  const place = record.inferred_location
  const career = careerColumns(experiences)
  const recorded = dayNumber(record.career_began_at)
  if (recorded !== unknownDay) career.began = recorded
  const facets = personFacets(record, current, career)
  return {
    rank: toRank(personWeight(record, current)),
    orgIds: [...new Set(employers)].filter((org) => org !== 0n),
    titleCount: titles.count,
    ...readPoint(place),
    jobOrgs: employers,
    jobTitles: current.map((position) => ` ${normalTitle(position.title ?? '')} `),
    jobStarts: current.map((position) => dayNumber(position.start_date)),
    jobDomains: current.map(employerTie),
    jobNames: current.map(({ company_name: name }) => (name ? employerKey(name) : '')),
    facets: facets.join(' '),
    titles: titles.titles,
    titleTokens: titles.tokens,
    words: personWords(record),
    connections: record.connection_count ?? Number.NaN,
    followers: record.follower_count ?? Number.NaN,
    birth: birthDay(record, career.began),
    ...career,
    ...educationColumns(record.education ?? []),
    traits: personTraits(record, facets),
    tenures: tenureRows(record, career.began),
  }
}

/** What makes a person like others, without the rest of the row. */
export function traitsOfPerson(record: PersonRecord): string[] {
  return personTraits(record, comparedFacets(record))
}

/** Facets that `traits.ts` compares people by: the others, and what a career is reckoned to, are most of the work. */
function comparedFacets(record: PersonRecord): string[] {
  const place = record.inferred_location
  const facets = new Set<string>([
    ...(place?.country_code ? [token('country', place.country_code)] : []),
    ...stateTokens(place),
    ...(record.tags ?? []).map((tag) => token('tag', tag)),
    ...dayTagTokens(record),
    ...(record.education ?? []).flatMap(({ school_id: id }) => (id ? [exactToken('school', id)] : [])),
    ...(record.languages ?? []).flatMap(({ name }) => (name ? [token('lang', name)] : [])),
  ])
  for (const experience of record.experiences ?? [])
    if (experience.is_current === true) addPosition(facets, experience)
  return [...facets]
}

const seniorityWeight: Record<string, number> = {
  Executive: 1,
  Director: 0.7,
  'Mid-Senior level': 0.4,
  Associate: 0.2,
  'Entry level': 0.1,
  Internship: 0,
}

function personWeight(record: PersonRecord, current: readonly Experience[]): number {
  const level = Math.max(0, ...current.map((experience) => seniorityWeight[experience.seniority ?? ''] ?? 0))
  return (
    0.5 * logShare(record.follower_count, 5_000_000) +
    0.3 * logShare(record.connection_count, 30_000) +
    0.2 * level
  )
}

function personFacets(record: PersonRecord, current: readonly Experience[], career: CareerColumns): string[] {
  const facets = new Set<string>()
  addPlace(facets, record.inferred_location)
  for (const tag of record.tags ?? []) facets.add(token('tag', tag))
  for (const each of dayTagTokens(record)) facets.add(each)
  for (const experience of current) addPosition(facets, experience)
  for (const school of record.education ?? []) {
    if (school.school_id) facets.add(exactToken('school', school.school_id))
    if (school.school_name) facets.add(nameToken('sname', school.school_name))
  }
  for (const { name } of record.languages ?? []) if (name) facets.add(token('lang', name))
  addZone(facets, record.inferred_location)
  if (record.profile_pic) facets.add('has:pic')
  addStatus(facets, record, career)
  for (const word of nameTokens(record)) facets.add(word)
  return [...facets]
}

function addPlace(facets: Set<string>, place: PersonRecord['inferred_location']): void {
  if (place?.country_code) facets.add(token('country', place.country_code))
  for (const state of stateTokens(place)) facets.add(state)
  for (const city of unplacedCityTokens(place)) facets.add(city)
  for (const cell of cellTokens('cell', place)) facets.add(cell)
}

function addZone(facets: Set<string>, place: PersonRecord['inferred_location']): void {
  const zone = place?.timezone ? canonicalZone(place.timezone) : undefined
  if (zone !== undefined) facets.add(exactToken('tz', zone))
}

/** Facets of the words of a person's name. */
export function nameTokens(record: Pick<PersonRecord, 'name' | 'first_name' | 'last_name'>): string[] {
  const name = `${record.name ?? ''} ${record.first_name ?? ''} ${record.last_name ?? ''}`
  // `O'Brien` is found by `o brien` and by `obrien`.
  const texts = apostrophe.test(name) ? [normalText(name), normalName(name)] : [normalText(name)]
  return texts.flatMap((text) => text.split(' ').flatMap((word) => (word === '' ? [] : `nm:${word}`)))
}

const apostrophe = /['\u2018\u2019\u02bc\u02bb`\u00b4]/

function addStatus(facets: Set<string>, record: PersonRecord, career: CareerColumns): void {
  if (career.companyStarts.length > 0) facets.add('job:now')
  if (career.pastLeft.some((left) => left !== notLeft)) facets.add('job:left')
  const stealth = stealthStatus(record.experiences ?? [])
  if (stealth !== undefined) facets.add(stealth === 'current' ? 'stl:now' : 'stl:left')
}

function addPosition(facets: Set<string>, experience: Experience): void {
  if (experience.pnet_company_id) facets.add(exactToken('co', experience.pnet_company_id))
  if (experience.company_name) facets.add(nameToken('cname', experience.company_name))
  if (experience.company_domain) facets.add(exactToken('cdom', experience.company_domain))
  if (experience.seniority) facets.add(token('sen', experience.seniority))
  for (const jobFunction of experience.job_function ?? []) facets.add(token('fn', jobFunction))
}
