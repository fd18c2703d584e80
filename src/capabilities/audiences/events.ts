import { z } from 'zod'
import { defineEvent } from '../../platform/events/index.ts'

export const audienceBuildCompleted = defineEvent({
  key: 'audience.build_completed',
  group: 'search',
  describe: 'The build of an audience has completed or failed.',
  schema: z.strictObject({
    audience_id: z.string(),
    success: z.boolean(),
    total_companies: z.int(),
    total_prospects: z.int(),
    error: z.string().nullable(),
  }),
  listId: (data) => data.audience_id,
  example: {
    audience_id: 'aud_01kf3wz3a0s6n4yq8b2c7d5e9f',
    success: true,
    total_companies: 480,
    total_prospects: 2_150,
    error: null,
  },
})

export const audienceEnrichmentCompleted = defineEvent({
  key: 'audience.enrichment_completed',
  group: 'enrichment',
  describe: 'The enrichment of an audience has completed or failed.',
  schema: z.strictObject({
    audience_id: z.string(),
    combined_enrichment_id: z.string(),
    success: z.boolean(),
    enriched_prospect_count: z.int(),
    error: z.string().nullable(),
  }),
  listId: (data) => data.audience_id,
  example: {
    audience_id: 'aud_01kf3wz3a0s6n4yq8b2c7d5e9f',
    combined_enrichment_id: 'aenrich_01kf3wz3a0s6n4yq8b2c7d5e9g',
    success: true,
    enriched_prospect_count: 1_840,
    error: null,
  },
})
