import { useMutation, useQuery } from '@tanstack/react-query'
import { settle } from '../../call/answer.ts'
import { api, type Schemas } from '../../call/client.ts'
import { queries, renewSession } from '../../call/queries.ts'

export type Member = Schemas['OrganizationMember']
export type Role = Member['role']
export type Session = Schemas['ConsoleSession']

const renew = (what: string) => () => queries.invalidateQueries({ queryKey: [what] })

export const useOrganization = () =>
  useQuery({
    queryKey: ['organization'],
    queryFn: () => settle(api.GET('/v1/organization', {})),
    select: ({ output }) => output,
  })

export const useRename = () =>
  useMutation({
    mutationFn: (name: string) => settle(api.PATCH('/v1/organization', { body: { name } })),
    onSuccess: () => Promise.all([renew('organization')(), renewSession()]),
  })

export const useMembers = () =>
  useQuery({
    queryKey: ['members'],
    queryFn: () => settle(api.GET('/v1/organization/members', {})),
    select: ({ output }) => output.members,
  })

const path = (memberId: string) => ({ params: { path: { memberId } } })

export const useChangeMember = (memberId: string) =>
  useMutation({
    mutationFn: (body: { role: Role; maxCreditsPerMonth: number | null }) =>
      settle(api.PATCH('/v1/organization/members/{memberId}', { ...path(memberId), body })),
    onSuccess: renew('members'),
  })

export const useRemoveMember = (memberId: string) =>
  useMutation({
    mutationFn: () => settle(api.DELETE('/v1/organization/members/{memberId}', path(memberId))),
    onSuccess: renew('members'),
  })

export const useInvitations = () =>
  useQuery({
    queryKey: ['invitations'],
    queryFn: () => settle(api.GET('/v1/organization/invitations', {})),
    select: ({ output }) => output.invitations,
  })

export const useInvite = () =>
  useMutation({
    mutationFn: (body: {
      email: string
      name: string | null
      role: Role
      maxCreditsPerMonth: number | null
    }) => settle(api.POST('/v1/organization/invitations', { body })),
    onSuccess: renew('invitations'),
  })

export const useWithdraw = () =>
  useMutation({
    mutationFn: (invitationId: string) =>
      settle(
        api.DELETE('/v1/organization/invitations/{invitationId}', { params: { path: { invitationId } } }),
      ),
    onSettled: renew('invitations'),
  })

export const useSessions = () =>
  useQuery({
    queryKey: ['sessions'],
    queryFn: () => settle(api.GET('/v1/organization/sessions', {})),
    select: ({ output }) => output.sessions,
    staleTime: 0,
  })

/** One session, or with no id all. Who ended their own is led to the sign-in. */
export const useEndSession = () =>
  useMutation({
    mutationFn: async (sessionId: string | undefined): Promise<void> => {
      if (sessionId === undefined) await settle(api.DELETE('/v1/organization/sessions', {}))
      else
        await settle(api.DELETE('/v1/organization/sessions/{sessionId}', { params: { path: { sessionId } } }))
    },
    onSettled: () => Promise.all([renew('sessions')(), renewSession()]),
  })
