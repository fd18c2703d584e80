import { endEvent } from '../../../platform/jobs/index.ts'
import { codehostToPnetCompleted } from '../events.ts'
import { findPage } from '../code-host-to-network.ts'
import type { CodeHostAccount, ToNetworkResult } from '../code-host-schema.ts'
import { defineJob } from '../slice.ts'
import type { ItemOutcome } from '../../../platform/jobs/index.ts'

/** Milliseconds that sources have for one account, in line with what other jobs ask. */
const withinMs = 600_000

export const codehostToPnet = defineJob<{ wantsEmails?: boolean }, CodeHostAccount, ToNetworkResult>({
  id: 'codehostToPnet',
  batch: 10,
  work: ({ deps, signal, params: { wantsEmails = false } }, items) =>
    Promise.all(
      items.map(async ({ input }) => ended(await findPage(deps, input, { signal, withinMs, wantsEmails }))),
    ),
  event: endEvent(codehostToPnetCompleted, ({ jobId, state, total, delivered, error }) => ({
    run_id: jobId,
    success: state === 'completed',
    total,
    found: delivered,
    error,
  })),
})

function ended(output: ToNetworkResult): ItemOutcome<ToNetworkResult> {
  switch (output.outcome) {
    case 'found':
      return { state: 'delivered', output, lines: [{ key: 'codeHostToNetwork', units: 1 }] }
    case 'invalid':
    case 'unavailable':
      return { state: 'failed', output }
    default:
      return { state: 'empty', output }
  }
}
