import { z } from 'zod'
import type { ChartCell } from '../../corpus/analytics/index.ts'
import { jobFunctions, type JobFunction } from '../../corpus/records/index.ts'
import { grades } from '../../corpus/search-index/index.ts'
import { toPercent, provenanceMembers } from './answer-parts.ts'
import { shortCompany } from './find-company.ts'

const tally = {
  totalEmployees: z.int(),
  averageTenureMonths: z
    .number()
    .nullable()
    .describe('Months with the company so far, of people with a known start; null: no such people.'),
}
const functionName = z.string().nullable().describe('First function of the position; null: not known')
const gradeName = z.enum(grades).nullable().describe('null: neither level nor title says')

export const depthReport = z
  .object({
    reportId: z.string(),
    companyInfo: shortCompany,
    totalEmployees: z.int().describe('Current staff in the requested functions.'),
    averageTenureMonths: tally.averageTenureMonths,
    buckets: z.array(z.object({ function: functionName, seniority: gradeName, ...tally })),
    seniorityStats: z.array(z.object({ seniority: gradeName, ...tally, percent: z.number() })),
    functionStats: z.array(z.object({ function: functionName, ...tally, percent: z.number() })),
    ...provenanceMembers,
  })
  .meta({ id: 'DepthReport' })

export type DepthReport = z.output<typeof depthReport>

interface Tally {
  employees: number
  withTenure: number
  tenureMonths: number
}

const added = (cells: readonly Tally[]): Tally =>
  cells.reduce<Tally>(
    (sum, { employees, withTenure, tenureMonths }) => ({
      employees: sum.employees + employees,
      withTenure: sum.withTenure + withTenure,
      tenureMonths: sum.tenureMonths + tenureMonths,
    }),
    { employees: 0, withTenure: 0, tenureMonths: 0 },
  )

const summarize = (cells: readonly Tally[]) => {
  const { employees, withTenure, tenureMonths } = added(cells)
  return {
    totalEmployees: employees,
    averageTenureMonths: withTenure === 0 ? null : Math.round((tenureMonths / withTenure) * 10) / 10,
  }
}

/** The functions by size, then the seniorities from top to bottom. */
export function buildDepthReport(
  cells: readonly ChartCell[],
  functions: readonly JobFunction[] | undefined,
): Omit<DepthReport, 'reportId' | 'companyInfo'> & { classified: number } {
  const chosen = cells
    .map((cell) => ({
      ...cell,
      name: jobFunctions[cell.function - 1] ?? null,
      level: grades[cell.grade - 1] ?? null,
    }))
    .filter(({ name }) => functions === undefined || (name !== null && functions.includes(name)))
  const all = summarize(chosen)
  const sizes = new Map<string | null, number>()
  for (const { name, employees } of chosen) sizes.set(name, (sizes.get(name) ?? 0) + employees)
  const names = [...sizes.keys()].sort((a, b) => (sizes.get(b) ?? 0) - (sizes.get(a) ?? 0))
  const percent = (cells: readonly Tally[]) => ({
    percent: toPercent(added(cells).employees, all.totalEmployees),
  })
  const levels = [...grades.toReversed(), null].filter((level) => chosen.some((cell) => cell.level === level))
  const buckets = names.flatMap((name) =>
    levels.flatMap((level) => {
      const cells = chosen.filter((cell) => cell.name === name && cell.level === level)
      return cells.length === 0 ? [] : [{ function: name, seniority: level, ...summarize(cells) }]
    }),
  )
  return {
    ...all,
    buckets,
    seniorityStats: levels.map((level) => {
      const cells = chosen.filter((cell) => cell.level === level)
      return { seniority: level, ...summarize(cells), ...percent(cells) }
    }),
    functionStats: names.map((name) => {
      const cells = chosen.filter((cell) => cell.name === name)
      return { function: name, ...summarize(cells), ...percent(cells) }
    }),
    classified: added(chosen.filter(({ name, level }) => name !== null && level !== null)).employees,
    method:
      'Counted from the current positions of people in the corpus, each person once, by the first function and the level of their newest position.',
    sources: [{ records: 'people', count: all.totalEmployees, note: 'Current staff of the company.' }],
  }
}
