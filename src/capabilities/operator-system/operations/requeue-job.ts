import { z } from 'zod'
import { Failure, free, perMinute } from '../../../operation/index.ts'
import { readOperatorOrigin } from '../../../platform/audit/index.ts'
import { jobEnded, jobId, jobView, viewOfJob } from '../schema.ts'
import { operation, operatorTag } from '../slice.ts'

export const requeueJob = operation({
  id: 'requeueJob',
  route: 'POST /operator/v1/jobs/{jobId}/requeue',
  tag: operatorTag,
  summary: 'Put an unfinished job in line again',
  describe:
    'Puts a job in line again that has yet to end, in case the queue lost it; one that is in line already stays the only one. 409 for one that has ended: its credits were given back, and its start can be repeated. For the operator of the installation.',
  input: z.object({ jobId }),
  output: jobView,
  price: free(),
  limit: perMinute(60),
  access: 'operator',
  fails: ['not-found', 'conflict'],
  examples: [{ name: 'A job', input: { jobId: 'task_01jz0000000000000000000000' } }],
  effect: 'changes',
  async handle({ input, call, deps }) {
    await deps.jobs.ready()
    return deps.db.transact(async (tx) => {
      const job = await deps.jobs.requeue(tx, input.jobId)
      if (job === undefined) return new Failure('not-found')
      if (job.done) return jobEnded(job.state)
      const { organizationId, id: subject } = job
      const entry = { organizationId, by: readOperatorOrigin(call), action: 'job.requeued', subject }
      await deps.audit.append(tx, { ...entry, detail: { kind: job.kind } })
      return viewOfJob(job)
    })
  },
})
