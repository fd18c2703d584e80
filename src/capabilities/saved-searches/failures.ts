import { defineFailures } from '../../operation/index.ts'

export const savedSearchFailures = defineFailures({
  'too-many-saved-searches': {
    status: 409,
    slug: 'conflict',
    message:
      'Your organization has reached its limit of saved searches. Change the parameters of one you no longer need.',
    retryable: false,
  },
  'run-in-progress': {
    status: 409,
    slug: 'conflict',
    message: 'A run of this saved search is in progress. Wait for it to end, then start another.',
    retryable: true,
  },
  'saved-search-paused': {
    status: 409,
    slug: 'conflict',
    message: 'This saved search is not active, so it has no next run. Update it with isActive true first.',
    retryable: false,
  },
  'no-run-yet': {
    status: 404,
    slug: 'not_found',
    message: 'This saved search has not run yet. Wait for its next run, or start one.',
    retryable: false,
  },
})

export type SavedSearchFailure = keyof typeof savedSearchFailures.kinds
