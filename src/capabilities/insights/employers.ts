import { employerNumbers, type Counted } from '../../corpus/analytics/index.ts'
import { normalizeDomain } from '../../lib/domain-name.ts'
import { findNow, firstNamed, type FoundRecord } from '../../corpus/lookup/index.ts'
import { upToDatePerson, type CompanyRecord, type PersonRecord } from '../../corpus/records/index.ts'
import { careerTenures, employerNumber, nameToken } from '../../corpus/search-index/index.ts'
import { employersOfCompanies, tokensOfEmployer } from './find-company.ts'
import type { InsightsDeps } from './slice.ts'

/** An employer named in careers, with the number of people who came from it or went to it. */
export interface NamedEmployer {
  /** Employer number by which the engine counts. */
  number: string
  name: string | null
  orgId: string | null
  domain: string | null
  slug: string | null
  /** The company, where the corpus knows it. */
  company: { id: string; record: CompanyRecord } | undefined
}

/**
 * Resolves employer numbers. A number cannot be decoded, so each employer is read from the career of an example person
 * who has it. An employer whose example is no longer in the corpus is omitted.
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
    const employer = person && readEmployer(person, value)
    return employer === undefined ? [] : [{ number: value, ...employer }]
  })
  const companies = await findCompanies(search, names, signal)
  return names.map((each, index) => {
    const company = companies[index]
    return {
      ...each,
      company: company && { id: company.id, record: JSON.parse(company.body) as CompanyRecord },
    }
  })
}

/**
 * Counts of the named employers, including other numbers of the same companies: one career names a company by its id,
 * the next by its domain or name.
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

/** Companies named in careers: by id or domain, else by a name that only one company has. */
async function findCompanies(
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

/** The facts of a career about the employer with a number. */
function readEmployer(person: PersonRecord, number: string) {
  const tenures = careerTenures(upToDatePerson(person).experiences ?? [])
  const there = tenures.filter((each) => String(employerNumber(each)) === number)
  const tenure = there[0]
  if (tenure === undefined) return undefined
  // Several positions and periods may each contribute a different part.
  const positions = there.flatMap((each) => [each.last, each.first, ...each.positions])
  const domain = positions.find((each) => each.company_domain)?.company_domain
  return {
    name: positions.find((each) => each.company_name)?.company_name ?? null,
    orgId: tenure.org === 0n ? null : String(tenure.org),
    domain: domain ? (normalizeDomain(domain) ?? null) : null,
    slug: positions.find((each) => each.company_slug)?.company_slug ?? null,
  }
}
