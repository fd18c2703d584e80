import { endEvent } from '../../../platform/jobs/index.ts'
import { codehostLookupCompleted } from '../events.ts'
import { findAccount } from '../code-host-lookup.ts'
import type { CodeHostItem, LookupResult } from '../code-host-schema.ts'
import { defineJob } from '../slice.ts'

export const codehostLookup = defineJob<object, CodeHostItem, LookupResult>({
  id: 'codehostLookup',
  // Sources are slow by their rate, so results are stored after each batch and not asked for again.
  batch: 5,
  work: ({ deps, signal }, items) => Promise.all(items.map(({ input }) => findAccount(deps, input, signal))),
  event: endEvent(codehostLookupCompleted, ({ jobId, state, total, delivered, error }) => ({
    run_id: jobId,
    success: state === 'completed',
    total,
    found: delivered,
    error,
  })),
})
