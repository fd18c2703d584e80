import { z } from 'zod'
import { toCredits } from '../../../lib/credits.ts'
import { free, JobAnswer, perMinute, resourceId } from '../../../operation/index.ts'
import { batchContactDetails } from '../jobs/batch-contact-details.ts'
import { contactsTag, operation } from '../slice.ts'

export const cancelBatchContactDetails = operation({
  id: 'cancelBatchContactDetails',
  route: 'POST /v1/contact-details/batch/cancel',
  tag: contactsTag,
  summary: 'Cancel a batch of contact details',
  describe:
    'Ends a batch now and refunds people not yet delivered; nothing is charged after the answer. Delivered results can still be polled. A batch that has already ended keeps its results and refunds nothing.',
  input: z.object({
    taskId: resourceId('contact batch', { madeBy: 'startBatchContactDetails', prefix: 'task' }),
  }),
  output: z.object({
    taskId: z.string(),
    canceled: z.boolean().describe('False when the batch had already ended.'),
    creditsRefunded: z.number(),
  }),
  price: free('Canceling is free.'),
  limit: perMinute(30),
  follows: 'startBatchContactDetails',
  fails: ['not-found'],
  examples: [{ name: 'A task', input: { taskId: 'task_01kf0example0000000000000000' } }],
  effect: 'changes',
  repeatable: true,
  async handle({ input, call, deps }) {
    const { job, refunded } = await deps.jobs.cancel(batchContactDetails, call, input.taskId)
    const creditsRefunded = toCredits(refunded)
    const output = { taskId: job.id, canceled: job.state === 'canceled', creditsRefunded }
    const message = 'Refunded for the people who were not looked up.'
    return new JobAnswer({ output, credits: { method: 'credits-refunded', refunded, message } })
  },
})
