import {
  defineSchedule,
  type ScheduleKind,
  type ScheduleRule,
  type Schedules,
} from '../../platform/schedules/index.ts'
import type { WebhookEndpoint, Webhooks } from '../../platform/webhooks/index.ts'
import type { Queryable } from '../../store/postgres/index.ts'

/** Stored: never renamed. */
const kind = 'webhook_digest'

/** Every day, or every Monday, at an hour. */
const buildRule = ({ digest, digestHour }: WebhookEndpoint): ScheduleRule => ({
  cron: `0 ${digestHour ?? 0} * * ${digest === 'weekly' ? '1' : '*'}`,
})

/** Has what waits mailed; nothing is sent where nothing waits. */
export const digestSchedule = (webhooks: Pick<Webhooks, 'releaseDigest'>): ScheduleKind =>
  defineSchedule({
    kind,
    async run({ tx, subjectId }) {
      const count = await webhooks.releaseDigest(tx, subjectId)
      return count === 0 ? { outcome: 'skipped', reason: 'empty' } : { outcome: 'done' }
    },
  })

/** Creates the schedule of a mail destination, or replaces it after its settings changed. */
export async function scheduleDigest(
  schedules: Schedules,
  tx: Queryable,
  endpoint: WebhookEndpoint,
): Promise<void> {
  if (endpoint.kind !== 'mail') return
  const { id: subjectId, organizationId } = endpoint
  const rule = buildRule(endpoint)
  const schedule = await schedules.find({ kind, subjectId }, tx)
  if (schedule === undefined) await schedules.create(tx, { organizationId, kind, subjectId, rule })
  else await schedules.changeRule(tx, schedule.id, rule)
}

export async function unscheduleDigest(
  schedules: Schedules,
  tx: Queryable,
  endpointId: string,
): Promise<void> {
  const schedule = await schedules.find({ kind, subjectId: endpointId }, tx)
  if (schedule !== undefined) await schedules.remove(tx, schedule.id)
}
