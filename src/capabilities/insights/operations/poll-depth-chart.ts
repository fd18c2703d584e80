import { z } from 'zod'
import { free, JobAnswer, perMinute, resourceId } from '../../../operation/index.ts'
import { depthReport, type DepthReport } from '../depth-chart.ts'
import { depthChart } from '../jobs/depth-chart.ts'
import { insightTag, operation } from '../slice.ts'

const output = z.object({
  status: z.enum(['pending', 'completed', 'failed']),
  report: depthReport.nullish().describe('Present once completed.'),
  errorMessage: z.string().nullish().describe('Why it failed, if it did.'),
})

export const pollDepthChart = operation({
  id: 'pollDepthChart',
  route: 'POST /v1/depth-chart/poll',
  tag: insightTag,
  summary: 'Poll a depth chart',
  describe:
    'Answers whether a depth chart is done, and the report once it is. Once it has ended, chargeInfo shows its cost: the poll itself is free.',
  input: z.object({ reportId: resourceId('report', { madeBy: 'startDepthChart', prefix: 'task' }) }),
  output,
  price: free('Polls are free.'),
  limit: perMinute(60),
  follows: 'startDepthChart',
  fails: ['not-found'],
  examples: [{ name: 'A report', input: { reportId: 'task_01kf0example0000000000000000' } }],
  effect: 'reads',
  async handle({ input, call, deps }) {
    const job = await deps.jobs.find(depthChart, call, input.reportId)
    if (job.state === 'queued' || job.state === 'running') return { status: 'pending' as const }
    const { items } = await deps.jobs.items(job, { take: 1 })
    const stored = items[0]?.output
    const message = 'Charged for the report. This poll is free.'
    const account = { method: 'charged-for-async-process', charged: job.charged, message } as const
    if (job.state !== 'completed' || !stored)
      return new JobAnswer({
        output: { status: 'failed' as const, errorMessage: job.error ?? 'The report could not be created.' },
        credits: account,
      })
    const { classified: _classified, ...report } = JSON.parse(stored) as DepthReport & { classified: number }
    return new JobAnswer({
      output: {
        status: 'completed' as const,
        report: { ...report, reportId: job.id, companyInfo: job.params.company },
      },
      credits: account,
    })
  },
})
