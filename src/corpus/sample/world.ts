import { pickBelow } from '../../lib/compare.ts'
import { toMonthNumber } from './dates.ts'
import { cityAt, countries, countryTable, type SampleCountry } from './places.ts'
import { hash, Random, weightTable } from './random.ts'
import { industries, industryTable } from './trades.ts'

/** What decides a sample: the same three numbers and date give the same bytes on every machine. */
export interface WorldSize {
  /** 32-bit seed, 1 by default. */
  seed?: number
  companies: number
  /** 10 a company by default, fewer where so few companies do not employ that many. */
  people?: number
  /** The day the sample is true for (ISO date); careers, rounds and postings end before it. */
  asOf?: string
}

/**
 * The facts every record of the sample agrees on, one typed array entry a company: about 40 bytes a
 * company, built in well under a second per million. Every worker builds its own from the same size.
 */
export interface World {
  seed: number
  companies: number
  people: number
  asOf: string
  /** First month not over yet; nothing that happened lies in it or later. */
  month: number
  /** City of the headquarters. */
  city: Uint16Array
  industry: Uint8Array
  headcount: Uint32Array
  /** Month founded. */
  founded: Uint16Array
  status: Uint8Array
  /** First person of each company, one entry more than companies: people of a company are a range. */
  firstPerson: Uint32Array
  /** Rank on the yearly list of the largest US companies. */
  fortune: Map<number, number>
  past: EmployerIndex
}

/** Companies by country and industry, weighted by people, to draw the former employers of a career. */
interface EmployerIndex {
  order: Uint32Array
  /** People before each entry of `order`. */
  before: Uint32Array
  /** First entry of each (country, industry), one entry more than there are. */
  segments: Uint32Array
}

/** Age up to which a company is led by its founder. */
export const founderMonths = 180

export const active = 0
export const acquired = 1
export const closed = 2

const defaultAsOf = '2026-11-01'
const industryCount = industries.length

// Headcount bands as the network shows them, with the share of companies in each.
const bands: [from: number, to: number, weight: number][] = [
  [1, 1, 80],
  [2, 10, 450],
  [11, 50, 280],
  [51, 200, 120],
  [201, 500, 40],
  [501, 1000, 15],
  [1001, 5000, 11],
  [5001, 10_000, 2.5],
  [10_001, 180_000, 1.5],
]
const bandTable = weightTable(bands.map(([, , weight]) => weight))

/** Builds the frame of a sample. Throws RangeError when there are more people than the companies employ. */
export function createWorld(size: WorldSize): World {
  const { seed = 1, companies, asOf = defaultAsOf } = size
  if (!Number.isSafeInteger(companies) || companies < 1) throw new RangeError('companies must be at least 1')
  if (!/^\d{4}-\d\d-\d\d$/.test(asOf)) throw new RangeError('asOf must be an ISO 8601 date')
  const world: World = {
    seed,
    companies,
    people: 0,
    asOf,
    month: toMonthNumber(asOf),
    city: new Uint16Array(companies),
    industry: new Uint8Array(companies),
    headcount: new Uint32Array(companies),
    founded: new Uint16Array(companies),
    status: new Uint8Array(companies),
    firstPerson: new Uint32Array(companies + 1),
    fortune: new Map(),
    past: { order: new Uint32Array(0), before: new Uint32Array(0), segments: new Uint32Array(0) },
  }
  const random = new Random()
  for (let index = 0; index < companies; index++) fillCompany(world, random, index)
  const weights = peopleWeights(world)
  world.people = peopleCount(world, size.people)
  sharePeople(world, weights)
  rankFortune(world)
  world.past = indexEmployers(world)
  return world
}

function fillCompany(world: World, random: Random, index: number): void {
  random.start(world.seed, 1, index)
  const country = countries[random.draw(countryTable)] as SampleCountry
  world.city[index] = country.firstCity + random.draw(country.cityTable)
  world.industry[index] = random.draw(industryTable)
  const [from, to] = bands[random.draw(bandTable)] as [number, number, number]
  // Within a band small sizes are likelier, as under a power law.
  const headcount = Math.floor(from * ((to + 1) / from) ** (random.unit() ** 1.3))
  world.headcount[index] = Math.min(to, headcount)
  const years = ageInYears(random, headcount)
  world.founded[index] = world.month - 3 - Math.floor(years * 12)
  const fate = random.unit()
  const livingStatus = fate < 0.07 && years > 3 ? acquired : active
  world.status[index] = fate < 0.03 ? closed : livingStatus
}

/** Large companies are old, small ones mostly young. */
function ageInYears(random: Random, headcount: number): number {
  const { floor, mean } = pickBelow(headcount, agesBySize, { floor: 9, mean: 45 })
  return Math.min(120, floor + random.exponential(mean))
}

/** Years that companies have at least, and on top of that on average, by headcount. */
const agesBySize = [
  [51, { floor: 0, mean: 7 }],
  [501, { floor: 2, mean: 13 }],
  [5001, { floor: 5, mean: 24 }],
] as const

/** Staff of all companies that are not closed. */
function employedBy(world: World): number {
  let employed = 0
  for (let index = 0; index < world.companies; index++) {
    if (world.status[index] !== closed) employed += world.headcount[index] as number
  }
  return employed
}

function peopleCount(world: World, wanted: number | undefined): number {
  // Close to everybody employed leaves no room for the shares to be in proportion.
  const most = Math.floor(employedBy(world) * 0.9)
  if (wanted === undefined) return Math.min(most, world.companies * 10)
  if (!Number.isSafeInteger(wanted) || wanted < 0) throw new RangeError('people must be a count')
  if (wanted > most) throw new RangeError(`${world.companies} companies cannot employ ${wanted} people`)
  return wanted
}

/** People go by headcount^0.6, so that small companies have some too; a closed company has none. */
function peopleWeights({ companies, headcount, status }: World): Float64Array {
  const weights = new Float64Array(companies)
  for (let index = 0; index < companies; index++) {
    if (status[index] !== closed) weights[index] = (headcount[index] as number) ** 0.6
  }
  return weights
}

/** Gives every company its number of people: in proportion to its weight, at most its headcount. */
function sharePeople(world: World, weights: Float64Array): void {
  const { companies, people, headcount, firstPerson } = world
  const scale = scaleFor(world, weights)
  // A hair below the headcount, so that rounding the running sum never yields one person too many.
  const share = (index: number) =>
    weights[index] === 0
      ? 0
      : Math.min((headcount[index] as number) - 1e-3, scale * (weights[index] as number))
  let total = 0
  for (let index = 0; index < companies; index++) total += share(index)
  let reached = 0
  for (let index = 0; index < companies; index++) {
    reached += share(index)
    firstPerson[index + 1] = Math.min(people, Math.floor(total === 0 ? 0 : (reached / total) * people + 1e-9))
  }
  firstPerson[companies] = people
}

function scaleFor(world: World, weights: Float64Array): number {
  let low = 0
  let high = 1
  const sum = (scale: number) => {
    let total = 0
    for (let index = 0; index < weights.length; index++) {
      total += Math.min(world.headcount[index] as number, scale * (weights[index] as number))
    }
    return total
  }
  while (sum(high) < world.people) high *= 2
  for (let step = 0; step < 30; step++) {
    const middle = (low + high) / 2
    if (sum(middle) < world.people) low = middle
    else high = middle
  }
  return high
}

function rankFortune(world: World): void {
  const large: number[] = []
  for (let index = 0; index < world.companies; index++) {
    if ((world.headcount[index] as number) <= 10_000 || world.status[index] !== active) continue
    if (cityAt(world.city[index] as number).country.code === 'USA') large.push(index)
  }
  large.sort((a, b) => (world.headcount[b] as number) - (world.headcount[a] as number) || a - b)
  large.slice(0, 500).forEach((index, rank) => world.fortune.set(index, rank + 1))
}

function indexEmployers(world: World): EmployerIndex {
  const segments = new Uint32Array(countries.length * industryCount + 1)
  const keys = new Uint16Array(world.companies)
  for (let index = 0; index < world.companies; index++) {
    const country = cityAt(world.city[index] as number).country.index
    const key = country * industryCount + (world.industry[index] as number)
    keys[index] = key
    segments[key + 1] = (segments[key + 1] as number) + 1
  }
  for (let key = 1; key < segments.length; key++)
    segments[key] = (segments[key] as number) + (segments[key - 1] as number)
  const next = segments.slice()
  const order = new Uint32Array(world.companies)
  for (let index = 0; index < world.companies; index++) {
    const key = keys[index] as number
    const place = next[key] as number
    next[key] = place + 1
    order[place] = index
  }
  const before = new Uint32Array(world.companies + 1)
  for (let place = 0; place < world.companies; place++) {
    before[place + 1] = (before[place] as number) + countPeople(world, order[place] as number)
  }
  return { order, before, segments }
}

/** People the sample knows of a company. */
export function countPeople(world: World, company: number): number {
  return (world.firstPerson[company + 1] as number) - (world.firstPerson[company] as number)
}

/** The company person `index` belongs to. */
export function findCompany(world: World, index: number): number {
  return lastAtMost(world.firstPerson, index, 0, world.companies)
}

/**
 * A company where somebody of this country and industry may have worked, drawn by size: mostly the same
 * industry, nearly always the same country. Undefined if there is none.
 */
export function drawEmployer(
  world: World,
  random: Random,
  country: number,
  industry: number,
): number | undefined {
  const { order, before, segments } = world.past
  const scope = random.unit()
  let from = 0
  let to = world.companies
  if (scope < 0.92) {
    const key = country * industryCount + (scope < 0.5 ? industry : 0)
    from = segments[key] as number
    to = segments[scope < 0.5 ? key + 1 : key + industryCount] as number
  }
  const low = before[from] as number
  const high = before[to] as number
  if (high === low) return undefined
  return order[lastAtMost(before, low + random.below(high - low), from, to)]
}

/** Largest position in [from, to) whose value is at most `value`; values never fall. */
function lastAtMost(values: Uint32Array, value: number, from: number, to: number): number {
  let low = from
  let high = to
  while (high - low > 1) {
    const middle = (low + high) >>> 1
    if ((values[middle] as number) <= value) low = middle
    else high = middle
  }
  return low
}

/** A fixed shuffle of 0..size-1, to hand out scarce things without giving one twice. */
export function shuffled(world: World, salt: number, index: number, size: number): number {
  return (index * 7_368_787 + hash(world.seed, salt, 7)) % size
}

/** What `small` means: loaded in seconds at the first start. */
const small = { companies: 3000, people: 20_000 }

/** The size an operator names: `small`, or a number of companies with ten people each on average. */
export function sampleSize(named: 'small' | number): WorldSize {
  return named === 'small' ? { ...small } : { companies: named }
}
