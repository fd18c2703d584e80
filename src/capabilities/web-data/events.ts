import { z } from 'zod'
import { defineEvent } from '../../platform/events/index.ts'

const schema = z.strictObject({
  run_id: z.string(),
  success: z.boolean(),
  total: z.number().int(),
  found: z.number().int(),
  error: z.string().nullable(),
})
const example = {
  run_id: 'task_01kf3wz3a0s6n4yq8b2c7d5e9f',
  success: true,
  total: 200,
  found: 187,
  error: null,
}

export const codehostLookupCompleted = defineEvent({
  key: 'codehost_lookup.completed',
  group: 'lookup',
  describe: 'A look-up of accounts at a code host has ended.',
  schema,
  example,
})

export const codehostToPnetCompleted = defineEvent({
  key: 'codehost_to_pnet.completed',
  group: 'lookup',
  describe: 'A look-up of the network pages of accounts at a code host has ended.',
  schema,
  example,
})
