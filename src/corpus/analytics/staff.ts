import type { Snapshot } from '../commits/index.ts'
import type { JobFunction } from '../records/index.ts'
import { functionBit, notLeft, unknownDay } from '../search-index/index.ts'
import { and, type Bind, type Condition } from '../search/index.ts'
import { ask, type AnalyticsStores } from './ask.ts'
import { tenuresWith, type Employer } from './employer.ts'

/** Members of a department: people who satisfy any of its conditions, unless a title held there is left out. */
export interface DepartmentRule {
  /** Phrases in normal form that a title holds (`contains`) or is (`exact`). */
  titles: readonly string[]
  exclude: readonly string[]
  match: 'contains' | 'exact'
  /** Lists of words in normal form, all of which are in one title. */
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

const goesOn: Condition = { kind: 'sql', text: () => `last_day = ${notLeft}` }

/** How many are on the staff of an employer now, and in each of some departments. */
export async function readStaff(
  stores: AnalyticsStores,
  { employer, snapshot, signal }: StaffRequest,
  departments: readonly DepartmentRule[],
): Promise<StaffCounts> {
  let tests: string[] = []
  const bound: Condition = {
    kind: 'sql',
    text: (bind) => {
      tests = departments.map((rule) => memberSql(rule, bind))
      return '1'
    },
  }
  const [row] = await ask<{ headcount: string; counts: (string | number)[]; none: string; several: string }>(
    stores,
    {
      tag: 'department-size',
      condition: and([tenuresWith(employer), goesOn, bound]),
      snapshot,
      signal,
      sql: (where) => `SELECT count() AS headcount, sumForEach(member_of) AS counts,
        countIf(arraySum(member_of) = 0) AS none, countIf(arraySum(member_of) > 1) AS several
      FROM (
        SELECT [${tests.map((test) => `toUInt32(${test})`).join(', ')}]::Array(UInt32) AS member_of
        FROM (
          SELECT argMax(t.functions, t.place) AS functions, groupUniqArrayArray(t.titles) AS titles
          FROM tenures AS t WHERE ${where} GROUP BY t.id))`,
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
    const padded = bind.value(
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
      const each = words.map((word) => `position(title, ${bind.value('String', ` ${word} `)}) > 0`)
      return `arrayExists(title -> ${each.join(' AND ')}, titles)`
    }),
    ...(functions.length === 0
      ? []
      : [
          `bitAnd(functions, ${bind.value(
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
  const rows = await ask<Record<'f' | 'g' | 'employees' | 'known' | 'months', string>>(stores, {
    tag: 'depth-chart',
    condition: and([tenuresWith(employer), goesOn]),
    snapshot,
    signal,
    sql: (where) => `SELECT f, g, count() AS employees, countIf(start != ${unknownDay}) AS known,
        sumIf(greatest(0, ${Math.floor(today)} - start), start != ${unknownDay}) / 30.436875 AS months
      FROM (
        SELECT exit_function AS f, grade AS g, first_day AS start
        FROM tenures WHERE ${where} ORDER BY id, place DESC LIMIT 1 BY id)
      GROUP BY f, g ORDER BY f, g`,
  })
  return rows.map(({ f, g, employees, known: sizeKnown, months }) => ({
    function: Number(f),
    grade: Number(g),
    employees: Number(employees),
    withTenure: Number(sizeKnown),
    tenureMonths: Number(months),
  }))
}
