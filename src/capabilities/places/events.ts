import { z } from 'zod'
import { defineEvent } from '../../platform/events/index.ts'

const counts = { success: z.boolean(), total_results: z.number().int(), error: z.string().nullable() }
const counted = { success: true, total_results: 87, error: null }

export const mapsSearchCompleted = defineEvent({
  key: 'maps_search.completed',
  group: 'search',
  describe: 'A search for places on maps has ended.',
  schema: z.strictObject({ search_id: z.string(), ...counts }),
  example: { search_id: 'task_01kf3wz3a0s6n4yq8b2c7d5e9f', ...counted },
})

export const localBusinessSearchCompleted = defineEvent({
  key: 'local_business_search.completed',
  group: 'search',
  describe: 'A search for local businesses has ended.',
  schema: z.strictObject({ run_id: z.string(), ...counts }),
  example: { run_id: 'task_01kf3wz3a0s6n4yq8b2c7d5e9f', ...counted },
})
