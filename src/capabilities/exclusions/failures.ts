import { defineFailures } from '../../operation/index.ts'

export const exclusionFailures = defineFailures({
  'too-many-exclusion-lists': {
    status: 409,
    slug: 'conflict',
    message:
      'Your organization has reached its limit of exclusion lists of this kind. Delete one you no longer use.',
    retryable: false,
  },
  'nobody-to-exclude': {
    status: 409,
    slug: 'conflict',
    message:
      'The audience has no members of this kind. Call buildAudience and wait until getAudienceStatus says NORMAL.',
    retryable: true,
  },
  'exclusion-list-full': {
    status: 409,
    slug: 'conflict',
    message:
      'The exclusion list would exceed 1,000,000 entries, so nothing was added. Use another list: searches accept several.',
    retryable: false,
  },
})
