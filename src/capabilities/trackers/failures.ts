import { defineFailures } from '../../operation/index.ts'

export const trackerFailures = defineFailures({
  'too-many-trackers': {
    status: 409,
    slug: 'conflict',
    message:
      'Your organization has reached its limit of tracker lists of this kind. Remove one you no longer need.',
    retryable: false,
  },
  'tracker-list-full': {
    status: 409,
    slug: 'conflict',
    message: 'The tracker list would exceed 100,000 members. Nothing was added. Use another list.',
    retryable: false,
  },
  'refresh-in-progress': {
    status: 409,
    slug: 'conflict',
    message: 'This list is being refreshed. Wait for the refresh to end, then start another.',
    retryable: true,
  },
})

export type TrackerFailure = keyof typeof trackerFailures.kinds
