import { z } from 'zod'
import { free, listedPrice, perMinute } from '../../../operation/index.ts'
import { questionOfEntities, requireNarrowed, type EntityQuestion } from '../../search/index.ts'
import type { SavedSearchSettings } from '../list-kind.ts'
import { anyone } from '../runs.ts'
import { frequency, maxEntities, savedName, savedParams, type SavedParams } from '../schema.ts'
import { operation, tag } from '../slice.ts'

export const createSavedSearch = operation({
  id: 'createSavedSearch',
  route: 'POST /v1/saved-search/create',
  tag,
  summary: 'Save a search that runs again and again',
  tasks: ['repeat a search every week, on a schedule', 'get new results of a search automatically'],
  describe: `Saves a search of companies, of people, or of people at companies. It runs at an interval of days, first after one interval, and by hand with manuallySpawnSavedSearchRun. A run charges ${listedPrice('savedSearchCompany')} for each company and ${listedPrice('savedSearchProspect')} for each person that was never in the saved search before, and reports who joined, returned, departed and stayed. Parameters are checked as searches check them; lists of the whole organization are left out. A search without any filter is refused, unless maxCompanies or maxProfiles sets the number.`,
  input: z.object({
    name: savedName,
    spawnFrequencyDays: frequency.describe('Days from one run to the next.'),
    searchParams: savedParams,
  }),
  output: z.object({ id: z.string().describe('Pass as savedSearchId to the other operations.') }),
  price: free('Saving a search is free; its runs charge for new results.'),
  limit: perMinute(20),
  fails: ['too-many-saved-searches'],
  examples: [
    {
      name: 'Software companies in the Nordics, every week',
      input: {
        name: 'Nordic software',
        spawnFrequencyDays: 7,
        searchParams: {
          type: 'companies',
          companySearchParams: {
            headquartersCountryCode: { anyOf: ['X-NORDICS'] },
            industriesV2: { anyOf: ['Software'] },
          },
          maxCompanies: 500,
        },
      },
    },
  ],
  effect: 'changes',
  async handle({ input, call, deps }) {
    const { name, spawnFrequencyDays, searchParams } = input
    const { question, settings } = toSavedSearch(searchParams, spawnFrequencyDays)
    const paths = {
      companies: 'searchParams.companySearchParams',
      people: 'searchParams.profileSearchParams',
    }
    await questionOfEntities(deps.search, call, question, paths)
    await requireNarrowed(deps.search, call, question, {
      companies: {
        path: paths.companies,
        limit: 'searchParams.maxCompanies',
        isLimited: 'maxCompanies' in searchParams && searchParams.maxCompanies !== undefined,
      },
      people: {
        path: paths.people,
        limit: 'searchParams.maxProfiles',
        isLimited: 'maxProfiles' in searchParams && searchParams.maxProfiles !== undefined,
      },
    })
    const search = { companySearchParams: question.companies, profileSearchParams: question.people }
    const { id } = await deps.savedSearches.create(call, { name, settings, search })
    call.advise('POST /v1/saved-search/spawn runs it now; otherwise the first run follows the schedule.')
    return { id }
  },
})

function toSavedSearch(
  params: SavedParams,
  spawnFrequencyDays: number,
): { question: EntityQuestion; settings: SavedSearchSettings } {
  const maxCompanies = ('maxCompanies' in params ? params.maxCompanies : undefined) ?? maxEntities
  const maxProfiles = ('maxProfiles' in params ? params.maxProfiles : undefined) ?? maxEntities
  const settings = { spawnFrequencyDays, maxCompanies, maxProfiles, skipsNext: false }
  if (params.type === 'companies')
    return {
      question: { companies: params.companySearchParams },
      settings: { ...settings, type: 'company_only' },
    }
  const { profileSearchParams: people = anyone } = params
  if (params.type === 'profiles')
    return { question: { people }, settings: { ...settings, type: 'prospect_only' } }
  return {
    question: { companies: params.companySearchParams, people },
    settings: { ...settings, type: 'combined' },
  }
}
