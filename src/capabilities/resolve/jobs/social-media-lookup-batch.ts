import { defineJob } from '../slice.ts'
import { workOnPeople, type SocialParams, type SocialPerson, type SocialResult } from '../social-lookup.ts'

export const socialMediaLookupBatch = defineJob<SocialParams, SocialPerson, SocialResult>({
  id: 'socialMediaLookupBatch',
  batch: 25,
  work: workOnPeople,
  event: 'social_media_lookup.completed',
  eventData: ({ jobId, state, total, delivered, error }) => ({
    ...{ run_id: jobId, success: state === 'completed', total, found: delivered, error },
  }),
})
