import { z } from 'zod'
import { defineEvent } from '../../platform/events/index.ts'

const counts = {
  success: z.boolean(),
  total: z.number().int(),
  found: z.number().int(),
  error: z.string().nullable(),
}
const counted = { success: true, total: 200, found: 187, error: null }

export const domainLookupCompleted = defineEvent({
  key: 'domain_lookup.completed',
  group: 'lookup',
  describe: 'A look-up of the domains of companies has ended.',
  schema: z.strictObject({ domain_agent_run_id: z.string(), ...counts }),
  example: { domain_agent_run_id: 'task_01kf3wz3a0s6n4yq8b2c7d5e9f', ...counted },
})

export const socialMediaLookupCompleted = defineEvent({
  key: 'social_media_lookup.completed',
  group: 'lookup',
  describe: 'A look-up of people by what is known of them has ended.',
  schema: z.strictObject({ run_id: z.string(), ...counts }),
  example: { run_id: 'task_01kf3wz3a0s6n4yq8b2c7d5e9f', ...counted },
})
