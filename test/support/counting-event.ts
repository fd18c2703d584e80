import { z } from 'zod'
import { defineEvent } from '../../src/platform/events/index.ts'

/** The end of a counting job. */
export const countingCompleted = defineEvent({
  key: 'counting.completed',
  group: 'analytics',
  describe: 'The counting has ended.',
  schema: z.strictObject({
    task_id: z.string(),
    success: z.boolean(),
    delivered: z.number().int(),
    total: z.number().int(),
    error: z.string().nullable(),
  }),
  example: { task_id: 'task_1', success: true, delivered: 2, total: 3, error: null },
})
