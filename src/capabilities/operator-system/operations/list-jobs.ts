import { z } from 'zod'
import {
  free,
  makePage,
  openPage,
  optional,
  outsideId,
  pageInput,
  perMinute,
} from '../../../operation/index.ts'
import { jobStates, jobView, viewOfJob } from '../schema.ts'
import { operation, operatorTag } from '../slice.ts'

export const listJobs = operation({
  id: 'listJobs',
  route: 'GET /operator/v1/jobs',
  tag: operatorTag,
  summary: 'List the jobs of all organizations',
  describe:
    'Pages through jobs, the newest first; `state=failed` are those that were given up, with the cause. They are kept for 30 days. For the operator of the installation.',
  input: z.object({
    state: optional(z.enum(jobStates)),
    kind: optional(z.string().min(1).max(100)),
    organizationId: optional(outsideId(z.string().min(1).max(100))),
    ...pageInput({ sizes: { default: 50, most: 200 } }),
  }),
  output: z.object({ jobs: z.array(jobView), nextCursor: z.string().nullish() }),
  price: free(),
  limit: perMinute(60),
  access: 'operator',
  fails: ['invalid-cursor'],
  pages: 'nextCursor',
  examples: [{ name: 'What was given up', input: { state: 'failed' } }],
  effect: 'reads',
  async handle({ input: { pageSize: size, cursor, ...filter }, deps }) {
    const seal = { key: deps.secret, of: 'listJobs', organizationId: '', query: filter }
    const before = openPage(cursor, seal, z.string())
    const jobs = await deps.jobs.pageOfJobs({ ...filter, before, most: size + 1 })
    const { items, nextCursor } = makePage(jobs, { size, seal, position: ({ id }) => id })
    return { jobs: items.map(viewOfJob), ...(nextCursor === null ? {} : { nextCursor }) }
  },
})
