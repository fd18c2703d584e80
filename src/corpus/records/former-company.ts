import { readOrganizationId } from '../../lib/network-url.ts'
import type { FundingSummary } from './company-parts.ts'

type Members = Record<string, unknown>

const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Turns members of a company from former forms into today's: lists of functions of a trend, the newest round and the
 * parent as objects, other names of statistics and founders, the network's number as a slug. A company without any is
 * answered as it is.
 */
export function currentCompany<T extends object>(record: T): T {
  const members = record as Members
  const parts = [numberedPage(members), newestRound(members), parent(members), ...entries(members)].filter(
    (part) => part !== undefined,
  )
  return parts.length === 0 ? record : Object.assign({ ...record }, ...parts)
}

/**
 * Pages of companies also have an address by the network's number, which files cut out in the place of a slug. Slugs
 * are never numbers.
 */
export function numberedPage(members: Members): Members | undefined {
  const { pnet_primary_slug: slug, li_org_id: id, pnet_ids: ids } = members
  const number = typeof slug === 'string' ? readOrganizationId(slug) : undefined
  if (number === undefined) return undefined
  if ((id ?? '') === '' || id === number) return { pnet_primary_slug: null, li_org_id: number }
  const idList = (ids as string[] | null | undefined) ?? []
  return { pnet_primary_slug: null, pnet_ids: [...new Set([...idList, number])] }
}

/** The sum stays. Day and type go to the list of rounds, where they are missing. */
function newestRound(members: Members): Members | undefined {
  const newest = members['latest_funding_consensus']
  if (!isObject(newest)) return undefined
  const rounds = (members['funding_rounds'] as Partial<FundingSummary>[] | null | undefined) ?? []
  const isListed = rounds.some((round) => round.announced_on_date === newest['announced_on_date'])
  return {
    latest_funding_consensus: newest['raised_amount_usd'] ?? null,
    ...(isListed ? {} : { funding_rounds: [newest, ...rounds] }),
  }
}

function parent({ parent: company }: Members): Members | undefined {
  if (!isObject(company)) return undefined
  const { name, domain, pnet_primary_slug: slug, li_org_id: id } = company
  return { parent: name ?? domain ?? slug ?? id ?? null }
}

const statistics = {
  funding_round_stats: { count: 'round_count', investor_count: 'unique_investor_count' },
  investment_stats: {
    num_investments: 'total_investment_count',
    num_lead_investments: 'lead_investment_count',
  },
}

function* entries(members: Members): Generator<Members | undefined> {
  for (const [name, names] of Object.entries(statistics)) {
    const stats = members[name]
    if (isObject(stats)) yield changed(name, stats, renamed(stats, names))
  }
  for (const [name, renew] of Object.entries({ employee_trends: renewTrend, accelerators: renewProgramme })) {
    const list = members[name]
    if (Array.isArray(list)) yield renewList(name, list as Members[], renew)
  }
}

const changed = (name: string, before: unknown, after: unknown): Members | undefined =>
  before === after ? undefined : { [name]: after }

function renewList(name: string, list: Members[], renew: (entry: Members) => Members): Members | undefined {
  const renewed = list.map(renew)
  return renewed.every((entry, index) => entry === list[index]) ? undefined : { [name]: renewed }
}

function renamed(entry: Members, names: Readonly<Record<string, string>>): Members {
  if (!Object.keys(names).some((name) => name in entry)) return entry
  return Object.fromEntries(Object.entries(entry).map(([name, value]) => [names[name] ?? name, value]))
}

/** Groups that are only counted together have no name. */
function renewTrend(trend: Members): Members {
  const { functions } = trend
  if (!Array.isArray(functions)) return trend
  return { ...trend, functions: functions.length === 1 ? (functions[0] as unknown) : null }
}

function renewProgramme(entry: Members): Members {
  const { founders } = entry
  if (!Array.isArray(founders)) return entry
  const named = (founders as Members[]).map((founder) =>
    stated(renamed(founder, { name: 'full_name', title: 'job_title' })),
  )
  return named.every((founder, index) => founder === (founders as Members[])[index])
    ? entry
    : { ...entry, founders: named }
}

/** Founders have only the members that are known. */
function stated(founder: Members): Members {
  const members = Object.entries(founder).filter(([, value]) => value !== null)
  return members.length === Object.keys(founder).length ? founder : Object.fromEntries(members)
}
