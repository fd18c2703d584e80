import type { CompanyStage, FundingRoundType } from '../records/index.ts'
import { dayNumber, toDayNumber } from './dates.ts'
import { drawInvestors, makeInvestors, type Investor } from './investors.ts'
import { Random } from './random.ts'
import { industryAt } from './trades.ts'
import { acquired, closed, type World } from './world.ts'

/** A round of a sample company; `Funding` lists the oldest first. */
export interface Round {
  type: FundingRoundType
  /** Day announced, since 1970-01-01. */
  day: number
  /** US dollars. */
  amount: number
  valuation: number | null
  /** The first one leads. */
  investors: Investor[]
}

export interface Funding {
  stage: CompanyStage
  isVenture: boolean
  rounds: Round[]
}

const fundingStream = 5
const random = new Random()

const ladder = [
  'pre_seed',
  'seed',
  'series_a',
  'series_b',
  'series_c',
  'series_d',
  'series_e',
  'series_f',
  'series_g',
] as const
/** Headcount at which a company has usually raised each round of the ladder. */
const headcountFor = [0, 4, 14, 45, 130, 350, 800, 1800, 4000]
/** Usual amount of each round in US dollars. */
const amountFor = [0.6e6, 2.8e6, 11e6, 28e6, 60e6, 110e6, 180e6, 260e6, 400e6]

const ventureShare: Record<string, number> = {
  tech: 0.45,
  finance: 0.16,
  health: 0.2,
  media: 0.06,
  public: 0.02,
}
const yearDays = 365

/** Rounds and stage of a company, consistent with its size, age and state. */
export function makeFunding(world: World, company: number): Funding {
  random.start(world.seed, fundingStream, company)
  const headcount = world.headcount[company] as number
  const founded = dayNumber(world.founded[company] as number)
  const years = (toDayNumber(world.asOf) - founded) / yearDays
  const { kind, name } = industryAt(world.industry[company] as number)
  const isPublicBody = name === 'Government' || name === 'Nonprofit'
  const share = years > 22 || headcount > 20_000 ? 0 : (ventureShare[kind] ?? 0.05)
  const isVenture = !isPublicBody && random.chance(share)
  const rounds = isVenture ? ventureRounds(world, headcount, founded) : []
  const stage = pickStage(world, company, rounds, isPublicBody ? 0 : years)
  if (stage === 'private_equity') rounds.push(buyout(world, headcount))
  return { stage, isVenture, rounds }
}

function pickStage(world: World, company: number, rounds: Round[], years: number): CompanyStage {
  const headcount = world.headcount[company] as number
  const status = world.status[company]
  if (status === closed) return 'closed'
  if (status === acquired) return 'acquired'
  if (years > 8 && headcount > 2000 && random.chance(0.4)) return 'public'
  const last = rounds.findLast((round) => (ladder as readonly string[]).includes(round.type))
  if (last) return last.type as CompanyStage
  if (years > 5 && headcount > 150 && random.chance(0.12)) return 'private_equity'
  return random.chance(0.06) ? 'unknown' : 'no_funding_yet'
}

function ventureRounds(world: World, headcount: number, founded: number): Round[] {
  const today = toDayNumber(world.asOf)
  const rounds: Round[] = []
  let reached = headcountFor.findLastIndex((least) => headcount >= least)
  if (random.chance(0.3)) reached--
  let day = founded + 20 + random.below(300)
  for (let step = random.chance(0.4) ? 1 : 0; step <= reached && day < today; step++) {
    rounds.push(round(world, ladder[step] as FundingRoundType, day, amountFor[step] as number))
    if (random.chance(0.06) && day + 120 < today)
      rounds.push(round(world, 'debt_financing', day + 100, 2e6 * (step + 1)))
    day += 240 + random.below(620)
  }
  if (random.chance(0.08) && founded + 400 < today)
    rounds.unshift(round(world, 'grant', founded + 15, 0.15e6))
  return rounds
}

function buyout(world: World, headcount: number): Round {
  const day = toDayNumber(world.asOf) - 30 - random.below(1400)
  return round(world, 'private_equity', day, headcount * 60_000)
}

function round(world: World, type: FundingRoundType, day: number, usual: number): Round {
  const factor = Math.exp((random.unit() + random.unit() + random.unit() - 1.5) * 1.1)
  const amount = Math.max(50_000, Math.round((usual * factor) / 50_000) * 50_000)
  const isEquity = type !== 'grant' && type !== 'debt_financing'
  const valuation = isEquity && random.chance(0.6) ? Math.round(amount * (4 + random.unit() * 5)) : null
  return { type, day, amount, valuation, investors: drawInvestors(makeInvestors(world.seed), random) }
}
