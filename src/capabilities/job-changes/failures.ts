import { defineFailures } from '../../operation/index.ts'
import { maxProfiles } from './list-kind.ts'

export const jobChangeFailures = defineFailures({
  'too-many-job-change-lists': {
    status: 409,
    slug: 'conflict',
    message:
      'Your organization has as many job-change lists as it may. Remove one that is no longer needed with deleteJobChangeList.',
    retryable: false,
  },
  'job-change-list-full': {
    status: 409,
    slug: 'conflict',
    message: `A job-change list has at most ${maxProfiles.toLocaleString('en')} profiles, and these would be more; none was added. Use another list for them.`,
    retryable: false,
  },
})

export type JobChangeFailure = keyof typeof jobChangeFailures.kinds
