import { z } from 'zod'
import { free, JobAnswer, perMinute, resourceId } from '../../../operation/index.ts'
import { exhaustiveContactEnrichment } from '../jobs/exhaustive-contact-enrichment.ts'
import { revealOutput, type RevealedProfile } from '../schema.ts'
import { unknownProfile } from '../reveal.ts'
import { contactsTag, operation } from '../slice.ts'

export const pollExhaustiveContactEnrichmentResult = operation({
  id: 'pollExhaustiveContactEnrichmentResult',
  route: 'POST /v1/contact-details/exhaustive/poll',
  tag: contactsTag,
  summary: 'Poll an exhaustive search for contact details',
  describe:
    'Answers the results of a task in the form of the standard reveal; done says whether it has ended. Once it has, chargeInfo shows what the task cost: the poll itself is free. Poll at most every 30 seconds. Results are kept for 30 days.',
  input: z.object({
    taskId: resourceId('contact search', { madeBy: 'triggerExhaustiveContactEnrichment', prefix: 'task' }),
  }),
  output: revealOutput,
  price: free('Polls are free.'),
  limit: perMinute(240),
  follows: 'triggerExhaustiveContactEnrichment',
  fails: ['not-found'],
  examples: [{ name: 'A task', input: { taskId: 'task_01kf0example0000000000000000' } }],
  effect: 'reads',
  async handle({ input, call, deps }) {
    const job = await deps.jobs.find(exhaustiveContactEnrichment, call, input.taskId)
    const profile = {
      ...((job.result as RevealedProfile | null) ?? pending(job.params.pnetUrl, job)),
      exhaustive: true,
    }
    const { pnetUrl, name, success } = profile
    const output = { profile, success, done: job.done, taskId: job.id, pnetUrl, name }
    const message = 'Charged when the task ended. This poll is free.'
    return new JobAnswer({
      output,
      credits: { method: 'charged-for-async-process', charged: job.charged, message },
    })
  },
})

/** A task without a result: it is still running or has failed. */
function pending(
  pnetUrl: string,
  job: { state: string; done: boolean; error: string | null },
): RevealedProfile {
  const { error: _unknown, ...nothing } = unknownProfile(pnetUrl)
  if (job.done) return job.error === null ? nothing : { ...nothing, error: job.error }
  return { ...nothing, status: job.state === 'queued' ? 'started' : 'grabbing-contact-info' }
}
