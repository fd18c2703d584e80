import { endEvent } from '../../../platform/jobs/index.ts'
import { batchLiveEnrichCompleted } from '../events.ts'
import { fetchItems, type BatchParams, type BatchResult } from '../batch-items.ts'
import { defineJob } from '../slice.ts'

export const batchLiveEnrich = defineJob<BatchParams, string, BatchResult>({
  id: 'batchLiveEnrich',
  // Written to the corpus together; few, since a source takes its time for each.
  batch: 25,
  work: (context, items) =>
    fetchItems(
      context,
      items.map(({ input }) => input),
    ),
  event: endEvent(
    batchLiveEnrichCompleted,
    ({ jobId, params, state, total, delivered, empty, failed, error }) => ({
      job_id: jobId,
      type: params.type,
      success: state === 'completed',
      total_identifiers: total,
      completed: delivered,
      not_found: empty,
      malformed: params.malformed,
      failed: Math.max(0, failed - params.malformed),
      error,
    }),
  ),
})
