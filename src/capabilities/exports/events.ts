import { z } from 'zod'
import { defineEvent } from '../../platform/events/index.ts'

const schema = z.strictObject({
  audience_id: z.string(),
  export_id: z.string(),
  success: z.boolean(),
  total_rows: z.int(),
  error: z.string().nullable(),
})

const example = {
  audience_id: 'aud_01kf3wz3a0s6n4yq8b2c7d5e9f',
  export_id: 'exp_01kf3wz3a0s6n4yq8b2c7d5e9g',
  success: true,
  total_rows: 480,
  error: null,
}

export const companyExportCompleted = defineEvent({
  key: 'audience.company_export_completed',
  group: 'search',
  describe: 'An export of the companies of an audience has completed or failed.',
  schema,
  listId: (data) => data.audience_id,
  example,
})

export const prospectExportCompleted = defineEvent({
  key: 'audience.prospect_export_completed',
  group: 'search',
  describe: 'An export of the people of an audience has completed or failed.',
  schema,
  listId: (data) => data.audience_id,
  example,
})
