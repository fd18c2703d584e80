import { z } from 'zod'
import { free, perMinute, resourceId } from '../../../operation/index.ts'
import { canceledRun, cancelRun } from '../../../platform/jobs/index.ts'
import { enrichList } from '../jobs/enrich-list.ts'
import { enrichTag, operation } from '../slice.ts'

export const cancelEnrichList = operation({
  id: 'cancelEnrichList',
  route: 'POST /v1/enrich/cancel',
  tag: enrichTag,
  summary: 'Cancel a run that enriches a list',
  describe:
    'Ends a run now. Rows that were looked up are charged and stay in listEnrichRows, with the members of each matched record; what was set aside for the others is given back, and nothing is charged after the answer. There is no file, and unsure rows are no longer decided. A run that has already ended keeps its results and refunds nothing.',
  input: z.object({ runId: resourceId('run', { madeBy: 'startEnrichList', prefix: 'task' }) }),
  output: canceledRun,
  price: free('Canceling is free.'),
  limit: perMinute(30),
  follows: 'startEnrichList',
  fails: ['not-found'],
  examples: [{ name: 'A run', input: { runId: 'task_01kf0example0000000000000000' } }],
  effect: 'changes',
  repeatable: true,
  handle: ({ input, call, deps }) => cancelRun(enrichList, { call, deps }, input.runId),
})
