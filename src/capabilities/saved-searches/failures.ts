import { defineFailures } from '../../operation/index.ts'

export const savedSearchFailures = defineFailures({
  'too-many-saved-searches': {
    status: 409,
    slug: 'conflict',
    message:
      'Your organization has as many saved searches as it may. Use one that is no longer needed, with other parameters.',
    retryable: false,
  },
  'run-in-progress': {
    status: 409,
    slug: 'conflict',
    message: 'A run of this saved search is in progress. Wait until it has ended, then ask for another.',
    retryable: true,
  },
  'saved-search-paused': {
    status: 409,
    slug: 'conflict',
    message: 'This saved search is not active, so it has no next run. Send isActive true to update it first.',
    retryable: false,
  },
  'no-run-yet': {
    status: 404,
    slug: 'not_found',
    message: 'This saved search has not run yet. Wait for its next run, or ask for one.',
    retryable: false,
  },
})

export type SavedSearchFailure = keyof typeof savedSearchFailures.kinds
