import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { settle } from '../../call/answer.ts'
import { api, type Schemas } from '../../call/client.ts'
import { usePrice } from '../../call/queries.ts'

export type Saved = Schemas['GetSavedSearchResponse']['output']
export type Movement = 'joined' | 'returned' | 'departed' | 'stayed'

export function useSaved(savedSearchId: string) {
  const read = useQuery({
    queryKey: ['saved', savedSearchId],
    queryFn: () => settle(api.POST('/v1/saved-search/get', { body: { savedSearchId } })),
  })
  return { saved: read.data?.output, error: read.error }
}

/** An act on a saved search, after which it and its runs are read again. */
export function useAct<Input, Output>(id: string, act: (input: Input) => Promise<Output>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: act,
    onSuccess() {
      void client.invalidateQueries({ queryKey: ['saved', id] })
      void client.invalidateQueries({ queryKey: ['saved-searches'] })
    },
  })
}

export type Change = Omit<Parameters<typeof sendChange>[1], 'id'>
const sendChange = (
  id: string,
  change: {
    name?: string
    spawnFrequencyDays?: number
    isActive?: boolean
    maxCompanies?: number
    maxProfiles?: number
  },
) => settle(api.POST('/v1/saved-search/update', { body: { id, ...change } }))

export const acts = {
  update: sendChange,
  run: (savedSearchId: string, maxCredits: number) =>
    settle(
      api.POST('/v1/saved-search/spawn', {
        params: { header: { 'X-Max-Credits': maxCredits } },
        body: { savedSearchId },
      }),
    ),
  skip: (savedSearchId: string) =>
    settle(api.POST('/v1/saved-search/skip-next-run', { body: { savedSearchId } })),
  unskip: (savedSearchId: string) =>
    settle(api.POST('/v1/saved-search/undo-skip', { body: { savedSearchId } })),
  remove: (savedSearchId: string) => settle(api.POST('/v1/saved-search/delete', { body: { savedSearchId } })),
}

/** Without what only says how answers look. */
export const conditionsOf = (params: object | null): Record<string, unknown> =>
  Object.fromEntries(Object.entries(params ?? {}).filter(([, value]) => value !== false && value !== null))

/** Who moved in a run: companies and people together. */
export function movedIn({
  companiesStats: companies,
  peopleStats: people,
}: Pick<Schemas['SavedSearchRunStatus'], 'companiesStats' | 'peopleStats'>): Record<Movement, number> {
  return {
    joined: companies.numCompaniesJoined + people.numPeopleJoined,
    returned: companies.numCompaniesReturned + people.numPeopleReturned,
    departed: companies.numCompaniesDeparted + people.numPeopleDeparted,
    stayed: companies.numCompaniesStayed + people.numPeopleStayed,
  }
}

/** What the runs so far let expect of a month. Read again with the search, after whatever was done to it. */
export function useForecast(savedSearchId: string) {
  const read = useQuery({
    queryKey: ['saved', savedSearchId, 'forecast'],
    queryFn: () => settle(api.POST('/v1/saved-search/forecast', { body: { savedSearchId } })),
  })
  return { forecast: read.data?.output, error: read.error }
}

const countOf = (search: object, facet: string) => {
  const body = { search: search as Schemas['CountedSearch'], facets: [facet], top: 1 }
  return settle(api.POST('/v1/search/facets', { body }))
}

/** The most that a run costs now: everybody who fits, at most as many as it takes. Who was paid before is free. */
export function useMostCredits(saved: Saved): { most: number | undefined; error: Error | null } {
  const ofCompany = usePrice('savedSearchCompany')
  const ofPerson = usePrice('savedSearchProspect')
  const companyParams = conditionsOf(saved.companySearchParams)
  const own = conditionsOf(saved.profileSearchParams)
  const hasCompanies = saved.companySearchParams !== null
  const hasPeople = saved.type !== 'company_only'
  const companies = useQuery({
    queryKey: ['saved-count', 'companies', companyParams],
    enabled: hasCompanies,
    queryFn: () => countOf({ type: 'companies', searchParams: companyParams }, 'headquartersCountryCode'),
  })
  const people = useQuery({
    queryKey: ['saved-count', 'people', own, companyParams],
    enabled: hasPeople,
    queryFn: () =>
      countOf(
        { type: 'people', searchParams: own, ...(hasCompanies && { companyParams }) },
        'country3LetterCode',
      ),
  })
  const isCounted = (!hasCompanies || companies.data) && (!hasPeople || people.data)
  const error = companies.error ?? people.error
  if (!isCounted || ofCompany === undefined || ofPerson === undefined) return { most: undefined, error }
  const payableOf = (matching: number | undefined, limit: number | null) =>
    Math.min(matching ?? 0, limit ?? Infinity)
  const ofCompanies = ofCompany * payableOf(companies.data?.output.matching, saved.maxCompanies)
  return { most: ofCompanies + ofPerson * payableOf(people.data?.output.matching, saved.maxProfiles), error }
}
