import { z } from 'zod'
import { defineEvent } from '../../platform/events/index.ts'

const count = z.number().int()

export const enrichCompleted = defineEvent({
  key: 'enrich.completed',
  group: 'enrichment',
  describe: 'The enrichment of a list has ended.',
  schema: z.strictObject({
    run_id: z.string(),
    success: z.boolean(),
    row_count: count,
    matched: count,
    duplicates: count,
    unsure: count,
    not_found: count,
    unreadable: count,
    blank: count,
    error: z.string().nullable(),
  }),
  example: {
    run_id: 'task_01kf3wz3a0s6n4yq8b2c7d5e9f',
    success: true,
    row_count: 20_000,
    matched: 16_410,
    duplicates: 320,
    unsure: 212,
    not_found: 3_360,
    unreadable: 6,
    blank: 12,
    error: null,
  },
})
