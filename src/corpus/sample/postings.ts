import { pickBelow } from '../../lib/compare.ts'
import type { JobLocationType, JobPostStats, NativeJobPosting } from '../records/index.ts'
import { companyName, companyOrgId, networkOrigin } from './company-identity.ts'
import { referenceTo } from './company-funding.ts'
import { dayNumber, toDayNumber, toInstant } from './dates.ts'
import { cityAt, locationIn, type SampleCity } from './places.ts'
import { hash, Random } from './random.ts'
import { sampleSource } from '../records/index.ts'
import { reservedNumber } from './reserved-names.ts'
import { industryAt, seniorityOfLevel, tracks, trackTables, type Track } from './trades.ts'
import { active, type World } from './world.ts'

const postingStream = 6
const random = new Random()
const maxPostings = 400

/** What a posting is about, without its text: enough to count it. */
interface PostingFacts {
  track: Track
  level: number
  city: SampleCity
  modality: JobLocationType
  employmentType: 'Full-time' | 'Part-time' | 'Contract' | 'Internship'
  isOpen: boolean
  /** Days before the day of the world. */
  age: number
}

/** Postings of a company, open and closed. */
export function postingCount(world: World, company: number): number {
  if (world.status[company] !== active) return 0
  const usual = 0.35 * (world.headcount[company] as number) ** 0.6
  return Math.min(maxPostings, Math.floor(usual * 2 * (hash(world.seed, 61, company) / 2 ** 32)))
}

const modalityShares = [
  [0.55, 'On-site'],
  [0.8, 'Hybrid'],
] as const
const employmentShares = [
  [0.88, 'Full-time'],
  [0.94, 'Contract'],
] as const

/** Leaves `random` where the rest of the posting is drawn from. */
function postingFacts(world: World, company: number, place: number): PostingFacts {
  random.start(world.seed, postingStream, company * maxPostings + place)
  const { kind } = industryAt(world.industry[company] as number)
  const home = cityAt(world.city[company] as number)
  const level = Math.min(6, Math.floor(6.2 * random.unit() ** 1.4))
  const modality = random.unit()
  const employment = random.unit()
  // No posting is older than its company.
  const companyAge = toDayNumber(world.asOf) - dayNumber(world.founded[company] as number)
  const age = 1 + random.below(Math.min(150, companyAge - 1))
  return {
    track: tracks[random.draw(trackTables[kind])] as Track,
    level,
    city: random.chance(0.75) ? home : cityAt(home.country.firstCity + random.draw(home.country.cityTable)),
    modality: pickBelow(modality, modalityShares, 'Remote'),
    employmentType: level === 0 ? 'Internship' : pickBelow(employment, employmentShares, 'Part-time'),
    isOpen: age < 45 ? !random.chance(0.1) : random.chance(0.25),
    age,
  }
}

/** Yearly pay in US dollars of an engineer of each level in the United States. */
const payOfLevel = [45_000, 68_000, 88_000, 120_000, 150_000, 195_000, 260_000]

/** Posting `place` of a company. */
export function generateJobPosting(world: World, company: number, place: number): NativeJobPosting {
  const facts = postingFacts(world, company, place)
  const { track, level, city } = facts
  const title = random.pick(track.titles[level] as string[])
  const name = companyName(world, company)
  const industry = industryAt(world.industry[company] as number)
  const today = toDayNumber(world.asOf)
  const posted = today - facts.age
  const closedDay = Math.min(today - 1, posted + 1 + random.below(facts.age))
  const isRich = city.country.code === 'USA' || city.country.code === 'CHE'
  const pay =
    Math.round(((payOfLevel[level] as number) * (isRich ? 1 : 0.55) * (0.8 + 0.4 * random.unit())) / 1000) *
    1000
  const showsPay = random.chance(0.45)
  const years = Math.max(0, level * 2 - 2)
  const applicants = random.below(200)
  const skills = [0, 1, 2].map((step) => track.skills[(facts.age + step) % track.skills.length] as string)
  const first = random.below(industry.keywords.length)
  const topic = (step: number) => industry.keywords[(first + step) % industry.keywords.length] as string
  const id = reservedNumber(4_000_000_000 + company * maxPostings + place)
  return {
    job_id: id,
    title,
    company_name: name,
    company_logo_url: `https://img.pnet.example/companies/${companyOrgId(company)}.png`,
    posted_at: toInstant(posted, random.below(86_400)),
    job_url: `${networkOrigin}/jobs/view/${id}`,
    applicant_range: { gte: applicants, lte: applicants + 25 },
    description: `${name} is looking for a ${title} in ${city.name}. You will work on ${topic(0)} and ${topic(1 + random.below(6))}. We ask for ${skills.join(', ')}.`,
    seniority_level: seniorityOfLevel[level],
    employment_type: facts.employmentType,
    job_function: track.functions,
    standard_industries: [industry.name],
    compensation_range: showsPay
      ? { min: pay, max: Math.round(pay * 1.25), currency: 'USD', period: 'yearly' }
      : undefined,
    years_of_experience: { gte: years, lte: years + 3 },
    standardized_location: locationIn(city, 0, 0),
    job_location_type: facts.modality,
    status: facts.isOpen ? 'active' : 'closed',
    closed_at: facts.isOpen ? undefined : toInstant(closedDay, 86_399),
    company: referenceTo(world, company),
    source: sampleSource,
    observed_at: world.asOf,
    confidence: 1,
  }
}

/** Postings of companies `from` up to but not including `to`. */
export function* generateJobPostings(
  world: World,
  from = 0,
  to = world.companies,
): Generator<NativeJobPosting> {
  for (let company = from; company < to; company++) {
    const count = postingCount(world, company)
    for (let place = 0; place < count; place++) yield generateJobPosting(world, company, place)
  }
}

type Shares = Record<string, { count: number; fraction: number }>

/** The open postings counted, as the company record shows them. */
export function postingStats(world: World, company: number): JobPostStats | undefined {
  const open: PostingFacts[] = []
  const count = postingCount(world, company)
  for (let place = 0; place < count; place++) {
    const facts = postingFacts(world, company, place)
    if (facts.isOpen) open.push(facts)
  }
  if (open.length === 0) return undefined
  return {
    total_count: open.length,
    seniority_stats: shares(open, ({ level }) => [seniorityOfLevel[level] as string]),
    employment_type_stats: shares(open, ({ employmentType }) => [employmentType]),
    country_location_stats: shares(open, ({ city }) => [city.country.code]),
    puree_job_functions_stats: shares(open, ({ track }) => track.functions),
    standard_industries_stats: shares(open, () => [industryAt(world.industry[company] as number).name]),
    job_location_type_stats: shares(open, ({ modality }) => [modality]),
  }
}

function shares(open: PostingFacts[], listKeys: (facts: PostingFacts) => readonly string[]): Shares {
  const counted: Shares = {}
  for (const facts of open) {
    for (const key of listKeys(facts)) (counted[key] ??= { count: 0, fraction: 0 }).count++
  }
  for (const share of Object.values(counted))
    share.fraction = Math.round((share.count / open.length) * 1e4) / 1e4
  return counted
}
