import { z } from 'zod'
import { Failure, optional, perMinute } from '../../../operation/index.ts'
import { jobFunction } from '../../../corpus/records/index.ts'
import {
  companySelector,
  employerOfCompany,
  findSelectedCompany,
  buildShortCompany,
} from '../find-company.ts'
import { depthChart } from '../jobs/depth-chart.ts'
import { insightTag, operation } from '../slice.ts'

export const startDepthChart = operation({
  id: 'startDepthChart',
  route: 'POST /v1/depth-chart/start',
  tag: insightTag,
  summary: 'Start the depth chart of a company',
  tasks: ['org chart of a company', 'reporting lines, hierarchy of managers', 'who reports to whom'],
  describe:
    'Counts the staff of a company by function and seniority (Junior, Mid-Level, Senior, Manager, Executive), with their time there, in the background. Poll pollDepthChart with the reportId, or wait for the event depth_chart.completed. An unknown company is refused, free; one without known staff is not charged.',
  input: z.object({
    company: companySelector,
    functions: optional(z.array(jobFunction).min(1).max(50)).describe('Only these functions.'),
  }),
  output: z.object({ reportId: z.string().describe('For the poll.') }),
  price: (p) => p.perJob({ key: 'depthChart', most: () => 1 }),
  limit: perMinute(10),
  fails: ['not-found'],
  examples: [
    { name: 'All of a company', input: { company: { identifier: 'domain', value: 'be--husk.com' } } },
  ],
  effect: 'changes',
  async handle({ input, call, deps }) {
    const company = await findSelectedCompany(deps, input.company, call.signal)
    if (company === undefined) return new Failure('not-found')
    return deps.jobs.start(depthChart, call, {
      params: {
        company: buildShortCompany(company.record, deps.network),
        functions: input.functions ?? null,
      },
      items: [{ employer: await employerOfCompany(deps, company, call.signal) }],
      charging: 'later',
      output: (reportId) => ({ reportId }),
    })
  },
})
