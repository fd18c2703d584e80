import { z } from 'zod'
import { toCredits } from '../../../lib/credits.ts'
import { Failure, free, perMinute } from '../../../operation/index.ts'
import { readOperatorOrigin } from '../../../platform/audit/index.ts'
import { jobEnded, jobId, jobView, viewOfJob } from '../schema.ts'
import { operation, operatorTag } from '../slice.ts'

export const cancelJob = operation({
  id: 'cancelJob',
  route: 'POST /operator/v1/jobs/{jobId}/cancel',
  tag: operatorTag,
  summary: 'End a job of an organization',
  describe:
    'Ends a job now and gives back what it has not delivered, as the cancel of its own organization does. 409 for one that has ended. For the operator of the installation.',
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
      const before = await deps.jobs.cancelAny(tx, input.jobId)
      if (before === undefined) return new Failure('not-found')
      const { job, refunded, isEnded } = before
      if (isEnded) return jobEnded(job.state)
      const { organizationId, id: subject } = job
      const entry = { organizationId, by: readOperatorOrigin(call), action: 'job.canceled', subject }
      await deps.audit.append(tx, { ...entry, detail: { kind: job.kind, givenBack: toCredits(refunded) } })
      return viewOfJob(job)
    })
  },
})
