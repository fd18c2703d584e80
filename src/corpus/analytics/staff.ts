import type { Snapshot } from '../commits/index.ts'
import type { JobFunction } from '../records/index.ts'
import { functionBit, notLeft, unknownDay } from '../search-index/index.ts'
import { and, type Bind, type Condition } from '../search/index.ts'
import { ask, type AnalyticsStores } from './ask.ts'
import { everWith, positionWith, tenureWith, type Employer } from './employer.ts'

/** Who belongs to a department: one who satisfies anything of it, unless a title held there is left out. */
export interface DepartmentRule {
  /** Phrases in normal form that a title holds (`contains`) or is (`exact`). */
  titles: readonly string[]
  exclude: readonly string[]
  match: 'contains' | 'exact'
  /** Lists of words in normal form, all of which stand in one title. */
  keywords: readonly (readonly string[])[]
  functions: readonly JobFunction[]
}

export interface StaffRequest {
  employer: Employer
  snapshot: Snapshot
  signal?: AbortSignal | undefined
}

export interface StaffCounts {
  headcount: number
  /** People of each department, aligned. */
  departments: number[]
  /** People in none, and in more than one. */
  inNone: number
  inSeveral: number
}

/** SQL for the place of the tenure somebody has with an employer now; 0 none. */
const placeNow = (employer: Employer, bind: Bind) =>
  `arrayLast((place, org, domain, name, day) -> day = ${notLeft} AND ${tenureWith(employer, bind)},
    arrayEnumerate(tenure_orgs), tenure_orgs, tenure_domains, tenure_names, tenure_ends)`

/** SQL for the titles, each between spaces, that somebody holds with an employer. */
const titlesNow = (employer: Employer, bind: Bind) =>
  `arrayFilter((title, org, domain, name) -> ${positionWith(employer, bind)}, job_titles, job_orgs, job_domains, job_names)`

/** How many are on the staff of an employer now, and in each of some departments. */
export async function readStaff(
  stores: AnalyticsStores,
  { employer, snapshot, signal }: StaffRequest,
  departments: readonly DepartmentRule[],
): Promise<StaffCounts> {
  let [place, titles] = ['', '']
  let tests: string[] = []
  const condition: Condition = {
    kind: 'sql',
    text: (bind) => {
      place = placeNow(employer, bind)
      titles = titlesNow(employer, bind)
      tests = departments.map((rule) => memberSql(rule, bind))
      return `${place} > 0`
    },
  }
  const [row] = await ask<{ headcount: string; counts: (string | number)[]; none: string; several: string }>(
    stores,
    {
      tag: 'department-size',
      condition: and([everWith(employer), condition]),
      snapshot,
      signal,
      sql: (where) => `SELECT count() AS headcount, sumForEach(member_of) AS counts,
        countIf(arraySum(member_of) = 0) AS none, countIf(arraySum(member_of) > 1) AS several
      FROM (
        SELECT ${place} AS t, tenure_functions[t] AS functions, ${titles} AS titles,
          [${tests.map((test) => `toUInt32(${test})`).join(', ')}]::Array(UInt32) AS member_of
        FROM people WHERE ${where})`,
    },
  )
  const { headcount, counts, none, several } = row as NonNullable<typeof row>
  return {
    headcount: Number(headcount),
    departments: departments.map((_rule, index) => Number(counts[index] ?? 0)),
    inNone: Number(none),
    inSeveral: Number(several),
  }
}

function memberSql({ titles, exclude, match, keywords, functions }: DepartmentRule, bind: Bind): string {
  const holds = (phrases: readonly string[]) => {
    const padded = bind(
      'Array(String)',
      phrases.map((phrase) => ` ${phrase} `),
    )
    return match === 'exact'
      ? `hasAny(titles, ${padded})`
      : `arrayExists(title -> multiSearchAny(title, ${padded}), titles)`
  }
  const any = [
    ...(titles.length === 0 ? [] : [holds(titles)]),
    ...keywords.map((words) => {
      const each = words.map((word) => `position(title, ${bind('String', ` ${word} `)}) > 0`)
      return `arrayExists(title -> ${each.join(' AND ')}, titles)`
    }),
    ...(functions.length === 0
      ? []
      : [
          `bitAnd(functions, ${bind(
            'UInt64',
            functions.reduce((all, each) => all | functionBit(each), 0n),
          )}) != 0`,
        ]),
  ]
  const member = any.length === 0 ? '1' : `(${any.join(' OR ')})`
  return exclude.length === 0 ? member : `(${member} AND NOT ${holds(exclude)})`
}

/** People of one function and grade with an employer now. */
export interface ChartCell {
  /** Place of the function among all, from 1; 0 unknown. */
  function: number
  /** Place of the grade among all, from 1; 0 unknown. */
  grade: number
  employees: number
  /** Employees whose beginning is known, and the months they have been there in sum. */
  withTenure: number
  tenureMonths: number
}

/** Everybody on the staff of an employer now, by function and grade. */
export async function readChart(
  stores: AnalyticsStores,
  { employer, snapshot, signal }: StaffRequest,
  today: number,
): Promise<ChartCell[]> {
  let place = ''
  const condition: Condition = {
    kind: 'sql',
    text: (bind) => {
      place = placeNow(employer, bind)
      return `${place} > 0`
    },
  }
  const rows = await ask<Record<'f' | 'g' | 'employees' | 'known' | 'months', string>>(stores, {
    tag: 'depth-chart',
    condition: and([everWith(employer), condition]),
    snapshot,
    signal,
    sql: (where) => `SELECT f, g, count() AS employees, countIf(start != ${unknownDay}) AS known,
        sumIf(greatest(0, ${Math.floor(today)} - start), start != ${unknownDay}) / 30.436875 AS months
      FROM (
        SELECT ${place} AS t, tenure_exit_functions[t] AS f, tenure_grades[t] AS g, tenure_starts[t] AS start
        FROM people WHERE ${where})
      GROUP BY f, g ORDER BY f, g`,
  })
  return rows.map(({ f, g, employees, known, months }) => ({
    function: Number(f),
    grade: Number(g),
    employees: Number(employees),
    withTenure: Number(known),
    tenureMonths: Number(months),
  }))
}
