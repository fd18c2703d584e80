import { z } from 'zod'
import { free, perMinute } from '../../../operation/index.ts'
import { companyRecord, type CompanyRecord } from '../../../corpus/records/index.ts'
import { entityPage } from '../entity-pages.ts'
import { selectRuns } from '../run-rows.ts'
import { entityPages, nextCursor, savedSearchId, statuses } from '../schema.ts'
import { operation, tag } from '../slice.ts'

export const getCurrentCompaniesInSavedSearch = operation({
  id: 'getCurrentCompaniesInSavedSearch',
  route: 'POST /v1/saved-search/current/companies',
  tag,
  summary: 'Read the companies in a saved search now',
  describe:
    'Returns a page of the companies in the saved search since its last completed run, with their current records; with statuses, those with that status in that run, departed ones too. Companies no longer in the corpus are left out. Empty before the first run.',
  input: z.object({ savedSearchId, statuses, ...entityPages }),
  output: z.object({
    companies: z.array(companyRecord),
    lastRunCompletedAt: z.iso.datetime().nullable(),
    nextCursor,
  }),
  pages: 'nextCursor',
  price: free('The run has paid for its results.'),
  limit: perMinute(60),
  follows: 'createSavedSearch',
  fails: ['not-found', 'invalid-cursor'],
  examples: [{ name: 'Current members', input: { savedSearchId: 'ssearch_01kf3wz3a0s6n4yq8b2c7d5e9f' } }],
  effect: 'reads',
  async handle({ input, call, deps }) {
    const { pageSize: size, cursor, statuses: wantedStatuses = ['joined', 'returned', 'stayed'] } = input
    const saved = await deps.savedSearches.find(call.organizationId, input.savedSearchId)
    const [last] = await selectRuns(deps.db, saved.id, { most: 1, status: 'COMPLETED' })
    const page = {
      savedSearchId: saved.id,
      version: last?.version ?? 0,
      statuses: wantedStatuses,
      size,
      cursor,
    }
    const { items, nextCursor: next } = await entityPage<CompanyRecord>(deps, call, {
      of: 'companies',
      ...page,
    })
    return {
      companies: items.map(({ record }) => record),
      lastRunCompletedAt: last?.completedAt?.toISOString() ?? null,
      nextCursor: next,
    }
  },
})
