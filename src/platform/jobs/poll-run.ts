import { z } from 'zod'
import { JobAnswer, type Call } from '../../operation/index.ts'
import type { JobDefinition } from './define-job.ts'
import type { Jobs, JobView } from './open-jobs.ts'

export const pollStatus = z.enum(['NOT_STARTED', 'STARTED', 'DONE', 'FAILED'])

const statusOf: Record<JobView['state'], z.output<typeof pollStatus>> = {
  queued: 'NOT_STARTED',
  running: 'STARTED',
  completed: 'DONE',
  failed: 'FAILED',
  canceled: 'FAILED',
}

export interface RunPage<P, R> {
  job: JobView<P>
  status: z.output<typeof pollStatus>
  results: R[]
  nextCursor: string | null
}

/** What a run has found so far, in the order it was asked; items found to be nothing are in it, too. */
export async function pollRun<P extends object, I, R, D extends { jobs: Jobs }>(
  definition: JobDefinition<P, I, R, D>,
  { deps, call }: { deps: D; call: Call },
  page: { runId: string; cursor: string | undefined; take: number },
): Promise<RunPage<P, R>> {
  const job = await deps.jobs.find(definition, call, page.runId)
  const { items, nextCursor } = await deps.jobs.items(job, page)
  return {
    job,
    status: statusOf[job.state],
    results: items.flatMap(({ output }) => (output === null ? [] : [JSON.parse(output) as R])),
    nextCursor: nextCursor ?? null,
  }
}

/** The answer of a poll: free, and once the run has ended it tells what that cost. */
export function pollAnswer<O>(job: JobView<object>, output: O): O | JobAnswer<O> {
  if (!job.done) return output
  return new JobAnswer({
    output,
    credits: {
      method: 'charged-for-async-process',
      charged: job.charged,
      message: 'The cost of the run; polls are free.',
    },
  })
}
