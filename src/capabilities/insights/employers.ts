import { employerNumbers, type Counted } from '../../corpus/analytics/index.ts'
import { normalizeDomain } from '../../lib/domain-name.ts'
import { findNow, firstNamed, type FoundRecord } from '../../corpus/lookup/index.ts'
import { upToDatePerson, type CompanyRecord, type PersonRecord } from '../../corpus/records/index.ts'
import { careerTenures, employerNumber, nameToken } from '../../corpus/search-index/index.ts'
import { employersOfCompanies, tokensOfEmployer } from './find-company.ts'
import type { InsightsDeps } from './slice.ts'

/** An employer that careers name, with how many people came from it or went to it. */
export interface NamedEmployer {
  /** Employer number, as the engine counts by. */
  number: string
  name: string | null
  orgId: string | null
  domain: string | null
  slug: string | null
  /** The company, where the corpus knows it. */
  company: { id: string; record: CompanyRecord } | undefined
}

/**
 * Who the employers behind some numbers are: numbers cannot be read backwards, so each is found in the career of one who has
 * it. An employer whose example is no more is left out.
 */
export async function nameEmployers(
  { search }: InsightsDeps,
  counted: readonly Counted[],
  signal: AbortSignal,
): Promise<NamedEmployer[]> {
  if (counted.length === 0) return []
  const snapshot = await search.snapshots.newest('people')
  const people = await search.lookupIds('people', {
    ids: [...new Set(counted.map(({ example }) => example))],
    snapshot,
    signal,
  })
  const careers = new Map(people.map(({ id, body }) => [id, JSON.parse(body) as PersonRecord]))
  const names = counted.flatMap(({ value, example }) => {
    const person = careers.get(example)
    const employer = person && saidOf(person, value)
    return employer === undefined ? [] : [{ number: value, ...employer }]
  })
  const companies = await companiesOf(search, names, signal)
  return names.map((each, index) => {
    const company = companies[index]
    return {
      ...each,
      company: company && { id: company.id, record: JSON.parse(company.body) as CompanyRecord },
    }
  })
}

/**
 * Counts of employers that were named, with those of the numbers that were not but are other names of the same companies: a
 * company is known by its id in one career and by its domain or name in the next.
 */
export async function countsWithOtherNumbers(
  deps: InsightsDeps,
  {
    named,
    sides,
    signal,
  }: { named: readonly NamedEmployer[]; sides: readonly (readonly Counted[])[]; signal: AbortSignal },
): Promise<Map<string, number>[]> {
  const counts = sides.map((side) => new Map(side.map(({ value, count }) => [value, count])))
  const numbers = new Set(named.map(({ number }) => number))
  if (sides.every((side) => side.every(({ value }) => numbers.has(value)))) return counts
  const withRecord = named.flatMap(({ number, company }) =>
    company === undefined ? [] : [{ number, company }],
  )
  const companies = withRecord.map(({ company }) => company)
  for (const [index, employer] of (await employersOfCompanies(deps, companies, signal)).entries()) {
    const to = withRecord[index]?.number as string
    for (const number of employerNumbers(employer).map(String)) {
      if (numbers.has(number)) continue
      numbers.add(number)
      for (const side of counts) side.set(to, (side.get(to) ?? 0) + (side.get(number) ?? 0))
    }
  }
  return counts
}

/** Companies that careers name: by id or domain, and where neither is told by a name that one company alone bears. */
async function companiesOf(
  search: InsightsDeps['search'],
  employers: readonly Pick<NamedEmployer, 'name' | 'orgId' | 'domain' | 'slug'>[],
  signal: AbortSignal,
): Promise<(FoundRecord | undefined)[]> {
  const byId = employers.map(tokensOfEmployer)
  const byName = employers.map(({ name }, index) =>
    byId[index]?.length === 0 && name !== null ? nameToken('name', name) : undefined,
  )
  const find = (tokens: readonly string[], perToken: number) =>
    tokens.length === 0 ? [] : findNow(search, 'companies', { tokens, perToken, signal })
  const [identified, named] = await Promise.all([
    find(byId.flat(), 1),
    find([...new Set(byName.filter((each) => each !== undefined))], 2),
  ])
  const records = firstNamed(identified, byId)
  return byName.map((token, index) => {
    if (token === undefined) return records[index]
    const bearers = named.filter(({ tokens }) => tokens.includes(token))
    return bearers.length === 1 ? bearers[0] : undefined
  })
}

/** What a career says of the employer of a number. */
function saidOf(person: PersonRecord, number: string) {
  const tenures = careerTenures(upToDatePerson(person).experiences ?? [])
  const there = tenures.filter((each) => String(employerNumber(each)) === number)
  const tenure = there[0]
  if (tenure === undefined) return undefined
  // Each of several positions and times may tell another part.
  const positions = there.flatMap((each) => [each.last, each.first, ...each.positions])
  const domain = positions.find((each) => each.company_domain)?.company_domain
  return {
    name: positions.find((each) => each.company_name)?.company_name ?? null,
    orgId: tenure.org === 0n ? null : String(tenure.org),
    domain: domain ? (normalizeDomain(domain) ?? null) : null,
    slug: positions.find((each) => each.company_slug)?.company_slug ?? null,
  }
}
