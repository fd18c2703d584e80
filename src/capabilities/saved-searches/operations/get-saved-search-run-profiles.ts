import { z } from 'zod'
import { free, perMinute } from '../../../operation/index.ts'
import { personRecord, type PersonRecord } from '../../../corpus/records/index.ts'
import { entityPage } from '../entity-pages.ts'
import {
  entityPages,
  movementType,
  movementTypes,
  nextCursor,
  savedSearchRunId,
  statuses,
} from '../schema.ts'
import { operation, tag } from '../slice.ts'
import { requireRun } from '../views.ts'

export const getSavedSearchRunProfiles = operation({
  id: 'getSavedSearchRunProfiles',
  route: 'POST /v1/saved-search/run/profiles',
  tag,
  summary: 'Read the people of a run of a saved search',
  describe:
    'Returns a page of the people who joined, returned, departed or stayed in the run, departed ones first, with their current records. People no longer in the corpus are left out. Empty unless the run is COMPLETED.',
  input: z.object({ savedSearchRunId, statuses, ...entityPages }),
  output: z.object({
    profiles: z.array(z.object({ profile: personRecord, movementType })),
    nextCursor,
  }),
  pages: 'nextCursor',
  price: free('The run has paid for its results.'),
  limit: perMinute(60),
  follows: 'manuallySpawnSavedSearchRun',
  fails: ['not-found', 'invalid-cursor'],
  examples: [
    {
      name: 'New ones only',
      input: { savedSearchRunId: 'ssrun_01kf3wz3a0s6n4yq8b2c7d5e9g', statuses: ['joined'] },
    },
  ],
  effect: 'reads',
  async handle({ input, call, deps }) {
    const { pageSize: size, cursor, statuses: wantedStatuses = movementTypes } = input
    const { savedSearchId, version } = await requireRun(deps, call, input.savedSearchRunId)
    const page = { savedSearchId, version: version ?? 0, statuses: wantedStatuses, size, cursor }
    const { items, nextCursor: next } = await entityPage<PersonRecord>(deps, call, { of: 'people', ...page })
    const profiles = items.map(({ record, movementType: movement }) => ({
      profile: record,
      movementType: movement,
    }))
    return { profiles, nextCursor: next }
  },
})
