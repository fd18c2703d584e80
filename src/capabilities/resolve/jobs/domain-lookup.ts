import { endEvent } from '../../../platform/jobs/index.ts'
import { domainLookupCompleted } from '../events.ts'
import { findDomain, type CompanyInfo, type DomainResult } from '../domain-lookup.ts'
import { defineJob, inBackground } from '../slice.ts'

export const domainLookup = defineJob<{ context?: string | undefined }, CompanyInfo, DomainResult>({
  id: 'domainLookup',
  batch: 20,
  work: ({ params, deps, signal }, items) =>
    Promise.all(
      items.map(({ input: info }) =>
        findDomain(deps, inBackground(signal), { info, context: params.context }),
      ),
    ),
  event: endEvent(domainLookupCompleted, ({ jobId, state, total, delivered, error }) => ({
    domain_agent_run_id: jobId,
    success: state === 'completed',
    total,
    found: delivered,
    error,
  })),
})
