import { defineFailures } from '../../operation/index.ts'

export const exclusionFailures = defineFailures({
  'too-many-exclusion-lists': {
    status: 409,
    slug: 'conflict',
    message:
      'Your organization has as many exclusion lists of this kind as it may. Remove one that is no longer used.',
    retryable: false,
  },
  'nobody-to-exclude': {
    status: 409,
    slug: 'conflict',
    message:
      'Nobody of this kind is in the audience. Ask for buildAudience, and wait until getAudienceStatus says NORMAL.',
    retryable: true,
  },
  'exclusion-list-full': {
    status: 409,
    slug: 'conflict',
    message:
      'The exclusion list would have more than 1,000,000 entries. Nothing was added: use another list, searches take several.',
    retryable: false,
  },
})
