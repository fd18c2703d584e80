import type { TestAlmanac } from '../support/harness.ts'
import type { PlainRule } from './plain-answers.ts'

// Tests look into answers of every shape; their assertions are the check.
// oxlint-disable-next-line typescript/no-explicit-any
type Shown = any
type Ask = (route: string, body: object, asking?: string) => Promise<Shown>
interface Share {
  count: number
}

/** Parts that are called the same together. */
function countsOf(parts: readonly Shown[], key: (part: Shown) => string | null) {
  const counts: Record<string, number> = {}
  for (const part of parts)
    counts[key(part) ?? 'unknown'] = (counts[key(part) ?? 'unknown'] ?? 0) + part.count
  return counts
}
const spreadOf = ({ count, median, mean, min, max }: Record<string, number | null>) => ({
  count,
  median,
  mean,
  min,
  max,
})
const named = (each: Shown): string => `${each.companyName} ${each.domain}`

/** The service's answers in the form of the plain ones. */
export function askInsight(service: TestAlmanac, key: string) {
  const ask: Ask = async (route, body, asking = key) => {
    const answer = await service.send(`POST /v1/${route}`, { key: asking, body })
    if (answer.status !== 200) throw new Error(`${route} answered ${answer.status}: ${answer.text}`)
    return answer.body.output
  }
  return {
    async flow(company: object, direction: string, dateRange: object) {
      const flow = await ask('talent-flow', { company, direction, dateRange })
      const { breakdowns } = flow
      return {
        people: flow.peopleCount,
        known: flow.companyKnownCount,
        companies: countsOf(flow.companyBuckets, named),
        months: spreadOf(flow.tenureMonths),
        years: spreadOf(flow.yearsOfExperience),
        bySeniority: countsOf(breakdowns.bySeniority, (each: Shown) => each.seniority),
        byJobFunction: countsOf(breakdowns.byJobFunction, (each: Shown) => each.jobFunction),
        byCountry: countsOf(breakdowns.byCountry, (each: Shown) => each.countryCode),
        byYears: countsOf(breakdowns.byYearsOfExperience, (each: Shown) => each.range),
      }
    },
    async rivals(company: object, dateRange: object, numCompaniesPerSide = 100) {
      const answer = await ask('talent-flow/rivals', { company, dateRange, numCompaniesPerSide })
      const side = (member: string) =>
        countsOf(
          answer.rivals
            .filter((each: Shown) => each[member] > 0)
            .map((each: Shown) => ({ ...each, count: each[member] })),
          named,
        )
      return {
        joined: answer.joinersCount,
        left: answer.leaversCount,
        gained: side('gainedCount'),
        lost: side('lostCount'),
      }
    },
    async departments(company: object, rules: readonly PlainRule[]) {
      const answer = await ask('department-size', {
        company,
        departments: rules.map(({ name, include, exclude, exact, keywords, functions }) => ({
          name,
          titles: {
            ...(exact && { type: 'exact' }),
            include: { titles: include },
            exclude: { titles: exclude },
          },
          keywords,
          jobFunctions: functions,
        })),
      })
      return {
        headcount: answer.headcount,
        counts: answer.departments.map(({ count }: Share) => count),
        unassigned: answer.unassignedCount,
        several: answer.inSeveralCount,
      }
    },
    async chart(company: object, functions: readonly string[] | undefined) {
      // Few may be started a minute.
      const { rawKey } = await service.org()
      const { reportId } = await ask(
        'depth-chart/start',
        { company, ...(functions && { functions }) },
        rawKey,
      )
      await service.almanac.jobs.workNow()
      const answer = await ask('depth-chart/poll', { reportId }, rawKey)
      const report = answer.report ?? answer
      return {
        employees: report.totalEmployees,
        average: report.averageTenureMonths,
        buckets: Object.fromEntries(
          report.buckets.map((each: Shown) => [`${each.function} ${each.seniority}`, each.totalEmployees]),
        ),
      }
    },
    async revenue(companyMetadata: object) {
      const { revenueInfo } = await ask('company-revenue', { companyMetadata })
      return revenueInfo === null
        ? undefined
        : { basis: revenueInfo.basis, low: revenueInfo.lowerBound, high: revenueInfo.upperBound }
    },
    async ranking(list: string, [low, high]: readonly [number, number], year?: number) {
      const answer = await ask('company-rankings', {
        rankings: { list, rankRange: { low, high }, ...(year && { year }) },
      })
      return {
        year: answer.year,
        places: answer.companies.map((each: Shown) => `${each.rank} ${each.name}`).toSorted(),
      }
    },
  }
}
