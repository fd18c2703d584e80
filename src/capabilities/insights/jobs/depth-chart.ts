import type { JobFunction } from '../../../corpus/records/index.ts'
import type { Employer } from '../../../corpus/analytics/index.ts'
import { endEvent } from '../../../platform/jobs/index.ts'
import { toDay } from '../answer-parts.ts'
import { buildDepthReport, type DepthReport } from '../depth-chart.ts'
import { depthChartCompleted } from '../events.ts'
import { methodOfNobody } from '../empty-method.ts'
import { defineJob } from '../slice.ts'

export interface DepthParams {
  company: DepthReport['companyInfo']
  functions: JobFunction[] | null
}

interface Ended {
  employees: number
  classified: number
}

type Report = Omit<DepthReport, 'reportId' | 'companyInfo'> & { classified: number }

/** Counts the staff of a company. One item, charged when there is any staff. */
export const depthChart = defineJob<DepthParams, { employer: Employer }, Report>({
  id: 'depthChart',
  work: ({ params, deps, nowMs, signal }, items) =>
    Promise.all(
      items.map(async ({ input: { employer } }) => {
        const snapshot = await deps.search.snapshots.newest('people')
        const cells = await deps.analytics.chart({ employer, snapshot, signal }, toDay(nowMs))
        const output = buildDepthReport(cells, params.functions ?? undefined)
        if (output.totalEmployees === 0) {
          const none = 'nobody is on its staff now in the requested functions'
          const method = await methodOfNobody(deps, { employer, none, signal })
          return { state: 'empty' as const, output: { ...output, method } }
        }
        return { state: 'delivered' as const, output, lines: [{ key: 'depthChart' as const, units: 1 }] }
      }),
    ),
  async conclude(_context, outputs): Promise<Ended> {
    const [report] = await outputs()
    return { employees: report?.totalEmployees ?? 0, classified: report?.classified ?? 0 }
  },
  event: endEvent(depthChartCompleted, ({ jobId, params, state, result, error }) => {
    const ended = result as Ended | null
    return {
      task_id: jobId,
      success: state === 'completed',
      company_name: params.company.name,
      employee_count: ended?.employees ?? 0,
      classified_employee_count: ended?.classified ?? 0,
      error,
    }
  }),
})
