import type { PersonTag } from '../records/index.ts'
import type { Schooling } from './person-education.ts'
import type { Career, Stint } from './stints.ts'
import { chief, director, industryAt } from './trades.ts'
import type { World } from './world.ts'

const recentMonths = 6

/** The labels that are true of a career, each by a rule on the facts the record shows. */
export function tagsOf(
  world: World,
  career: Career,
  schooling: Schooling,
  isInfluencer: boolean,
): PersonTag[] {
  const tags: PersonTag[] = []
  if (career.situation === 'student') tags.push('student')
  if (schooling.isTopUs) tags.push('attended-top-us-university')
  if (schooling.isTop) tags.push('attended-top-global-university')
  if (schooling.isPhd) tags.push('phd')
  if (isInfluencer) tags.push('influencer')
  if (career.track.technical && (schooling.isPhd || world.month - career.start > 96))
    tags.push('deep-technical-background')
  if (career.stints.some((stint) => isMajorTech(world, stint))) tags.push('major-tech-company-experience')
  if (ventures(career) > 1) tags.push('second-time-founder')
  addCurrentTags(world, career, tags)
  return tags
}

function addCurrentTags(world: World, career: Career, tags: PersonTag[]): void {
  const main = career.stints[0]
  const now = main?.positions[0]
  if (main === undefined || now === undefined || !main.isCurrent) return
  if (now.level >= director) tags.push('decision-maker')
  if (isChiefTitle(now.title)) tags.push('c-suite')
  if (career.stints.some((stint) => stint.isCurrent && stint.positions[0]?.title === 'Board Member')) {
    tags.push('board-member')
  }
  if (now.level > director && main.company !== undefined && world.fortune.has(main.company)) {
    tags.push('fortune-500-executive')
  }
  if (now.level > director && now.start < world.month - 120) tags.push('experienced-executive')
  const recent = world.month - recentMonths
  const before = career.stints.find((stint) => !stint.isCurrent)
  if (main.start >= recent && before !== undefined && career.situation !== 'student')
    tags.push('recently-changed-companies')
  if (now.start >= recent && main.positions.length > 1) tags.push('recently-promoted')
}

/** Whether a title is one of the first row: a chief, a general counsel, a founder who leads. */
export function isChiefTitle(title: string): boolean {
  return /^Chief |General Counsel|\bC[EOT]O\b/.test(title)
}

function ventures(career: Career): number {
  let count = 0
  for (const { positions } of career.stints) {
    if (positions.some(({ title, level }) => level === chief && title.includes('Founder'))) count++
  }
  return count
}

const majorTech = 5000

function isMajorTech(world: World, { company }: Stint): boolean {
  if (company === undefined || (world.headcount[company] as number) <= majorTech) return false
  return industryAt(world.industry[company] as number).kind === 'tech'
}
