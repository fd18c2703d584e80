import type { ClickHouse } from '../../../store/clickhouse/index.ts'
import type { Snapshot } from '../../commits/index.ts'
import type { CompanyRecord } from '../../records/index.ts'
import { employerNumbers } from '../../search-index/index.ts'
import type { ConditionCompiler } from '../compiler.ts'
import { always, and, type Condition } from '../condition.ts'
import { readSnapshot, type FilterContext } from '../filter.ts'
import { countedBy, heads, staffByNumber, type CountedPeople, type EmployeeRule } from './employees.ts'

export type RoleCountMatch = NonNullable<CompanyRecord['role_count_matches']>[number]

export interface RoleCountRequest {
  rules: readonly EmployeeRule[]
  /** The names and numbers that people name each company by. */
  companies: readonly Parameters<typeof employerNumbers>[0][]
  /** Context of the filter `employees`, whose rows are counted. */
  context: FilterContext
  signal?: AbortSignal | undefined
}

interface Store {
  engine: ClickHouse
  compiler: ConditionCompiler
}

/** The search that found the companies has already given the advice. */
const alreadyAdvised = () => {}

/** Counts the people of each `employees` rule at each company; aligned with companies and rules. */
export async function roleCounts(store: Store, request: RoleCountRequest): Promise<RoleCountMatch[][]> {
  const counts = await countRoles(store, request)
  return counts.map((ofCompany) =>
    request.rules.map((rule, index) => ({
      numMatchingEmployees: matchCount(rule, ofCompany[index] as Count),
    })),
  )
}

/** Adds up, for each company, the people of the rules that it satisfies; aligned with the companies. */
export async function roleTotals(store: Store, request: RoleCountRequest): Promise<number[]> {
  const counts = await countRoles(store, request)
  return counts.map((ofCompany) =>
    request.rules.reduce((sum, rule, index) => {
      const count = ofCompany[index] as Count
      return matchCount(rule, count).type === 'not-matched' ? sum : sum + count.matching
    }, 0),
  )
}

/** People of a rule at a company, and all its people, which are read only where a rule asks for them. */
interface Count {
  matching: number
  staff: number
}

/** Counts each rule at each company, one statement a rule, over the people of these companies alone. */
async function countRoles(store: Store, request: RoleCountRequest): Promise<Count[][]> {
  const { rules, companies, context } = request
  const ask = (counted: CountedPeople) => headsBy(store, request, counted)
  const everybody = rules.some(({ employeesToMatch }) => employeesToMatch.tag === 'all')
    ? await ask({ person: always, position: always })
    : new Map<number, number>()
  const byRule: Map<number, number>[] = []
  for (const [index, rule] of rules.entries()) {
    const path = `${context.path}.rules[${index}].employeeFilters`
    byRule.push(await ask(countedBy(rule.employeeFilters, { ...context, path, advise: alreadyAdvised })))
  }
  return companies.map((_, place) =>
    byRule.map((counts) => ({ matching: counts.get(place) ?? 0, staff: everybody.get(place) ?? 0 })),
  )
}

function matchCount(
  { employeesToMatch: wanted }: EmployeeRule,
  { matching, staff }: Count,
): RoleCountMatch['numMatchingEmployees'] {
  if (wanted.tag === 'all') return staff > 0 && matching === staff ? { type: 'all' } : { type: 'not-matched' }
  const { lowerBound = 0, upperBound = Infinity } = wanted
  if (matching < lowerBound || matching > upperBound) return { type: 'not-matched' }
  return matching === 0 ? { type: 'none' } : { type: 'exact', value: matching }
}

/** Numbers of people with a position at each company, by the company's index. */
async function headsBy(
  { engine, compiler }: Store,
  { companies, context, signal }: RoleCountRequest,
  { person, position }: CountedPeople,
): Promise<Map<number, number>> {
  const numbered = companies.flatMap((company, place) =>
    employerNumbers(company).map((number) => [place, number] as const),
  )
  if (numbered.length === 0) return new Map()
  const numbers = numbered.map(([, number]) => number)
  const snapshot: Snapshot = readSnapshot(context, 'people')
  const statement: Condition = {
    kind: 'sql',
    text: (bind) => {
      const theirs: Condition = {
        kind: 'sql',
        text: () => `(hasAny(org_ids, ${wanted}) OR hasAny(current_domains, ${wanted}))`,
      }
      const wanted = bind.value('Array(UInt64)', numbers)
      const places = bind.value(
        'Array(UInt32)',
        numbered.map(([place]) => place),
      )
      return `SELECT place, ${heads} AS n
        FROM (SELECT place, employer FROM (SELECT ${places} AS places, ${wanted} AS numbers)
          ARRAY JOIN places AS place, numbers AS employer) AS known
        INNER JOIN (${staffByNumber(bind, { person: and([theirs, person]), position, snapshot })}) AS staff
        USING (employer) GROUP BY place`
    },
  }
  const { sql, params } = await compiler.compile(statement)
  const rows = await engine.query<{ place: number; n: string }>({
    tag: 'role-counts',
    sql,
    params,
    ...(signal === undefined ? {} : { signal }),
  })
  return new Map(rows.map(({ place, n }) => [place, Number(n)]))
}
