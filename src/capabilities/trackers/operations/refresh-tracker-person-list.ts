import { z } from 'zod'
import { perMinute } from '../../../operation/index.ts'
import { refreshNow, refreshPrice } from '../refresh-now.ts'
import { personListId, refreshStarted } from '../schema.ts'
import { operation, tag } from '../slice.ts'

export const refreshTrackerPersonList = operation({
  id: 'refreshTrackerPersonList',
  route: 'POST /v1/tracker/person-lists/{listId}/refresh',
  tag,
  summary: 'Refresh a tracker list of people now',
  describe:
    'Checks the people of a list against its rules in the background, active or not; the schedule does not change. The first refresh is a free baseline, and a refresh is free if nothing new was written to the corpus since the last. Ends with the event tracker.list_run_completed.',
  input: z.object({ listId: personListId }),
  output: refreshStarted,
  price: (p) => p.perJob({ late: refreshPrice }),
  limit: perMinute(10),
  dryRun: false,
  follows: 'createTrackerPersonList',
  fails: ['not-found', 'refresh-in-progress'],
  examples: [{ name: 'Now', input: { listId: 'tplist_01kf3wz3a0s6n4yq8b2c7d5e9f' } }],
  effect: 'changes',
  handle: ({ input: { listId: id }, call, deps }) => refreshNow(deps, call, { entityType: 'person', id }),
})
