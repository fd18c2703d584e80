import type { CompanyRecord, PersonRecord } from '../../src/corpus/records/index.ts'
import { firstOf, lastOf, namedBy, plainName, tenuresOf, type Tenure } from './plain-careers.ts'

/** All records, and the tenures that careers hold. */
export interface Read {
  companies: CompanyRecord[]
  tenures: Tenure[]
}

export const readPlainly = (companies: CompanyRecord[], people: PersonRecord[]): Read => ({
  companies,
  tenures: people.flatMap(tenuresOf),
})

const bears = (company: CompanyRecord, name: string | null) =>
  plainName(name) !== '' &&
  [company.preferred_name, ...(company.names ?? [])].some((each) => plainName(each) === plainName(name))

/** The company of the corpus that a tenure is with: by id, else domain; by name alone where one only bears it. */
function companyOf({ companies }: Read, tenure: Tenure): CompanyRecord | undefined {
  const { pnet_company_id: id, company_domain: domain, company_name: name } = namedBy(tenure)
  if (id || domain) {
    const byId = companies.find((each) => id && each.li_org_id === id)
    return byId ?? companies.find((each) => domain && each.domains?.includes(domain))
  }
  const named = companies.filter((each) => bears(each, name))
  return named.length === 1 ? named[0] : undefined
}

/** Tenures with a company: they name its id or a domain of it, or nothing but a name that no other bears. */
const tenuresAt = (read: Read, company: CompanyRecord): Tenure[] =>
  read.tenures.filter((tenure) => {
    const { pnet_company_id: id, company_domain: domain } = namedBy(tenure)
    if (id && id === company.li_org_id) return true
    if (domain && company.domains?.includes(domain)) return true
    return !id && !domain && companyOf(read, tenure) === company
  })

type Counts = Record<string, number>
export function countBy<T>(all: readonly T[], key: (each: T) => string | null | undefined): Counts {
  const counts: Counts = {}
  for (const each of all) {
    const of = key(each) ?? 'unknown'
    counts[of] = (counts[of] ?? 0) + 1
  }
  return counts
}

/** An employer as answers name it. */
const otherOf = (read: Read, tenure: Tenure): string => {
  const company = companyOf(read, tenure)
  if (company !== undefined) return `${company.preferred_name} ${company.domains?.[0] ?? null}`
  const { company_name: name, company_domain: domain } = namedBy(tenure)
  return `${name} ${domain ?? null}`
}

export interface Window {
  /** Days since 1970; `to` is the first outside. */
  from: number
  to: number
  today: number
}

const isIn = (day: number | undefined, { from, to }: Window) => day !== undefined && day >= from && day < to

const years = (tenure: Tenure, day: number): number | undefined => {
  const begins = (tenure.person.experiences ?? []).flatMap(({ start_date: date }) => date ?? [])
  if (begins.length === 0) return undefined
  const began = Math.min(...begins.map((date) => Date.parse(date) / 86_400_000))
  return day < began ? undefined : (day - began) / 365.2425
}
const rangeOf = (value: number | undefined) => {
  if (value === undefined) return null
  const bounds = [0, 2, 5, 10, 15, 20]
  const low = bounds.findLast((bound) => Math.floor(value) >= bound)!
  const high = bounds.find((bound) => bound > low)
  return high === undefined ? `${low}+` : `${low}-${high}`
}

const round = (value: number) => Math.round(value * 10) / 10
export function spreadOf(values: readonly number[]) {
  if (values.length === 0) return { count: 0, median: null, mean: null, min: null, max: null }
  const sorted = values.toSorted((a, b) => a - b)
  const place = (sorted.length - 1) / 2
  const median = (sorted[Math.floor(place)]! + sorted[Math.ceil(place)]!) / 2
  const mean = sorted.reduce((sum, each) => sum + each, 0) / sorted.length
  return {
    count: sorted.length,
    median: round(median),
    mean: round(mean),
    min: round(sorted[0]!),
    max: round(sorted.at(-1)!),
  }
}

export function plainFlow(
  read: Read,
  company: CompanyRecord,
  direction: 'joiners' | 'leavers',
  window: Window,
) {
  const dayOf = (tenure: Tenure) => (direction === 'joiners' ? tenure.start : tenure.end)
  const moved = tenuresAt(read, company).filter((tenure) => isIn(dayOf(tenure), window))
  // Of somebody with several moves the last counts.
  const last = [...new Map(moved.map((tenure) => [tenure.person, tenure])).values()]
  const side = (tenure: Tenure) => (direction === 'joiners' ? firstOf(tenure) : lastOf(tenure))
  const others = last.flatMap((tenure) => (direction === 'joiners' ? tenure.cameFrom : tenure.wentTo) ?? [])
  const experience = last.map((tenure) => years(tenure, dayOf(tenure)!))
  const months = last.flatMap(({ start, end }) =>
    start === undefined || end === undefined
      ? []
      : [Math.max(0, Math.min(end, window.today) - start) / 30.436_875],
  )
  return {
    people: last.length,
    known: others.length,
    companies: countBy(others, (tenure) => otherOf(read, tenure)),
    months: spreadOf(months),
    years: spreadOf(experience.flatMap((each) => each ?? [])),
    bySeniority: countBy(last, (tenure) => side(tenure).seniority),
    byJobFunction: countBy(last, (tenure) => side(tenure).job_function?.[0]),
    byCountry: countBy(last, ({ person }) => person.inferred_location?.country_code),
    byYears: countBy(experience, rangeOf),
  }
}

export function plainRivals(read: Read, company: CompanyRecord, window: Window) {
  const there = tenuresAt(read, company)
  const joined = there.filter(({ start }) => isIn(start, window))
  const left = there.filter(({ end }) => isIn(end, window))
  const named = (tenure: Tenure) => otherOf(read, tenure)
  const gained = countBy(
    joined.flatMap(({ cameFrom }) => cameFrom ?? []),
    named,
  )
  const lost = countBy(
    left.flatMap(({ wentTo }) => wentTo ?? []),
    named,
  )
  return { joined: joined.length, left: left.length, gained, lost }
}

/** Who is on the staff now, each once, by the tenure begun last. */
const staffOf = (read: Read, company: CompanyRecord): Tenure[] => [
  ...new Map(
    tenuresAt(read, company)
      .filter(({ end }) => end === Infinity)
      .map((tenure) => [tenure.person, tenure]),
  ).values(),
]

export interface PlainRule {
  name: string
  include: string[]
  exclude: string[]
  exact: boolean
  keywords: string[]
  functions: string[]
}

const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
const contains = (title: string, phrase: string) =>
  ` ${wordsOf(title).join(' ')} `.includes(` ${wordsOf(phrase).join(' ')} `)

export function plainDepartments(read: Read, company: CompanyRecord, rules: readonly PlainRule[]) {
  const staff = staffOf(read, company).map((tenure) => {
    const held = tenure.positions.filter(({ end }) => end === Infinity).map(({ said }) => said)
    const mine = namedBy(tenure)
    // Seats on its board and the like held besides are titles there too.
    const besides = (tenure.person.experiences ?? []).filter(
      (each) =>
        each.is_current === true &&
        !held.includes(each) &&
        ((each.pnet_company_id && each.pnet_company_id === mine.pnet_company_id) ||
          (each.company_domain && each.company_domain === mine.company_domain) ||
          (!each.pnet_company_id &&
            !each.company_domain &&
            !mine.pnet_company_id &&
            !mine.company_domain &&
            plainName(each.company_name) === plainName(mine.company_name))),
    )
    const titles = [...held, ...besides].map(({ title }) => title ?? '')
    return rules.map((rule) => {
      const holds = (phrases: readonly string[]) =>
        titles.some((title) =>
          phrases.some((phrase) =>
            rule.exact ? wordsOf(title).join(' ') === wordsOf(phrase).join(' ') : contains(title, phrase),
          ),
        )
      if (holds(rule.exclude)) return false
      if (rule.include.length + rule.keywords.length + rule.functions.length === 0) return true
      return (
        holds(rule.include) ||
        titles.some((title) =>
          rule.keywords.some((list) => wordsOf(list).every((word) => wordsOf(title).includes(word))),
        ) ||
        held.some(({ job_function: functions }) =>
          (functions ?? []).some((each) => rule.functions.includes(each)),
        )
      )
    })
  })
  return {
    headcount: staff.length,
    counts: rules.map((_, index) => staff.filter((member) => member[index]).length),
    unassigned: staff.filter((member) => !member.includes(true)).length,
    several: staff.filter((member) => member.filter(Boolean).length > 1).length,
  }
}

export function plainChart(
  read: Read,
  company: CompanyRecord,
  functions: readonly string[] | undefined,
  today: number,
) {
  const staff = staffOf(read, company).filter(
    (tenure) => functions === undefined || functions.includes(lastOf(tenure).job_function?.[0] ?? ''),
  )
  const months = staff.flatMap(({ start }) =>
    start === undefined ? [] : [Math.max(0, today - start) / 30.436_875],
  )
  return {
    employees: staff.length,
    average: spreadOf(months).mean,
    buckets: countBy(
      staff,
      (tenure) => `${lastOf(tenure).job_function?.[0] ?? null} ${gradeOf(lastOf(tenure))}`,
    ),
  }
}

function gradeOf({
  title,
  seniority,
}: {
  title: string | null
  seniority?: string | null | undefined
}): string | null {
  const says = (...words: string[]) => words.some((word) => wordsOf(title ?? '').includes(word))
  if (seniority === 'Executive') return 'Executive'
  if (seniority === 'Director') return 'Manager'
  if (seniority === 'Mid-Senior level')
    return says('manager', 'head', 'director', 'supervisor')
      ? 'Manager'
      : says('senior', 'staff', 'principal', 'expert', 'lead')
        ? 'Senior'
        : 'Mid-Level'
  if (seniority === 'Associate') return 'Mid-Level'
  return seniority === 'Entry level' || seniority === 'Internship' ? 'Junior' : null
}

/** Bounds of revenue by its definition; undefined: not known. */
export function plainRevenue({ companies }: Read, company: CompanyRecord) {
  const headOf = ({ employee_count_consensus: count }: CompanyRecord) => count?.gte ?? count?.lte ?? undefined
  const said = ({ revenue_usd: figure, revenue_estimate: estimate }: CompanyRecord) => ({
    figure,
    low: estimate?.value_usd?.gte ?? null,
    high: estimate?.value_usd?.lte ?? null,
  })
  const { figure, low, high } = said(company)
  if (figure !== null) return { basis: 'reported', low: figure, high: figure }
  if (low !== null || high !== null) return { basis: 'estimated', low: low ?? high, high: high ?? low }
  const heads = headOf(company)
  if (heads === undefined || heads < 1 || company.status_consensus === 'closed') return undefined
  const perHead = companies
    .flatMap((each) => {
      const theirs = headOf(each)
      const earns = said(each)
      const revenue = earns.figure ?? earns.low ?? earns.high
      const shares = each.standard_industries?.some((industry) =>
        company.standard_industries?.includes(industry),
      )
      if (!shares || !revenue || revenue <= 0 || !theirs || theirs < heads / 4 || theirs > heads * 4)
        return []
      return [revenue / theirs]
    })
    .toSorted((a, b) => a - b)
  if (perHead.length < 20) return undefined
  const quarter = (share: number) => {
    const place = (perHead.length - 1) * share
    const [below, above] = [perHead[Math.floor(place)]!, perHead[Math.ceil(place)]!]
    return below + (above - below) * (place - Math.floor(place))
  }
  const two = (value: number) => Number(value.toPrecision(2))
  const most = Math.max(heads, company.employee_count_consensus?.lte ?? heads)
  return { basis: 'peers', low: two(quarter(0.25) * heads), high: two(quarter(0.75) * most) }
}

/** Places of a list, by rank; without a year of the newest there is. */
export function plainRanking(
  { companies }: Read,
  list: string,
  [low, high]: readonly [number, number],
  year?: number,
) {
  const places = companies.flatMap((company) =>
    (company.fortune_rankings ?? [])
      .filter((each) => each.list === list)
      .map((each) => ({ ...each, name: company.preferred_name })),
  )
  const asked = year ?? (places.length === 0 ? null : Math.max(...places.map((each) => each.year ?? 0)))
  const within = places.filter(
    (each) => each.year === asked && each.rank !== null && each.rank >= low && each.rank <= high,
  )
  return { year: asked, places: within.map(({ rank, name }) => `${rank} ${name}`).toSorted() }
}
