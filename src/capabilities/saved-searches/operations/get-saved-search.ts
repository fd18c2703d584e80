import { z } from 'zod'
import { free, perMinute } from '../../../operation/index.ts'
import { searchTypes } from '../list-kind.ts'
import { selectRuns } from '../run-rows.ts'
import { maxResults, savedSearchId, shownParams } from '../schema.ts'
import { operation, tag } from '../slice.ts'
import { readParams } from '../views.ts'

const maxPastRuns = 100

export const getSavedSearch = operation({
  id: 'getSavedSearch',
  route: 'POST /v1/saved-search/get',
  tag,
  summary: 'Read a saved search',
  describe: 'Returns what is searched, how often, when it runs next and when it ran.',
  input: z.object({ savedSearchId }),
  output: z.object({
    id: z.string(),
    name: z.string(),
    type: z.enum(searchTypes),
    spawnFrequencyDays: z.int(),
    isActive: z.boolean().describe('Whether it runs by its schedule.'),
    estimatedDateOfNextSpawn: z.iso.datetime().nullable().describe('Null while it is not active.'),
    lastSpawnedAt: z.iso.datetime().nullable(),
    pastSpawnsDates: z.array(z.iso.datetime()).describe('The last 100 runs, the newest first.'),
    companySearchParams: shownParams('Parameters for companies.'),
    maxCompanies: maxResults.nullable(),
    profileSearchParams: shownParams('Parameters for people.'),
    maxProfiles: maxResults.nullable(),
  }),
  price: free('Saved searches are free to read.'),
  limit: perMinute(120),
  follows: 'createSavedSearch',
  fails: ['not-found'],
  examples: [{ name: 'A saved search', input: { savedSearchId: 'ssearch_01kf3wz3a0s6n4yq8b2c7d5e9f' } }],
  effect: 'reads',
  async handle({ input, call, deps }) {
    const saved = await deps.savedSearches.find(call.organizationId, input.savedSearchId)
    const { nextRunAt } = await deps.savedSearches.nextRunAt(saved)
    const runs = await selectRuns(deps.db, saved.id, { most: maxPastRuns })
    const past = runs.map(({ startedAt }) => startedAt.toISOString())
    const { type, spawnFrequencyDays, maxCompanies, maxProfiles } = saved.settings
    return {
      id: saved.id,
      name: saved.name,
      type,
      spawnFrequencyDays,
      isActive: saved.state === 'ACTIVE',
      estimatedDateOfNextSpawn: nextRunAt?.toISOString() ?? null,
      lastSpawnedAt: past[0] ?? null,
      pastSpawnsDates: past,
      ...readParams(saved.search?.params),
      maxCompanies: type === 'prospect_only' ? null : maxCompanies,
      maxProfiles: type === 'company_only' ? null : maxProfiles,
    }
  },
})
