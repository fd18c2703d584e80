import { endEvent } from '../../../platform/jobs/index.ts'
import { batchContactEnrichCompleted } from '../events.ts'
import type { BatchPerson } from '../batch-people.ts'
import { inBatch } from '../outside.ts'
import { recordItems, revealItems, type RevealedItem, type RevealParams } from '../reveal-items.ts'
import { defineJob } from '../slice.ts'
import { standard } from '../tiers.ts'

export interface BatchParams extends RevealParams {
  /** Repetitions of people, not counting their first occurrence. */
  duplicates: number
}

export const batchContactDetails = defineJob<BatchParams, BatchPerson, RevealedItem>({
  id: 'batchContactDetails',
  batch: 200,
  work: (context, items) =>
    revealItems(
      { tier: standard, outside: inBatch },
      context,
      items.map(({ input }) => input.pnetUrl),
    ),
  record: recordItems,
  event: endEvent(
    batchContactEnrichCompleted,
    ({ jobId, params, state, total, delivered, empty, failed, error }) => ({
      task_id: jobId,
      success: state === 'completed',
      total_people: total,
      completed: delivered + empty,
      found: delivered,
      rejected: failed,
      duplicates: params.duplicates,
      error,
    }),
  ),
})
