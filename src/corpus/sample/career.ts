import { pickBelow } from '../../lib/compare.ts'
import type { EmploymentType, JobFunction } from '../records/index.ts'
import type { Random } from './random.ts'
import { addSideRole } from './side-roles.ts'
import {
  employerStint,
  findHome,
  pastStint,
  ventureName,
  type Anchor,
  type Career,
  type SamplePosition,
  type CareerSituation,
  type Stint,
} from './stints.ts'
import { chief, director, industryAt, intern, tracks, trackTables, type Track } from './trades.ts'
import { founderMonths, type World } from './world.ts'

export function drawCareer(anchor: Anchor): Career {
  const { world, random, company, slot } = anchor
  const fate = random.unit()
  const { kind } = industryAt(world.industry[company] as number)
  const track = tracks[random.draw(trackTables[kind])] as Track
  const age = world.month - (world.founded[company] as number)
  if (slot === 0 || (slot === 1 && age < 120 && fate < 0.4)) return leaderCareer(anchor, track, age)
  if (fate > 0.955) return studentCareer(anchor, track)
  return staffCareer(anchor, track, fate)
}

/** Somebody who works, or worked until lately, at the company. */
function staffCareer(anchor: Anchor, track: Track, fate: number): Career {
  const { world, random, company } = anchor
  const months = 2 + Math.floor(480 * random.unit() ** 1.6)
  const age = world.month - (world.founded[company] as number)
  // Leaving takes a company old enough to have been worked at before.
  const leavers: CareerSituation = fate > 0.945 ? 'stealth' : 'between-jobs'
  const situation = age < 30 || fate <= 0.9 ? 'employed' : leavers
  const level = reachedLevel(anchor, months / 12)
  const career = emptyCareer(situation, track, level, world.month - months)
  let latest = world.month
  if (situation === 'stealth') latest = pushStealth(anchor, career)
  if (situation === 'between-jobs') latest -= 1 + random.below(9)
  const tenure = Math.min(
    months,
    latest - (world.founded[company] as number),
    2 + Math.floor(random.exponential(44)),
  )
  career.start = Math.min(career.start, latest - tenure)
  const main = employerStint(world, company, [latest - tenure, latest], situation === 'employed')
  career.peak = findLastPart(main)
  fillPositions(career, main, random)
  career.stints.push(main)
  addPast(anchor, career, main.start)
  if (situation === 'employed') addSideRole(anchor, career)
  return career
}

function emptyCareer(situation: CareerSituation, track: Track, level: number, start: number): Career {
  return { situation, track, level, isFounder: false, start, peak: start, stints: [] }
}

/** The head of a company: its founder while it is young, else somebody who rose to the post. */
function leaderCareer(anchor: Anchor, track: Track, age: number): Career {
  const { world, random, company, slot } = anchor
  const isFounder = age < founderMonths || random.chance(0.3)
  const tenure = isFounder ? Math.min(age, 40 * 12) : Math.min(age, 6 + Math.floor(random.exponential(70)))
  const before = 12 + random.below(isFounder ? 180 : 260)
  const start = world.month - tenure - before
  const career = emptyCareer('employed', track, chief, start)
  career.isFounder = isFounder
  const stint = employerStint(world, company, [world.month - tenure, world.month], true)
  career.peak = stint.start
  const headcount = world.headcount[company] as number
  stint.positions.push({
    title: leaderTitle(track, isFounder, slot, headcount),
    level: chief,
    functions: isFounder ? founderFunctions : headFunctions,
    employmentType: 'Full-time',
    start: stint.start,
    end: stint.end,
  })
  career.stints.push(stint)
  // The steps before the post are those of somebody on the way to it.
  addPast(anchor, { ...career, level: director }, stint.start)
  if (isFounder && random.chance(0.15)) makeFirstVenture(career, random, world)
  addSideRole(anchor, career)
  return career
}

const founderFunctions: JobFunction[] = ['Entrepreneurship', 'Management']
const headFunctions: JobFunction[] = ['General Business', 'Management']

function leaderTitle(track: Track, isFounder: boolean, slot: number, headcount: number): string {
  if (!isFounder) return slot === 0 ? 'Chief Executive Officer' : (track.titles[chief]?.[0] ?? '')
  if (slot > 0) return track.technical ? 'Co-Founder & CTO' : 'Co-Founder & COO'
  return headcount < 3 ? 'Founder' : 'Founder & CEO'
}

/** Turns the last employer before the present company into a venture of the founder's own. */
function makeFirstVenture(career: Career, random: Random, world: World): void {
  const earlier = career.stints[1]
  if (!earlier) return
  earlier.company = undefined
  earlier.orgId = null
  const name = ventureName(world, random)
  // Some never came out with a name.
  earlier.name = earlier.start % 4 === 0 ? stealthName : name
  const title = random.chance(0.5) ? 'Founder' : 'Co-Founder & CEO'
  const { start, end } = earlier
  earlier.positions = [
    { title, level: chief, functions: founderFunctions, employmentType: 'Full-time', start, end },
  ]
}

/** Somebody in education: at most two internships, the newest perhaps going on. */
function studentCareer(anchor: Anchor, track: Track): Career {
  const { world, random, company } = anchor
  const start = world.month + 4 + random.below(40)
  const career = emptyCareer('student', track, intern, start)
  const age = world.month - (world.founded[company] as number)
  const interns = random.unit()
  const length = 2 + random.below(5)
  if (interns < 0.3 && age > length) {
    const stint = employerStint(world, company, [world.month - length, world.month], true)
    stint.positions.push(internship(track, random, stint.start, stint.end))
    career.stints.push(stint)
  }
  if (interns > 0.15 && interns < 0.55) {
    const end = world.month - length - 6 - random.below(6)
    pushInternship(anchor, career, end)
  }
  return career
}

function internship(track: Track, random: Random, start: number, end: number): SamplePosition {
  const title = random.pick(track.titles[intern] as string[])
  return { title, level: intern, functions: track.functions, employmentType: 'Internship', start, end }
}

function pushInternship(anchor: Anchor, career: Career, end: number): void {
  const { random } = anchor
  const start = end - 2 - random.below(4)
  const stint = pastStint(anchor, career, start, end)
  stint.positions.push(internship(career.track, random, start, end))
  career.stints.push(stint)
}

const stealthName = 'Stealth Startup'

/** Puts a venture in stealth at the head of a career; returns the month the work before it ended. */
function pushStealth({ world, random, company }: Anchor, career: Career): number {
  const months = 1 + random.below(14)
  const start = world.month - months
  const title = random.chance(0.6) ? 'Founder' : 'Building something new'
  const functions = founderFunctions
  career.isFounder = true
  career.start = Math.min(career.start, start - 24)
  career.stints.push({
    company: undefined,
    name: stealthName,
    orgId: null,
    city: findHome(world, company),
    start,
    end: world.month,
    isCurrent: true,
    industry: 0,
    positions: [{ title, level: chief, functions, employmentType: 'Full-time', start, end: world.month }],
  })
  return start
}

// Years of work after which a level is usual, by level.
const yearsForLevel = [0, 0, 2, 5, 8, 12, 16]
// Share of those with the years who hold a post of the level; the rest stay a step below.
const shareOfLevel = [1, 1, 1, 0.85, 0.45, 0.22, 0.1]

function reachedLevel({ world, random, company, slot }: Anchor, years: number): number {
  const headcount = world.headcount[company] as number
  const seasoned = years + 6 * random.unit() - 3
  if (slot < 5 && headcount > 60 && years > 10 && random.chance(0.4)) return chief
  let level = chief - 1
  while (
    level > 1 &&
    (seasoned < (yearsForLevel[level] as number) || !random.chance(shareOfLevel[level] as number))
  ) {
    level--
  }
  return level
}

/** Level held in a month of a career: rises up to the peak, quicker at first. */
function levelAt(career: Career, month: number): number {
  const span = career.peak - career.start
  if (span <= 0) return career.level
  const part = Math.min(1, Math.max(0, (month - career.start) / span))
  return Math.max(1, Math.min(career.level, 1 + Math.floor((career.level - 1) * part ** 0.8 + 0.25)))
}

/** A long stint is looked at in two or three parts: a rise between two is a promotion. */
function countParts(months: number): number {
  if (months > 84) return 3
  return months > 30 ? 2 : 1
}

function findLastPart({ start, end }: Stint): number {
  const parts = countParts(end - start)
  return start + Math.floor(((end - start) * (parts - 1)) / parts)
}

/** Contracts by the part of draws below. */
const contractShares = [
  [0.93, 'Full-time'],
  [0.97, 'Contract'],
] as const

/** Positions of a stint: one, or more where the level rose during it. */
function fillPositions(career: Career, stint: Stint, random: Random): void {
  const { track } = career
  const months = stint.end - stint.start
  const parts = countParts(months)
  const choice = random.next()
  const contract = random.unit()
  const employmentType = pickBelow<EmploymentType>(contract, contractShares, 'Part-time')
  for (let part = 0; part < parts; part++) {
    const start = stint.start + Math.floor((months * part) / parts)
    const level = levelAt(career, start)
    const previous = stint.positions[0]
    if (previous?.level === level) continue
    if (previous) previous.end = start
    const titles = track.titles[level] as string[]
    const title = titles[(choice >>> level) % titles.length] as string
    stint.positions.unshift({
      title,
      level,
      functions: track.functions,
      employmentType,
      start,
      end: stint.end,
    })
  }
}

/** Employers before `end`, newest first, back to the start of the career; then perhaps an internship. */
function addPast(anchor: Anchor, career: Career, end: number): void {
  const { random } = anchor
  const months = end - career.start
  const usual = 34 + random.below(50)
  const count = months < 8 ? 0 : Math.min(5, Math.max(1, Math.round(months / usual)))
  let latest = end
  for (let left = count; left > 0; left--) {
    const room = latest - career.start
    const even = room / left
    const start =
      left === 1 ? career.start : latest - Math.max(4, Math.floor(even * (0.6 + 0.8 * random.unit())))
    if (start < career.start || latest - start < 3) break
    const gap = random.chance(0.25) ? Math.min(random.below(5), latest - start - 3) : 0
    const stint = pastStint(anchor, career, start, latest - gap)
    fillPositions(career, stint, random)
    career.stints.push(stint)
    latest = start
  }
  if (random.chance(0.22)) pushInternship(anchor, career, career.start - 3 - random.below(8))
}
