import { defineFailures } from '../../operation/index.ts'
import { maxProfiles } from './list-kind.ts'

export const jobChangeFailures = defineFailures({
  'too-many-job-change-lists': {
    status: 409,
    slug: 'conflict',
    message:
      'Your organization has reached its limit of job-change lists. Remove one you no longer need with deleteJobChangeList.',
    retryable: false,
  },
  'job-change-list-full': {
    status: 409,
    slug: 'conflict',
    message: `A job-change list has at most ${maxProfiles.toLocaleString('en')} profiles. These would exceed it, so none was added. Use another list for them.`,
    retryable: false,
  },
})

export type JobChangeFailure = keyof typeof jobChangeFailures.kinds
