import { beforeAll, describe, expect, it } from 'vitest'
import type { CompanyRecord } from '../../src/corpus/records/index.ts'
import { verifies } from '../conformance/verifies.ts'
import type { TestOrganization } from '../support/platform.ts'
import type { CompanyParams } from './naive.ts'
import { isCounted, staffOf } from './naive-staff.ts'
import { ask, service, startSearchService, topUp } from './search-service.ts'
import { readRows, type Rows } from './search-world.ts'

startSearchService()
let rows: Rows
let org: TestOrganization
beforeAll(async () => {
  rows = await readRows(service.db)
  org = await service.org()
  await topUp(org)
})

type Employees = NonNullable<CompanyParams['employees']>
const engineers: Employees['rules'][number] = {
  employeesToMatch: { tag: 'finiteRange', lowerBound: 2 },
  employeeFilters: { jobTitle: ['engineer'] },
}
const nobodyInFrance: Employees['rules'][number] = {
  employeesToMatch: { tag: 'finiteRange', upperBound: 0 },
  employeeFilters: { countryCode: ['FRA'] },
}
const everybody: Employees['rules'][number] = { employeesToMatch: { tag: 'all' }, employeeFilters: {} }
const everyEngineer: Employees['rules'][number] = {
  employeesToMatch: { tag: 'all' },
  employeeFilters: { jobTitle: ['engineer'] },
}

/** What reading every record says of a company and the rules. */
function wanted(slug: string, rules: Employees['rules']) {
  const { record } = rows.companies.find((row) => row.record.pnet_primary_slug === slug)!
  const staff = staffOf(record)
  return rules.map(({ employeesToMatch: many, employeeFilters }) => {
    const matching = staff.filter((employee) => isCounted(employee, employeeFilters, '2026-01-15')).length
    const holds =
      many.tag === 'all'
        ? staff.length > 0 && matching === staff.length
        : matching >= (many.lowerBound ?? 0) && matching <= (many.upperBound ?? Infinity)
    if (!holds) return { numMatchingEmployees: { type: 'not-matched' } }
    if (many.tag === 'all') return { numMatchingEmployees: { type: 'all' } }
    return { numMatchingEmployees: matching === 0 ? { type: 'none' } : { type: 'exact', value: matching } }
  })
}

async function found(employees: Employees): Promise<CompanyRecord[]> {
  const answer = await ask(org, 'companies', { searchParams: { employees }, pageSize: 200 })
  expect(answer.status, answer.text).toBe(200)
  return answer.body.output.data
}

const typesIn = (companies: readonly CompanyRecord[], rule: number) =>
  new Set(companies.map((each) => each.role_count_matches?.[rule]?.numMatchingEmployees.type))

describe('companies found by their people say how many each rule counted', () => {
  it('every rule of an AND holds; an OR says which did not', async () => {
    verifies('company.role-count-matches')
    const rules = [engineers, nobodyInFrance, everybody, everyEngineer]
    const both = await found({ rules: [engineers, everybody] })
    const either = await found({ rules, joiner: 'OR' })
    expect(both.length).toBeGreaterThan(5)
    for (const company of both)
      expect(company.role_count_matches).toEqual(wanted(company.pnet_primary_slug!, [engineers, everybody]))
    for (const company of either)
      expect(company.role_count_matches).toEqual(wanted(company.pnet_primary_slug!, rules))
    expect([typesIn(both, 0), typesIn(both, 1)]).toEqual([new Set(['exact']), new Set(['all'])])
    expect(typesIn(either, 0)).toEqual(new Set(['exact', 'not-matched']))
    expect(typesIn(either, 1)).toEqual(new Set(['none', 'not-matched']))
  })

  it('in a combined search, and on the next page, which keeps its moment', async () => {
    const employees = { rules: [engineers] }
    const config = { searchParams: { employees }, pageSize: 2 }
    const all = await found(employees)
    const first = (await ask(org, 'combined', { companyConfig: config })).body.output
    const hired = all.slice(2, 4).map(({ li_org_id }, index) => ({
      line: index + 1,
      record: {
        primary_slug: `new-engineer-${index}`,
        experiences: [{ pnet_company_id: li_org_id, title: 'Engineer', is_current: true }],
      },
    }))
    await service.almanac.writer.write('people', hired, { source: 'test', observedAt: new Date(0) })
    const companyCursor = first.nextCompaniesCursor
    const second = (await ask(org, 'combined', { companyConfig: { ...config, companyCursor } })).body.output
    expect([...first.companies, ...second.companies]).toEqual(all.slice(0, 4))
  })

  it('and say nothing where people are not asked about', async () => {
    const { data } = (await ask(org, 'companies', { searchParams: {}, pageSize: 3 })).body.output
    for (const company of data as CompanyRecord[]) expect(company.role_count_matches).toEqual([])
  })
})
