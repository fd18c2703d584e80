import { z } from 'zod'
import { defineEvent } from '../../platform/events/index.ts'

export const mosaicCompleted = defineEvent({
  key: 'mosaic.completed',
  group: 'enrichment',
  describe: 'The repair of a list has ended.',
  schema: z.strictObject({
    run_id: z.string(),
    success: z.boolean(),
    row_count: z.number().int(),
    processed_row_count: z.number().int(),
    rows_where_profile_found: z.number().int(),
    rows_with_contact_details: z.number().int(),
    rows_with_errors: z.number().int(),
    error: z.string().nullable(),
  }),
  example: {
    run_id: 'task_01kf3wz3a0s6n4yq8b2c7d5e9f',
    success: true,
    row_count: 300,
    processed_row_count: 300,
    rows_where_profile_found: 255,
    rows_with_contact_details: 190,
    rows_with_errors: 4,
    error: null,
  },
})
