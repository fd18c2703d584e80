import type { Experience, NativePerson, PersonTag } from '../records/index.ts'
import { drawCareer } from './career.ts'
import { firstDay, lastDay } from './dates.ts'
import { drawContacts } from './person-contacts.ts'
import { drawEducation } from './person-education.ts'
import { drawExtras } from './person-extras.ts'
import { outsideIds, personIdentity, personKey, personUrl } from './person-identity.ts'
import { makeTags } from './person-tags.ts'
import { drawLanguages, drawSkills, makeHeadline, positionSummary, profileSummary } from './person-texts.ts'
import { cityAt, locationIn, type SampleCity } from './places.ts'
import { Random } from './random.ts'
import { sampleSource } from '../records/index.ts'
import { reservedNumber, reservedSlug } from './reserved-names.ts'
import type { Anchor, Career, SamplePosition, Stint } from './stints.ts'
import { industryAt, seniorityOfLevel } from './trades.ts'
import { findCompany, type World } from './world.ts'

const careerStream = 3
const random = new Random()
const firstUserId = 900_000_000

type SampleExperience = Partial<Experience>

/** A line of a native people file, in which the members that `generatePerson` always gives are required. */
export type SamplePerson = NativePerson & {
  primary_slug: string
  experiences: SampleExperience[]
  tags: PersonTag[]
}

/** Person `index` of the world: the same on every machine, whatever was generated before. */
export function generatePerson(world: World, index: number): SamplePerson {
  const company = findCompany(world, index)
  const { name, slug } = personIdentity(world, company, index)
  random.start(world.seed, careerStream, index)
  const slot = index - (world.firstPerson[company] as number)
  const anchor: Anchor = { world, random, company, slot }
  const career = drawCareer(anchor)
  const home = drawHome(anchor)
  const schooling = drawEducation(anchor, career, home.country)
  const experiences = makeExperiences(anchor, career)
  const reach = drawReach(random, career)
  const skills = drawSkills(random, career, world.industry[company] as number)
  const key = personKey(world, index)
  return {
    name: name.full,
    first_name: name.first,
    last_name: name.last,
    headline: makeHeadline(random, career, schooling.education, skills),
    summary: profileSummary(anchor, career, skills),
    locality: home.label,
    url: personUrl(slug),
    user_id: reservedNumber(firstUserId + index),
    profile_pic: random.chance(0.6) ? `https://img.pnet.example/people/${key}.jpg` : undefined,
    connection_count: reach.connections,
    follower_count: reach.followers,
    primary_slug: slug,
    slugs: random.chance(0.05) ? [slug, reservedSlug(`${name.asciiFirst}-${key}`)] : [slug],
    skills,
    tags: makeTags(world, career, schooling),
    education: schooling.education,
    experiences,
    inferred_location: locationIn(home, (random.unit() - 0.5) * 0.2, (random.unit() - 0.5) * 0.2),
    industry_name: industryAt(world.industry[company] as number).name,
    entity_urn: `SP${key}`,
    open_to_work: career.situation === 'between-jobs' || random.chance(0.06),
    premium: random.chance(0.12),
    influencer: reach.isInfluencer,
    is_hiring: career.situation === 'employed' && career.level >= 4 && random.chance(0.15),
    languages: drawLanguages(random, home.country),
    ...drawExtras(anchor, career),
    ...drawContacts(anchor, career, { name, key, index }),
    dob: drawBirthday(random, career),
    external_ids: outsideIds(slug, index),
    source: sampleSource,
    observed_at: world.asOf,
    confidence: 1,
  }
}

/** People from `from` until before `to`. */
export function* generatePeople(world: World, from = 0, to = world.people): Generator<SamplePerson> {
  for (let index = from; index < to; index++) yield generatePerson(world, index)
}

/** Mostly the city of the headquarters, else another one of the country, seldom one abroad. */
function drawHome({ world, random, company }: Anchor): SampleCity {
  const office = cityAt(world.city[company] as number)
  const distance = random.unit()
  if (distance < 0.74) return office
  const { country } = distance < 0.95 ? office : cityAt(world.city[random.below(world.companies)] as number)
  return cityAt(country.firstCity + random.draw(country.cityTable))
}

/** Few give their day of birth, which is about 23 years before their first position. */
function drawBirthday(random: Random, career: Career): string | undefined {
  if (!random.chance(0.03)) return undefined
  const month = career.start - 22 * 12 - random.below(30)
  return `${firstDay(month).slice(0, 8)}${String(1 + random.below(28)).padStart(2, '0')}`
}

function makeExperiences(anchor: Anchor, career: Career): SampleExperience[] {
  const experiences: SampleExperience[] = []
  for (const stint of career.stints) {
    for (const position of stint.positions) experiences.push(makeExperience(anchor, stint, position))
  }
  return experiences
}

function makeExperience({ world, random }: Anchor, stint: Stint, position: SamplePosition): SampleExperience {
  const isCurrent = stint.isCurrent && position.end === world.month
  return {
    pnet_company_id: stint.orgId ?? undefined,
    is_current: isCurrent,
    company_name: stint.name,
    locality: stint.city.label,
    start_date: firstDay(position.start),
    end_date: isCurrent ? undefined : lastDay(position.end - 1),
    summary: random.chance(0.4) ? positionSummary(random, stint, position) : undefined,
    title: position.title,
    company_start_date: firstDay(stint.start),
    company_end_date: stint.isCurrent ? undefined : lastDay(stint.end - 1),
    seniority: seniorityOfLevel[position.level],
    job_function: position.functions,
    employment_type: employmentTypes[position.employmentType],
  }
}

// The list is shared by all positions with the value, because records are read and never changed in place.
const employmentTypes = {
  'Full-time': ['Full-time'],
  Temporary: ['Temporary'],
  Internship: ['Internship'],
  Contract: ['Contract'],
  'Part-time': ['Part-time'],
  Volunteer: ['Volunteer'],
  Other: ['Other'],
} satisfies Record<string, Experience['employment_type']>

interface Reach {
  connections: number
  followers: number
  isInfluencer: boolean
}

/** Connections and followers by a power law, with more for higher levels. */
function drawReach(random: Random, career: Career): Reach {
  const rank = 1 + career.level * 0.6
  const connections = Math.min(30_000, Math.floor((40 * rank) / (1 - random.unit()) ** 0.7))
  const isInfluencer = career.level >= 3 && random.chance(0.002)
  const followers = isInfluencer
    ? 50_000 + Math.floor(20_000 / (1 - random.unit()) ** 0.8)
    : Math.floor(connections * (0.9 + random.unit()))
  return { connections, followers: Math.min(followers, isInfluencer ? 5_000_000 : 49_999), isInfluencer }
}
