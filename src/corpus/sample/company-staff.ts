import { pickBelow } from '../../lib/compare.ts'
import {
  acceleratorSlugs,
  type EmployeeTrend,
  type EmployeeTrendFunction,
  type NativeCompany,
} from '../records/index.ts'
import type { CompanyMembers } from './company-identity.ts'
import { toDate, toDayNumber } from './dates.ts'
import { personIdentity } from './person-identity.ts'
import { cityAt, locationIn } from './places.ts'
import type { Random } from './random.ts'
import { industryAt, tracks, trackTables } from './trades.ts'
import { countPeople, type World } from './world.ts'

const monthsBack = [3, 6, 12, 24]
const departmentMonthsBack = [12, 24]
const monthDays = 30.4375
const starts = new Map<string, string>()

/** The day this many months before the day of the world; there are four of them, asked for all the time. */
function findStart(world: World, months: number): string {
  const key = `${world.asOf}-${months}`
  let start = starts.get(key)
  if (start === undefined) {
    start = toDate(Math.round(toDayNumber(world.asOf) - months * monthDays))
    starts.set(key, start)
  }
  return start
}

/** How widely growth spreads, by headcount. */
const growthSpreads = [
  [50, 0.7],
  [1000, 0.35],
] as const

/** How the count of staff moved, for the company and its larger departments; the newest count is today's. */
export function staffTrends(world: World, company: number, random: Random): EmployeeTrend[] {
  const headcount = world.headcount[company] as number
  // Growth a year: small companies grow, or shrink, faster.
  const growth = (random.unit() + random.unit() - 0.85) * pickBelow(headcount, growthSpreads, 0.15)
  const trends = [trend(world, '_all_employees', headcount, growth)]
  if (headcount < 12) return trends
  for (const [department, share] of departmentShares(world, company)) {
    const count = Math.round(headcount * share)
    if (count > 0) trends.push(trend(world, department, count, growth + 0.1 * (random.unit() - 0.5)))
  }
  return trends
}

const sharesByTable = new Map<Uint16Array, [EmployeeTrendFunction, number][]>()

/** The five largest departments of the industry and their share of all staff. */
function departmentShares(world: World, company: number): [EmployeeTrendFunction, number][] {
  const table = trackTables[industryAt(world.industry[company] as number).kind]
  let shares = sharesByTable.get(table)
  if (!shares) {
    const counts = new Map<EmployeeTrendFunction, number>()
    for (const track of table) {
      const department = tracks[track]?.trend as EmployeeTrendFunction
      counts.set(department, (counts.get(department) ?? 0) + 1 / table.length)
    }
    shares = [...counts].toSorted((a, b) => b[1] - a[1]).slice(0, 5)
    sharesByTable.set(table, shares)
  }
  return shares
}

function trend(world: World, group: EmployeeTrendFunction, count: number, growth: number): EmployeeTrend {
  const periods = group === '_all_employees' ? monthsBack : departmentMonthsBack
  return {
    functions: group,
    current_count: count,
    changes: periods.map((months) => {
      const before = Math.max(0, Math.round(count / (1 + growth) ** (months / 12)))
      return {
        months_back: months,
        count_start: before,
        count_end: count,
        numeric_change: count - before,
        percent_change: before === 0 ? null : Math.round(((count - before) / before) * 1000) / 10,
        start_of_period: findStart(world, months),
        end_of_period: world.asOf,
      }
    }),
  }
}

/** Headquarters and further offices: mostly in the same country, abroad for the large. */
export function makeOffices(world: World, company: number, random: Random): CompanyMembers {
  const home = cityAt(world.city[company] as number)
  const headquarters = locationIn(home, (random.unit() - 0.5) * 0.06, (random.unit() - 0.5) * 0.06)
  const headcount = world.headcount[company] as number
  const more = headcount < 60 ? 0 : Math.min(12, Math.floor(headcount ** 0.35 * random.unit()))
  const offices = [{ address: home.label, is_primary: true, location: headquarters }]
  const cities = new Set([home])
  for (let left = more; left > 0; left--) {
    const isAbroad = headcount > 500 && random.chance(0.4)
    const country = isAbroad
      ? cityAt(world.city[random.below(world.companies)] as number).country
      : home.country
    const city = cityAt(country.firstCity + random.draw(country.cityTable))
    if (cities.has(city)) continue
    cities.add(city)
    offices.push({ address: city.label, is_primary: false, location: locationIn(city, 0.01, 0.01) })
  }
  return {
    location_consensus: headquarters,
    li_locations: offices,
  }
}

/** One venture in eight went through a programme, with the head of the company as founder. */
export function makeAccelerators(
  world: World,
  company: number,
  random: Random,
): NativeCompany['accelerators'] {
  if (!random.chance(0.12)) return undefined
  const founded = world.founded[company] as number
  const year = Math.floor((founded + 6) / 12)
  const season = random.chance(0.5) ? 'Winter' : 'Summer'
  const slug = random.pick(acceleratorSlugs)
  const founders = countPeople(world, company) > 0 ? [founder(world, company)] : []
  return [{ accelerator_slug: slug, accelerator_name: slug, batch: `${season} ${year}`, year, founders }]
}

function founder(world: World, company: number): { full_name: string; job_title: string; pnet_slug: string } {
  const { name, slug } = personIdentity(world, company, world.firstPerson[company] as number)
  return { full_name: name.full, job_title: 'Founder', pnet_slug: slug }
}
