import { endEvent } from '../../../platform/jobs/index.ts'
import { socialMediaLookupCompleted } from '../events.ts'
import { defineJob } from '../slice.ts'
import { workOnPeople, type SocialParams, type SocialPerson, type SocialResult } from '../social-lookup.ts'

export const socialMediaLookupBatch = defineJob<SocialParams, SocialPerson, SocialResult>({
  id: 'socialMediaLookupBatch',
  batch: 25,
  work: workOnPeople,
  event: endEvent(socialMediaLookupCompleted, ({ jobId, state, total, delivered, error }) => ({
    run_id: jobId,
    success: state === 'completed',
    total,
    found: delivered,
    error,
  })),
})
