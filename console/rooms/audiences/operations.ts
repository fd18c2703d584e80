import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { settle } from '../../call/answer.ts'
import { api, type Schemas } from '../../call/client.ts'
import { onEvent } from '../../call/events.ts'
import { renewCredits } from '../../call/queries.ts'

export type Audience = Schemas['Audience']
export type Side = 'companies' | 'people'

/** Below the limit of reads; the event tells the end anyway. */
const pollMs = 2_500

export const isBuilding = ({ status }: { status: string }) => !['NORMAL', 'DRAFT', 'FAILED'].includes(status)
/** Whether somebody is in it, or was looked for. */
export const isBuilt = ({ companiesCount, prospectsCount, status }: Audience) =>
  status === 'NORMAL' || companiesCount + prospectsCount > 0

const pathOf = (audienceId: string) => ({ params: { path: { audienceId } } })

/** One audience, read again while it is built and when an event tells of an end. */
export function useAudience(id: string) {
  const client = useQueryClient()
  const read = useQuery({
    queryKey: ['audience', id],
    queryFn: () => settle(api.GET('/v1/audiences/{audienceId}', pathOf(id))),
    refetchInterval: ({ state }) => (state.data && isBuilding(state.data.output) ? pollMs : false),
  })
  const audience = read.data?.output
  const isBusy = audience !== undefined && isBuilding(audience)
  const finished = audience?.buildingFinishedAt
  useEffect(() => {
    if (!isBusy) return undefined
    // The stream may tell what is long past, so what is being read already is not asked for again.
    return onEvent(
      (name) =>
        void (
          name === 'audience.build_completed' &&
          client.invalidateQueries({ queryKey: ['audience', id] }, { cancelRefetch: false })
        ),
    )
  }, [client, id, isBusy])
  useEffect(() => {
    if (isBusy || finished === undefined) return
    // A build that ended has given back what it did not need, and changed who is here.
    void renewCredits()
    void client.invalidateQueries({ queryKey: ['members', id] })
  }, [client, id, isBusy, finished])
  return { audience, error: read.error }
}

export const useAudiences = () => {
  const read = useQuery({
    queryKey: ['audiences'],
    staleTime: 0,
    queryFn: () => settle(api.GET('/v1/audiences', {})),
    refetchInterval: ({ state }) => (state.data?.output.audiences.some(isBuilding) ? pollMs : false),
  })
  return { audiences: read.data?.output.audiences, error: read.error }
}

/** An act on an audience, after which it is read again. */
export function useAct<Input, Output>(id: string, act: (input: Input) => Promise<Output>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: act,
    onSuccess() {
      void client.invalidateQueries({ queryKey: ['audience', id] })
      void client.invalidateQueries({ queryKey: ['audiences'] })
      void renewCredits()
    },
  })
}

export interface Search {
  companySearchParams: object | null
  prospectSearchParams: object | null
  maxCompanies: number
  maxProspects: number
}

/** Stores what is looked for, and answers how many a build would find: free. */
export const saveSearch = (id: string, search: Partial<Search>) =>
  settle(
    api.PATCH('/v1/audiences/{audienceId}/search-params', {
      ...pathOf(id),
      // Texts of people's own making: the service says what is none of its conditions.
      body: search as { companySearchParams?: Schemas['CompanySearchParams'] },
    }),
  )

export const build = (audienceId: string, maxCredits: number) =>
  settle(
    api.POST('/v1/audiences/{audienceId}/build', {
      params: { path: { audienceId }, header: { 'X-Max-Credits': maxCredits } },
    }),
  )

export const cloneAudience = (id: string, name: string) =>
  settle(api.POST('/v1/audiences/{audienceId}/clone', { ...pathOf(id), body: { name } }))

export const deleteAudience = (id: string) => settle(api.DELETE('/v1/audiences/{audienceId}', pathOf(id)))

export type Movement = 'joined' | 'returned' | 'left' | 'stayed'

export const readCompanies = (audienceId: string, movement: Movement | undefined, cursor: string | null) =>
  settle(api.GET('/v1/audiences/{audienceId}/companies', pageOf(audienceId, movement, cursor)))

export const readPeople = (audienceId: string, movement: Movement | undefined, cursor: string | null) =>
  settle(api.GET('/v1/audiences/{audienceId}/prospects', pageOf(audienceId, movement, cursor)))

const pageOf = (audienceId: string, movement: Movement | undefined, cursor: string | null) => ({
  params: {
    path: { audienceId },
    query: { ...(movement !== undefined && { movement }), ...(cursor !== null && { cursor }) },
  },
})

/** Nobody who is in it now is found any more. Answers how many. */
export async function leaveOut(
  audienceId: string,
  { companiesCount, prospectsCount }: Audience,
): Promise<number> {
  const body = { audienceId, isOrganizationWide: true }
  let entries = 0
  if (companiesCount > 0) {
    const { output } = await settle(api.POST('/v1/exclusions/companies/audience/create-list', { body }))
    entries += output.companiesAdded
  }
  if (prospectsCount > 0) {
    const { output } = await settle(api.POST('/v1/exclusions/prospects/audience/create-list', { body }))
    entries += output.prospectsAdded
  }
  return entries
}
