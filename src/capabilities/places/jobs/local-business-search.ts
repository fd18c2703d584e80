import { endEvent } from '../../../platform/jobs/index.ts'
import { openJobReveal } from '../../contacts/index.ts'
import { localBusinessSearchCompleted } from '../events.ts'
import type { LocalBusinessItem, LocalBusinessParams } from '../local-business-schema.ts'
import { observe, type StoredObservation } from '../local-business.ts'
import { defineJob } from '../slice.ts'

export const localBusinessSearch = defineJob<LocalBusinessParams, LocalBusinessItem, StoredObservation>({
  id: 'localBusinessSearch',
  batch: 10,
  async work(context, items) {
    const outcomes = []
    const revealContacts = openJobReveal(context)
    for (const { input } of items) outcomes.push(await observe(context, input, revealContacts))
    return outcomes
  },
  async record(tx, { params, deps, organizationId, requestId, nowMs }, ended) {
    if (params.isSandbox) return
    const charged = ended.flatMap(({ outcome }) => outcome.output?.charged ?? [])
    if (charged.length > 0)
      await deps.contacts.reads.record(tx, charged, { organizationId, requestId, nowMs })
  },
  event: endEvent(localBusinessSearchCompleted, ({ jobId, state, delivered, error }) => ({
    run_id: jobId,
    success: state === 'completed',
    total_results: delivered,
    error,
  })),
})
