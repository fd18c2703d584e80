import { defineFailures } from '../../operation/index.ts'

export const trackerFailures = defineFailures({
  'too-many-trackers': {
    status: 409,
    slug: 'conflict',
    message:
      'Your organization has as many tracker lists of this kind as it may. Remove one that is no longer needed.',
    retryable: false,
  },
  'tracker-list-full': {
    status: 409,
    slug: 'conflict',
    message: 'The tracker list would have more than 100,000 members. Nothing was added: use another list.',
    retryable: false,
  },
  'refresh-in-progress': {
    status: 409,
    slug: 'conflict',
    message: 'This list is being refreshed. Wait until that has ended, then ask for another refresh.',
    retryable: true,
  },
})

export type TrackerFailure = keyof typeof trackerFailures.kinds
