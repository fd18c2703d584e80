import type { PersonTag } from '../records/index.ts'
import type { Schooling } from './person-education.ts'
import type { Career, Stint } from './stints.ts'
import { director, industryAt } from './trades.ts'
import type { World } from './world.ts'

/**
 * Labels that follow from no record: which schools and companies of this world are among the best known. All others
 * are derived, as for any other line.
 */
export function makeTags(world: World, career: Career, schooling: Schooling): PersonTag[] {
  const tags: PersonTag[] = []
  if (schooling.isTopUs) tags.push('attended-top-us-university')
  if (schooling.isTop) tags.push('attended-top-global-university')
  if (career.stints.some((stint) => isMajorTech(world, stint))) tags.push('major-tech-company-experience')
  const [main] = career.stints
  const level = main?.isCurrent === true ? (main.positions[0]?.level ?? 0) : 0
  if (level > director && main?.company !== undefined && world.fortune.has(main.company)) {
    tags.push('fortune-500-executive')
  }
  return tags
}

const majorTech = 5000

function isMajorTech(world: World, { company }: Stint): boolean {
  if (company === undefined || (world.headcount[company] as number) <= majorTech) return false
  return industryAt(world.industry[company] as number).kind === 'tech'
}
