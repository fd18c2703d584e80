import { z } from 'zod'
import { defineEvent } from '../../platform/events/index.ts'
import { searchTypes } from './list-kind.ts'

const count = z.int()

export const savedSearchRunCompleted = defineEvent({
  key: 'saved_search.run_completed',
  group: 'monitoring',
  describe: 'A run of a saved search ended or failed.',
  schema: z.strictObject({
    saved_search_id: z.string(),
    saved_search_run_id: z.string(),
    started_at: z.iso.datetime(),
    completed_at: z.iso.datetime().nullable(),
    success: z.boolean(),
    num_companies_joined: count,
    num_companies_returned: count,
    num_companies_departed: count,
    num_companies_stayed: count,
    num_people_joined: count,
    num_people_returned: count,
    num_people_departed: count,
    num_people_stayed: count,
    error: z.string().nullable(),
  }),
  listId: (data) => data.saved_search_id,
  example: {
    saved_search_id: 'ssearch_01kf3wz3a0s6n4yq8b2c7d5e9f',
    saved_search_run_id: 'ssrun_01kf3wz3a0s6n4yq8b2c7d5e9g',
    started_at: '2026-01-15T12:00:00.000Z',
    completed_at: '2026-01-15T12:00:07.000Z',
    success: true,
    num_companies_joined: 12,
    num_companies_returned: 1,
    num_companies_departed: 3,
    num_companies_stayed: 240,
    num_people_joined: 0,
    num_people_returned: 0,
    num_people_departed: 0,
    num_people_stayed: 0,
    error: null,
  },
})

export const savedSearchRunUpcoming = defineEvent({
  key: 'saved_search.run_upcoming',
  group: 'monitoring',
  describe: 'A saved search runs on schedule in a day and will charge for new results.',
  schema: z.strictObject({
    saved_search_id: z.string(),
    saved_search_name: z.string(),
    expected_run_at: z.iso.datetime(),
    type: z.enum(searchTypes),
    max_new_companies_per_run: count,
    max_new_profiles_per_run: count,
    success: z.boolean(),
  }),
  listId: (data) => data.saved_search_id,
  example: {
    saved_search_id: 'ssearch_01kf3wz3a0s6n4yq8b2c7d5e9f',
    saved_search_name: 'Robotics in Germany',
    expected_run_at: '2026-01-22T12:00:00.000Z',
    type: 'company_only',
    max_new_companies_per_run: 10_000,
    max_new_profiles_per_run: 0,
    success: true,
  },
})
