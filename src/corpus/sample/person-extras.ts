import type { NativePerson } from '../records/index.ts'
import extraData from '../../../data/sample/extras.json' with { type: 'json' }
import { firstDay, lastDay } from './dates.ts'
import type { Random } from './random.ts'
import { capitalized, stem } from './stems.ts'
import type { Anchor, Career } from './stints.ts'
import { industryAt } from './trades.ts'

type Extras = Pick<
  NativePerson,
  | 'certifications'
  | 'volunteering'
  | 'projects'
  | 'publications'
  | 'patents'
  | 'courses'
  | 'organizations'
  | 'articles'
  | 'interests'
>

const certificates = new Map<string, string[]>(Object.entries(extraData.certificates))
const bodySalt = 5

/** Coined names of issuers, charities and publishers. */
function bodyName(seed: number, random: Random, kind: string): string {
  return `${capitalized(stem(seed, bodySalt, random.below(300)))} ${kind}`
}

/** The rarer parts of a profile; most people have none or one of them. */
export function drawExtras(anchor: Anchor, career: Career): Extras {
  const { random } = anchor
  const extras: Extras = {}
  const which = random.unit()
  if (random.chance(0.16)) extras.certifications = makeCertifications(anchor, career)
  if (random.chance(0.25))
    extras.interests = [random.pick(extraData.interests), random.pick(extraData.interests)]
  if (career.situation === 'student' && which < 0.4) extras.courses = makeCourses(anchor)
  else if (which < 0.07) extras.volunteering = [volunteerWork(anchor)]
  else if (which < 0.1) extras.projects = [project(anchor)]
  else if (which < 0.12) extras.organizations = [membership(anchor)]
  else if (which < 0.135) extras.articles = [article(anchor)]
  if (career.track.id === 'research' && random.chance(0.35)) extras.publications = [publication(anchor)]
  if (career.track.technical && career.level > 2 && random.chance(0.03)) extras.patents = [patent(anchor)]
  return extras
}

function pickKeyword({ world, random, company }: Anchor): string {
  return random.pick(industryAt(world.industry[company] as number).keywords)
}

function pastDay({ world, random }: Anchor, years: number): string {
  return firstDay(world.month - 1 - random.below(years * 12))
}

function makeCertifications(anchor: Anchor, career: Career): Extras['certifications'] {
  const { world, random } = anchor
  const titles = certificates.get(career.track.trend) ?? extraData.generalCertificates
  return Array.from({ length: 1 + random.below(2) }, (_, place) => ({
    title: titles[(random.below(titles.length) + place) % titles.length] as string,
    credential_id: random.next().toString(36).toUpperCase(),
    company_name: bodyName(world.seed, random, 'Institute'),
    date: pastDay(anchor, 8),
  }))
}

function makeCourses(anchor: Anchor): Extras['courses'] {
  const { random } = anchor
  return [1, 2].map(() => ({
    title: `Introduction to ${pickKeyword(anchor)}`,
    course_number: `${100 + random.below(400)}`,
    association: null,
  }))
}

function volunteerWork(anchor: Anchor): NonNullable<Extras['volunteering']>[number] {
  const { world, random } = anchor
  const start = world.month - 2 - random.below(90)
  const end = start + 1 + random.below(40)
  const isCurrent = end >= world.month
  return {
    role: random.pick(extraData.volunteerRoles),
    is_current: isCurrent,
    cause: random.pick(extraData.causes),
    company_name: bodyName(world.seed, random, 'Foundation'),
    start_date: firstDay(start),
    end_date: isCurrent ? null : lastDay(end),
  }
}

function project(anchor: Anchor): NonNullable<Extras['projects']>[number] {
  const { world, random } = anchor
  const start = world.month - 3 - random.below(80)
  return {
    project_id: random.next().toString(36),
    project_title: `${capitalized(pickKeyword(anchor))} pilot`,
    project_summary: `A pilot on ${pickKeyword(anchor)} with three partners.`,
    is_current: false,
    start_date: firstDay(start),
    end_date: lastDay(start + 1),
  }
}

function membership(anchor: Anchor): NonNullable<Extras['organizations']>[number] {
  const { world, random } = anchor
  return {
    name: bodyName(world.seed, random, 'Association'),
    title: 'Member',
    start_date: pastDay(anchor, 10),
  }
}

function article(anchor: Anchor): NonNullable<Extras['articles']>[number] {
  const title = `What we learned from ${pickKeyword(anchor)}`
  return { id: anchor.random.next().toString(36), title, date_published: pastDay(anchor, 5) }
}

function publication(anchor: Anchor): NonNullable<Extras['publications']>[number] {
  const { world, random } = anchor
  return {
    id: random.next().toString(36),
    title: `Methods for ${pickKeyword(anchor)}`,
    publisher: bodyName(world.seed, random, 'Journal'),
    date: pastDay(anchor, 12),
    collaborators: [],
  }
}

function patent(anchor: Anchor): NonNullable<Extras['patents']>[number] {
  const { random } = anchor
  return {
    id: random.next().toString(36),
    title: `Method for ${pickKeyword(anchor)}`,
    number: `SAMPLE-${random.below(9_000_000) + 1_000_000}`,
    date: pastDay(anchor, 12),
  }
}
