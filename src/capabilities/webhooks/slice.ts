import type { ToldEvent } from '../../operation/index.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Events } from '../../platform/events/index.ts'
import type { Lists } from '../../platform/lists/index.ts'
import type { Outbound } from '../../platform/outbound/index.ts'
import type { Schedules } from '../../platform/schedules/index.ts'
import type { Webhooks } from '../../platform/webhooks/index.ts'
import type { Postgres } from '../../store/postgres/index.ts'
import { prepareSlice } from '../define-slice.ts'
import { webhookFailures, type WebhookFailure } from './failures.ts'

/** What the operations on webhooks need. */
export interface WebhooksDeps {
  db: Postgres
  clock: Clock
  webhooks: Webhooks
  events: Events
  /** Every event there is. */
  catalogue: readonly ToldEvent[]
  lists: Pick<Lists, 'among'>
  outbound: Pick<Outbound, 'mayAsk'>
  schedules: Schedules
  /** Proven addresses of an organization. */
  listMembers(organizationId: string): Promise<string[]>
  /** Seals cursors. */
  secret: Buffer
}

export const { operation, defineSlice } = prepareSlice<WebhooksDeps, WebhookFailure>('webhooks', {
  failures: webhookFailures,
})
export const tag = 'Additions'
