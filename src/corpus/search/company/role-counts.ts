import type { ClickHouse } from '../../../store/clickhouse/index.ts'
import type { Snapshot } from '../../commits/index.ts'
import type { CompanyRecord } from '../../records/index.ts'
import { exactToken, organizationNumber } from '../../search-index/index.ts'
import type { ConditionCompiler } from '../compiler.ts'
import { always, and, compileInto, hasAny, type Condition } from '../condition.ts'
import { snapshotOf, type FilterContext } from '../filter.ts'
import { requireColumns } from '../lacking-rows.ts'
import { seen } from '../visibility.ts'
import { countedBy, type CountedPeople, type EmployeeRule } from './employees.ts'

export type RoleCountMatch = NonNullable<CompanyRecord['role_count_matches']>[number]

export interface RoleCountRequest {
  rules: readonly EmployeeRule[]
  /** Network ids of the companies; null for those without one, who employ nobody. */
  organizations: readonly (string | null)[]
  /** That of the filter `employees`, whose rows are counted. */
  context: FilterContext
  signal?: AbortSignal | undefined
}

interface Store {
  engine: ClickHouse
  compiler: ConditionCompiler
}

/** The search that found the companies has said it. */
const alreadyAdvised = () => {}

/** How many people each rule of `employees` counts at each company, aligned with both. */
export async function roleCounts(store: Store, request: RoleCountRequest): Promise<RoleCountMatch[][]> {
  const counts = await countRoles(store, request)
  return counts.map((ofCompany) =>
    request.rules.map((rule, index) => ({ numMatchingEmployees: matchOf(rule, ofCompany[index] as Count) })),
  )
}

/** People whom the rules that a company satisfies count there, added up; aligned with the companies. */
export async function roleTotals(store: Store, request: RoleCountRequest): Promise<number[]> {
  const counts = await countRoles(store, request)
  return counts.map((ofCompany) =>
    request.rules.reduce((sum, rule, index) => {
      const count = ofCompany[index] as Count
      return matchOf(rule, count).type === 'not-matched' ? sum : sum + count.matching
    }, 0),
  )
}

/** People at a company whom a rule counts, and all there; the latter only where a rule asks for it. */
interface Count {
  matching: number
  staff: number
}

/** Of each company what each rule counts. One statement a rule, over the people of these companies alone. */
async function countRoles(store: Store, request: RoleCountRequest): Promise<Count[][]> {
  const { rules, organizations, context } = request
  const numbers = organizations.map(organizationNumber)
  const ask = (counted: CountedPeople) => staffBy(store, request, counted)
  const everybody = rules.some(({ employeesToMatch }) => employeesToMatch.tag === 'all')
    ? await ask({ person: always, position: always })
    : new Map<string, number>()
  const byRule: Map<string, number>[] = []
  for (const [index, rule] of rules.entries()) {
    const path = `${context.path}.rules[${index}].employeeFilters`
    byRule.push(await ask(countedBy(rule.employeeFilters, { ...context, path, advise: alreadyAdvised })))
  }
  return numbers.map((number) =>
    byRule.map((found) => ({ matching: found.get(number) ?? 0, staff: everybody.get(number) ?? 0 })),
  )
}

function matchOf(
  { employeesToMatch: wanted }: EmployeeRule,
  { matching, staff }: Count,
): RoleCountMatch['numMatchingEmployees'] {
  if (wanted.tag === 'all') return staff > 0 && matching === staff ? { type: 'all' } : { type: 'not-matched' }
  const { lowerBound = 0, upperBound = Infinity } = wanted
  if (matching < lowerBound || matching > upperBound) return { type: 'not-matched' }
  return matching === 0 ? { type: 'none' } : { type: 'exact', value: matching }
}

/** Numbers of people with a position at each of the companies, by organization number. */
async function staffBy(
  { engine, compiler }: Store,
  { organizations, context, signal }: RoleCountRequest,
  { person, position }: CountedPeople,
): Promise<Map<string, number>> {
  const ids = organizations.filter((id) => id !== null)
  if (ids.length === 0) return new Map()
  const snapshot: Snapshot = snapshotOf(context, 'people')
  const theirs = hasAny(
    'facets',
    ids.map((id) => exactToken('co', id)),
  )
  let chosen = ''
  const condition: Condition = {
    kind: 'sql',
    text: (bind) => {
      chosen = compileInto(seen('people', and([theirs, person]), snapshot), bind)
      const wanted = bind(
        'Array(UInt64)',
        ids.map((id) => BigInt(organizationNumber(id))),
      )
      return `org IN ${wanted} AND ${compileInto(position, bind)}`
    },
  }
  const { sql, params } = await compiler.compile(condition)
  requireColumns('people', `org_ids job_orgs job_titles job_starts ${sql}`, snapshot.lacks)
  const rows = await engine.query<{ organization: string; n: string }>({
    tag: 'role-counts',
    sql: `SELECT toString(org) AS organization, count() AS n
      FROM (SELECT org_ids, job_orgs, job_titles, job_starts FROM people WHERE ${chosen})
      ARRAY JOIN org_ids AS org WHERE ${sql} GROUP BY org`,
    params,
    ...(signal === undefined ? {} : { signal }),
  })
  return new Map(rows.map(({ organization, n }) => [organization, Number(n)]))
}
