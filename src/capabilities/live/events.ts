import { z } from 'zod'
import { defineEvent } from '../../platform/events/index.ts'

export const batchLiveEnrichCompleted = defineEvent({
  key: 'batch_live_enrich.completed',
  group: 'enrichment',
  describe: 'A batch of live fetches has ended.',
  schema: z.strictObject({
    job_id: z.string(),
    type: z.enum(['PROFILE', 'COMPANY']),
    success: z.boolean(),
    total_identifiers: z.number().int(),
    completed: z.number().int(),
    not_found: z.number().int(),
    malformed: z.number().int(),
    failed: z.number().int(),
    error: z.string().nullable(),
  }),
  example: {
    job_id: 'task_01kf3wz3a0s6n4yq8b2c7d5e9f',
    type: 'PROFILE',
    success: true,
    total_identifiers: 50,
    completed: 46,
    not_found: 3,
    malformed: 1,
    failed: 0,
    error: null,
  },
})
