import { z } from 'zod'
import { free, invalidMember, optional, perMinute, resourceId } from '../../../operation/index.ts'
import { companySearchParams, profileSearchParams } from '../../../corpus/search/index.ts'
import { questionOfEntities, requireNarrowed } from '../../search/index.ts'
import type { SavedSearch } from '../list-kind.ts'
import { anyone, questionIn } from '../runs.ts'
import { frequency, maxResults, savedName } from '../schema.ts'
import { operation, tag } from '../slice.ts'

const input = z.object({
  id: resourceId('saved search', { prefix: 'ssearch', madeBy: 'createSavedSearch' }),
  name: optional(savedName).describe('Null or omitted: unchanged; so with all others.'),
  spawnFrequencyDays: optional(frequency).describe('Counted from the last scheduled run.'),
  isActive: optional(z.boolean()).describe('False: it runs only by hand. Missed runs are not made up for.'),
  companyParams: optional(companySearchParams).describe('What companies must satisfy from the next run on.'),
  profileParams: optional(profileSearchParams).describe('What people must satisfy from the next run on.'),
  maxCompanies: optional(maxResults),
  maxProfiles: optional(maxResults),
})

type Change = z.output<typeof input>

export const updateSavedSearch = operation({
  id: 'updateSavedSearch',
  route: 'POST /v1/saved-search/update',
  tag,
  summary: 'Change a saved search',
  tasks: ['pause, rename or change a saved search'],
  describe:
    'Changes the given members and leaves the rest. Running runs keep their parameters. A search of companies stays one of companies, and so on: parameters of the other side are refused, and so is a side without any filter, unless maxCompanies or maxProfiles comes with it.',
  input,
  output: z.object({
    success: z.boolean(),
    id: z.string(),
    name: z.string(),
    spawnFrequencyDays: frequency,
    isActive: z.boolean(),
    maxCompanies: maxResults.nullable(),
    maxProfiles: maxResults.nullable(),
  }),
  price: free('Changing a saved search is free; its runs charge for new results.'),
  limit: perMinute(120),
  follows: 'createSavedSearch',
  fails: ['not-found', 'conflict'],
  examples: [
    { name: 'Every month', input: { id: 'ssearch_01kf3wz3a0s6n4yq8b2c7d5e9f', spawnFrequencyDays: 30 } },
  ],
  effect: 'changes',
  repeatable: true,
  async handle({ input: change, call, deps }) {
    const { id, companyParams, profileParams, ...more } = change
    const before = await deps.savedSearches.find(call.organizationId, id)
    requireSide(before, change)
    let search: object | undefined
    if (companyParams !== undefined || profileParams !== undefined) {
      const now = questionIn(before.search?.params ?? {})
      const question = {
        companies: companyParams ?? now.companies,
        // Parameters that named a forgotten person were removed, so the request must contain the other side as well.
        people: profileParams ?? now.people ?? (before.settings.type === 'company_only' ? undefined : anyone),
      }
      const paths = { companies: 'companyParams', people: 'profileParams' }
      await questionOfEntities(deps.search, call, question, paths)
      // A side that stays as it is was looked at when it was given.
      await requireNarrowed(deps.search, call, question, {
        companies: {
          path: paths.companies,
          limit: 'maxCompanies',
          isLimited: companyParams === undefined || change.maxCompanies !== undefined,
        },
        people: {
          path: paths.people,
          limit: 'maxProfiles',
          isLimited: profileParams === undefined || change.maxProfiles !== undefined,
        },
      })
      search = { companySearchParams: question.companies, profileSearchParams: question.people }
    }
    const saved = await deps.savedSearches.change(call, id, { ...more, search })
    const { type, spawnFrequencyDays, maxCompanies, maxProfiles } = saved.settings
    return {
      success: true,
      id,
      name: saved.name,
      spawnFrequencyDays,
      isActive: saved.state === 'ACTIVE',
      maxCompanies: type === 'prospect_only' ? null : maxCompanies,
      maxProfiles: type === 'company_only' ? null : maxProfiles,
    }
  },
})

/** Throws a 400 for what belongs to the side that is not searched. */
function requireSide({ settings }: SavedSearch, change: Change): void {
  const { type } = settings
  if (type === 'combined') return
  const wrong: (keyof Change)[] =
    type === 'company_only' ? ['profileParams', 'maxProfiles'] : ['companyParams', 'maxCompanies']
  const member = wrong.find((member) => change[member] !== undefined)
  const what = type === 'company_only' ? 'companies' : 'people'
  if (member !== undefined) throw invalidMember(member, `This saved search finds only ${what}.`, 'wrong_type')
}
