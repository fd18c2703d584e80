import { z } from 'zod'
import { free, perMinute, resourceId } from '../../../operation/index.ts'
import { canceledRun, cancelRun } from '../../../platform/jobs/index.ts'
import { mosaic } from '../jobs/mosaic.ts'
import { repairTag, operation } from '../slice.ts'

export const cancelMosaic = operation({
  id: 'cancelMosaic',
  route: 'POST /v1/mosaic/cancel',
  tag: repairTag,
  summary: 'Cancel a run that repairs a list',
  describe:
    'Ends a run now. Rows that were looked up are charged; what was set aside for the others is given back, and nothing is charged after the answer. There are no files. A run that has already ended keeps its results and refunds nothing.',
  input: z.object({ runId: resourceId('run', { madeBy: 'startMosaic', prefix: 'task' }) }),
  output: canceledRun,
  price: free('Canceling is free.'),
  limit: perMinute(30),
  follows: 'startMosaic',
  fails: ['not-found'],
  examples: [{ name: 'A run', input: { runId: 'task_01kf0example0000000000000000' } }],
  effect: 'changes',
  repeatable: true,
  handle: ({ input, call, deps }) => cancelRun(mosaic, { call, deps }, input.runId),
})
