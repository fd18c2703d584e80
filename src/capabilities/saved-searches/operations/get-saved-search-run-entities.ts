import { z } from 'zod'
import { free, perMinute } from '../../../operation/index.ts'
import { companyRecord, personRecord } from '../../../corpus/records/index.ts'
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

interface Members {
  id: string
  of: 'companies' | 'people'
  /** Whose movement the description tells. */
  movers: string
  noun: string
  plural: 'companies' | 'profiles'
  singular: 'company' | 'profile'
  record: typeof companyRecord | typeof personRecord
}

const makeReading = ({ id, of, movers, noun, plural, singular, record }: Members) =>
  operation({
    id,
    route: `POST /v1/saved-search/run/${plural}`,
    tag,
    summary: `Read the ${of} of a run of a saved search`,
    describe: `Returns a page of the ${movers} joined, returned, departed or stayed in the run, departed ones first, with their current records. ${noun} no longer in the corpus are left out. Empty unless the run is COMPLETED.`,
    input: z.object({ savedSearchRunId, statuses, ...entityPages }),
    output: z.object({
      [plural]: z.array(z.object({ [singular]: record, movementType })),
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
      const { items, nextCursor: next } = await entityPage(deps, call, { of, ...page })
      const members = items.map((item) => ({
        [singular]: item.record,
        movementType: item.movementType,
      }))
      return { [plural]: members, nextCursor: next }
    },
  })

export const getSavedSearchRunCompanies = makeReading({
  id: 'getSavedSearchRunCompanies',
  of: 'companies',
  movers: 'companies that',
  noun: 'Companies',
  plural: 'companies',
  singular: 'company',
  record: companyRecord,
})

export const getSavedSearchRunProfiles = makeReading({
  id: 'getSavedSearchRunProfiles',
  of: 'people',
  movers: 'people who',
  noun: 'People',
  plural: 'profiles',
  singular: 'profile',
  record: personRecord,
})
