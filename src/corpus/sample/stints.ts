import type { EmploymentType, JobFunction } from '../records/index.ts'
import { companyName, companyOrgId } from './company-identity.ts'
import { cityAt, type SampleCity } from './places.ts'
import type { Random } from './random.ts'
import { capitalized, stem } from './stems.ts'
import type { Track } from './trades.ts'
import { drawEmployer, type World } from './world.ts'

/** One position; `end` is the first month after it. */
export interface SamplePosition {
  title: string
  level: number
  functions: JobFunction[]
  employmentType: EmploymentType
  start: number
  end: number
}

/** Time with one employer; `company` is undefined for one without a record in the sample. */
export interface Stint {
  company: number | undefined
  name: string
  orgId: string | null
  city: SampleCity
  start: number
  end: number
  isCurrent: boolean
  /** Field the employer works in, for summaries. */
  industry: number
  /** Newest first. */
  positions: SamplePosition[]
}

export type CareerSituation = 'employed' | 'between-jobs' | 'student' | 'stealth'

/** What a person did: the main line of work newest first, then nothing older than its first entry. */
export interface Career {
  situation: CareerSituation
  track: Track
  /** Highest level reached. */
  level: number
  isFounder: boolean
  /** First month of the first position after school; for students the month in which they will finish. */
  start: number
  /** Month in which the level is reached. Levels rise up to it. */
  peak: number
  stints: Stint[]
}

/** Months from the first one to before the second. */
export type MonthSpan = [start: number, end: number]

/** The place of a person in the sample; `random` draws the rest. */
export interface Anchor {
  world: World
  random: Random
  company: number
  /** Index among the people of the company. The first one is its head. */
  slot: number
}

/** City of the headquarters. */
export function findHome(world: World, company: number): SampleCity {
  return cityAt(world.city[company] as number)
}

/** Time at a company of the sample, whose positions are filled in later. */
export function employerStint(
  world: World,
  company: number,
  [start, end]: MonthSpan,
  isCurrent: boolean,
): Stint {
  return {
    company,
    name: companyName(world, company),
    orgId: companyOrgId(company),
    city: findHome(world, company),
    start,
    end,
    isCurrent,
    industry: world.industry[company] as number,
    positions: [],
  }
}

/** A former employer that existed then and is not in the career yet. */
export function pastStint(
  { world, random, company }: Anchor,
  career: Career,
  start: number,
  end: number,
): Stint {
  const home = findHome(world, company)
  for (let attempt = 0; attempt < 5; attempt++) {
    const employer = drawEmployer(world, random, home.country.index, world.industry[company] as number)
    if (employer === undefined || employer === company || (world.founded[employer] as number) > start)
      continue
    if (career.stints.some((stint) => stint.company === employer)) continue
    return employerStint(world, employer, [start, end], false)
  }
  return {
    company: undefined,
    name: ventureName(world, random),
    orgId: null,
    city: home,
    start,
    end,
    isCurrent: false,
    industry: world.industry[company] as number,
    positions: [],
  }
}

const ventureSalt = 4

/** Name of an employer without a record in the sample. */
export function ventureName(world: World, random: Random): string {
  return capitalized(stem(world.seed, ventureSalt, 500_000_000 + random.below(400_000_000)))
}
