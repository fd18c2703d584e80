import type { z } from 'zod'
import { shownAddress, type WebhookEndpoint } from '../../platform/webhooks/index.ts'
import type { endpointRecord } from './schema.ts'

/** An endpoint as its operations answer it. */
export function endpointView(endpoint: WebhookEndpoint): z.input<typeof endpointRecord> {
  const { id, events, listIds, ordered, concurrency, disabledReason, consecutiveFailures } = endpoint
  return {
    endpointId: id,
    kind: endpoint.kind,
    url: shownAddress(endpoint),
    eventTypes: events,
    listIds,
    ordered,
    concurrency,
    digest: endpoint.digest,
    digestHour: endpoint.digestHour,
    disabled: disabledReason !== null,
    disabledReason,
    consecutiveFailures,
    failingSince: endpoint.failingSince?.toISOString() ?? null,
    createdAt: endpoint.createdAt.toISOString(),
    updatedAt: endpoint.updatedAt.toISOString(),
  }
}
